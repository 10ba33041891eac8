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

DRIVE_C = {
    "Users/me/.hermes/SOUL.md": "soul",
    "Users/me/repo/.git/": "",
    "Users/me/repo/AGENTS.md": "root rules",
    "Users/me/repo/pkg/AGENTS.md": "package rules",
    "Users/me/repo/pkg/web/AGENTS.md": "web rules",
    "Users/me/repo/pkg/web/src/ui/AGENTS.md": "ui rules",
    "Users/me/repo/pkg/api/AGENTS.md": "api rules",
    "Users/me/notes/AGENTS.md": "notes",
    "Users/me/cursor/.git/": "",
    "Users/me/cursor/.cursor/rules/a.mdc": "cursor rules",
    "Users/me/old/.git/": "",
    "Users/me/old/.hermes.md": "hermes rules",
    "Users/me/old/deep/down/": "",
}
"""A disk, as :data:`support.trees.Files`."""

WEB = r"C:\Users\me\repo\pkg\web"
_UI = r"src\ui\AGENTS.md"

LABELS_AT_START = {
    WEB: (r"..\..\AGENTS.md", r"..\AGENTS.md", "AGENTS.md"),
    r"C:\Users\me\cursor": (".cursor/rules/a.mdc",),
    r"C:\Users\me\old\deep\down": (".hermes.md",),
}
"""What 0.22.2 writes above each file, by the directory that it starts in."""

HINTS = {
    "src/ui/x.tsx": _UI,
    r"src\ui\x.tsx": _UI,
    r"C:\Users\me\repo\pkg\web\src\ui\x.tsx": _UI,
    "C:/Users/me/repo/pkg/web/src/ui/x.tsx": _UI,
    r"c:\Users\me\repo\pkg\web\src\ui\x.tsx": _UI,
    r"\Users\me\repo\pkg\web\src\ui\x.tsx": _UI,
    r"C:src\ui\x.tsx": _UI,
    "/mnt/c/Users/me/repo/pkg/web/src/ui/x.tsx": "",
    r"D:\Users\me\repo\pkg\web\src\ui\x.tsx": "",
    r"\\server\share\src\ui\x.tsx": "",
    r"..\api\x.py": "",
}
"""A path that ``read_file`` names, from :data:`WEB`, and the label of the hint that 0.22.2 appends."""

COMMAND_HINTS = {
    "cat src/ui/x.tsx": _UI,
    r"type src\ui\x.tsx": "",
    r"type 'src\ui\x.tsx'": _UI,
    r'type "src\ui\x.tsx"': _UI,
    r"type src\\ui\\x.tsx": _UI,
    r"type C:\Users\me\repo\pkg\web\src\ui\x.tsx": "",
    r'type "C:\Users\me\repo\pkg\web\src\ui\x.tsx"': _UI,
    "type C:/Users/me/repo/pkg/web/src/ui/x.tsx": _UI,
    "cd src/ui && dir": _UI,
    r"cd src\ui && dir": "",
    r'cd "src\ui" && dir': _UI,
    "cat /mnt/c/Users/me/repo/pkg/web/src/ui/x.tsx": "",
}
r"""The same of terminal commands: ``shlex`` takes a ``\`` outside quotes for quoting, and drops it."""
