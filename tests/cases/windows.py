"""What Python lacks on Windows, as typeshed has it: the stubs that mypy brings."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LACKING = {
    "os": _words("""
        O_ASYNC O_CLOEXEC O_DIRECT O_DIRECTORY O_DSYNC O_NDELAY O_NOATIME O_NOCTTY O_NOFOLLOW
        O_NONBLOCK O_PATH O_SYNC O_TMPFILE POSIX_FADV_SEQUENTIAL SEEK_DATA SEEK_HOLE WCOREDUMP
        WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WNOHANG WSTOPSIG WTERMSIG WUNTRACED
        chown chroot confstr copy_file_range ctermid environb fchdir fchmod fchown fdatasync fork
        forkpty fpathconf fstatvfs fwalk get_blocking getegid getenvb geteuid getgid getgroups
        getloadavg getpgid getpgrp getpriority getrandom getresuid getsid getuid getxattr initgroups
        killpg lchown listxattr lockf major makedev memfd_create minor mkfifo mknod nice openpty
        pathconf pipe2 posix_fadvise posix_fallocate posix_spawn pread preadv pwrite pwritev readv
        register_at_fork sched_getaffinity sched_yield sendfile set_blocking setegid seteuid setgid
        setgroups setpgid setpriority setsid setuid splice statvfs sync sysconf tcgetpgrp tcsetpgrp
        ttyname uname wait wait3 wait4 waitid writev
    """),
    "signal": _words("""
        ITIMER_REAL ITIMER_VIRTUAL SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGPROF
        SIGQUIT SIGSTOP SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH
        SIGXCPU SIGXFSZ SIG_BLOCK SIG_SETMASK SIG_UNBLOCK alarm getitimer pause pthread_kill
        pthread_sigmask setitimer siginterrupt sigpending sigtimedwait sigwait
    """),
    "select": _words("POLLERR POLLHUP POLLIN POLLOUT PIPE_BUF epoll poll select"),
    "time": _words("clock_gettime clock_settime CLOCK_MONOTONIC tzset"),
}
"""Names in modules. ``select.select`` is there, but knows sockets only: no pipe, no terminal."""

NO_MODULES = _words("crypt curses fcntl grp nis posix pty pwd readline resource spwd syslog termios tty")
"""Modules that cannot be imported."""
