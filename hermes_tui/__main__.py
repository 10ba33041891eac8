"""``python -m hermes_tui``, and the command ``hermes-tui``."""

import gc
import sys

from hermes_tui.end_signals import end_at_once, end_on_signals

end_on_signals()  # before what takes its time to load
gc.disable()  # until a command begins: what is loaded stays, and looking through it takes time


def main() -> int:
    """Run the command line; returns the exit status."""
    from hermes_tui.cli import main as run

    status = run()
    end_at_once()
    return status


if __name__ == "__main__":
    sys.exit(main())
