"""Rules above the directory where Hermes' way up ends (``rules.md`` 1.3)."""

from cases.why.case import GIT, RULE, Case, documented
from cases.why.sentences import (
    OUTSIDE_GIT,
    above_the_root,
    not_sent,
    write_new_or,
)
from support.trees import Files, Special, repository

NEXT_ABOVE = "; the next repository above is ROOT"

ENDS: dict[str, Case] = {
    "a linked work tree ends the way up": Case(
        {
            **repository(".git"),
            "AGENTS.md": RULE,
            "w/.git": "gitdir: ../.git/worktrees/w\n",
            ".git/worktrees/w/HEAD": "ref: refs/heads/w\n",
            ".git/worktrees/w/commondir": "../..\n",
        },
        documented(
            not_sent(
                "ROOT/AGENTS.md:1:1",
                above_the_root(f"the working directory is a linked work tree{NEXT_ABOVE}"),
                write_new_or("AGENTS.md", "start Hermes in ROOT/"),
            )
        ),
        cwd="w",
    ),
    "a submodule ends the way up": Case(
        {
            **repository(".git"),
            "AGENTS.md": RULE,
            "lib/.git": "gitdir: ../.git/modules/lib\n",
            **repository(".git/modules/lib"),
        },
        documented(
            not_sent(
                "ROOT/AGENTS.md:1:1",
                above_the_root(f"the working directory is a submodule{NEXT_ABOVE}"),
                write_new_or("AGENTS.md", "start Hermes in ROOT/"),
            )
        ),
        cwd="lib",
    ),
    "a stray .git directory ends the way up, and is to be removed": Case(
        {**repository(".git"), "AGENTS.md": RULE, "lib/.git/": ""},
        documented(
            not_sent(
                "ROOT/AGENTS.md:1:1",
                above_the_root(
                    "the working directory holds an empty directory called .git, which is no repository"
                    f"{NEXT_ABOVE}"
                ),
                write_new_or("AGENTS.md", "start Hermes in ROOT/, or remove the .git in ROOT/lib/"),
            )
        ),
        cwd="lib",
    ),
    "a repository whose directory is elsewhere is one": Case(
        {"AGENTS.md": RULE, "p/.git": "gitdir: ../real", **repository("real")},
        documented("…it lies above the working directory, which is a git root itself…"),
        cwd="p",
    ),
    "outside git a parent's file stays out": Case(
        {"AGENTS.md": RULE, "w/": ""},
        documented(
            not_sent(
                "ROOT/AGENTS.md:1:1",
                OUTSIDE_GIT,
                "Run git init in ROOT/, or start Hermes in ROOT/, or write the rule into a new AGENTS.md.",
            )
        ),
        cwd="w",
    ),
}


def odd_git(what: str, files: Files) -> Case:
    """Something called .git in ``p/`` that is no repository, with *files* that make it."""
    return Case(
        {**GIT, "AGENTS.md": RULE, "p/q/": "", **files},
        documented(
            not_sent(
                "ROOT/AGENTS.md:1:1",
                above_the_root(f"../ holds a {what}…"),
                write_new_or("../AGENTS.md", "start Hermes in ROOT/, or remove the .git in ROOT/p/"),
            )
        ),
        cwd="p/q",
    )


def git_file(what: str, files: Files) -> Case:
    return odd_git(f"file called .git{what}", files)


ODD_GIT: dict[str, Case] = {
    "a file called .git with other words": git_file(", which is no repository", {"p/.git": "x"}),
    "a file called .git that points nowhere": git_file(" that points nowhere", {"p/.git": "gitdir: nowhere"}),
    "a file called .git that points to no repository": git_file(
        " that points to no repository", {"p/.git": "gitdir: real", "p/real/": ""}
    ),
    "a file called .git without the blank that git writes": git_file(
        ", which is no repository", {"p/.git": "gitdir:../real", **repository("p/real")}
    ),
    "a pipe called .git": odd_git(
        "pipe or device called .git, which is no repository", {"p/.git": Special("pipe")}
    ),
    "a directory called .git without HEAD": odd_git(
        "directory without HEAD called .git, which is no repository", {"p/.git/objects/": ""}
    ),
    "a directory called .git without objects": odd_git(
        "directory without objects called .git, which is no repository", {"p/.git/HEAD": ""}
    ),
}

GIT_ROOTS = ENDS | ODD_GIT
