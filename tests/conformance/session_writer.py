"""Writes a session as a real release does: its own store of sessions, its own hint tracker.

Run in the oracle's Python with the wheel's directory as first argument, the database as second and its
journal mode, wal or the usual one, as third. Each line
of standard input is an order, answered by a line once it is done:

* ``{"session": id, "cwd": directory, "prompt": text}`` begins one;
* ``{"tool": name, "args": {...}}`` makes a call: the request for it, and its result with the hints;
* ``{"many": count, "seconds": length}`` makes that many calls, evenly over that time;
* ``{"end": reason}`` ends the session, ``{"close": true}`` closes the store.
"""

import json
import os
import sqlite3
import sys
import time
from pathlib import Path

sys.path.insert(0, sys.argv[1])

from agent.subdirectory_hints import SubdirectoryHintTracker  # type: ignore[import-not-found]
from hermes_state import SessionDB  # type: ignore[import-not-found]


class Writer:
    def __init__(self, path: str) -> None:
        # 0.22.2 turns WAL off for old versions of SQLite, but not where a database has it already
        if sys.argv[3] == "wal":
            sqlite3.connect(path).execute("PRAGMA journal_mode=WAL")
        self.store = SessionDB(Path(path))
        self.session = ""
        self.made = 0

    def obey(self, order: dict[str, object]) -> object:
        if "session" in order:
            self.session = str(order["session"])
            os.chdir(str(order["cwd"]))
            os.environ["TERMINAL_CWD"] = str(order["cwd"])
            self.tracker = SubdirectoryHintTracker(working_dir=str(order["cwd"]))
            self.store.create_session(self.session, "cli", model="mock-1", system_prompt=str(order["prompt"]))
            self.store.append_message(self.session, "user", "do it")
        elif "tool" in order:
            return self.call(str(order["tool"]), order["args"])
        elif "many" in order:
            count, length = int(str(order["many"])), float(str(order["seconds"]))
            begin = time.monotonic()
            for number in range(count):
                self.call("read_file", {"path": f"many/{number}.py"})
                wait = begin + (number + 1) * length / count - time.monotonic()
                if wait > 0:
                    time.sleep(wait)
            return time.monotonic() - begin
        elif "end" in order:
            self.store.end_session(self.session, str(order["end"]))
        else:
            self.store.close()
        return None

    def call(self, tool: str, args: object) -> object:
        self.made += 1
        name = f"call_{self.made}"
        function = {"name": tool, "arguments": json.dumps(args)}
        calls = [{"id": name, "call_id": name, "type": "function", "function": function}]
        self.store.append_message(self.session, "assistant", "", tool_calls=calls)
        hints = self.tracker.check_tool_call(tool, args)
        text = json.dumps({"content": "x"}) + (hints or "")
        self.store.append_message(self.session, "tool", text, tool_name=tool, tool_call_id=name)
        return hints


if __name__ == "__main__":
    writer = Writer(sys.argv[2])
    for line in sys.stdin:
        print(json.dumps(writer.obey(json.loads(line))), flush=True)
