"""textual-serve shows the inspector in a browser: here a websocket stands in for one."""

import asyncio
import contextlib
import json
import os
import re
import shlex
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from support.trees import Tree

pytest.importorskip("textual_serve", reason="textual-serve is not installed")
aiohttp = pytest.importorskip("aiohttp", reason="textual-serve is not installed")

SERVE = """
import sys
from textual_serve.server import Server
Server(sys.argv[1], host="127.0.0.1", port=int(sys.argv[2])).serve()
"""
SECONDS = 60
"""So long anything may take before it counts as hanging."""
CONTROL = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]")


async def free_port() -> int:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    async with server:
        return int(server.sockets[0].getsockname()[1])


async def answers(port: int) -> None:
    """Wait until somebody answers there."""
    async with asyncio.timeout(SECONDS):
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            await asyncio.sleep(0.1)


@contextlib.asynccontextmanager
async def served(command: str) -> AsyncIterator[str]:
    """A server for *command*; its address for websockets."""
    port = await free_port()
    with_package = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SERVE, command, str(port), env=with_package, stdout=asyncio.subprocess.DEVNULL
    )
    try:
        await answers(port)
        yield f"http://127.0.0.1:{port}/ws?width=120&height=40"
    finally:
        with contextlib.suppress(ProcessLookupError):
            server.kill()
        await server.wait()


def hermes_tui(argument: str) -> str:
    """The command as somebody types it in a shell, wherever this checkout lies."""
    return shlex.join((sys.executable, "-m", "hermes_tui", argument))


async def until(socket: Any, words: str) -> str:
    """What is drawn until *words* are, without colours and places."""
    drawn = b""
    async with asyncio.timeout(SECONDS):
        async for message in socket:
            drawn += message.data if message.type is aiohttp.WSMsgType.BINARY else b""
            text = CONTROL.sub(b"", drawn).decode("utf-8", "replace")
            if words in text:
                return text
    raise AssertionError(f"it ended before {words!r} came: {drawn!r}")


async def until_gone(mark: Path) -> None:
    async with asyncio.timeout(SECONDS):
        while mark.exists():
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("command", ["TREE", "demo"])
async def test_the_screen_is_drawn_in_a_browser_and_takes_keys(tree: Tree, command: str) -> None:
    root = tree({".git/": "", "AGENTS.md": "use tabs", "pkg/AGENTS.md": "x"})
    what = hermes_tui(command.replace("TREE", str(root)))
    async with (
        served(what) as address,
        aiohttp.ClientSession() as session,
        session.ws_connect(address) as socket,
    ):
        assert "AGENTS.md" in await until(socket, "Sent to the model")
        await socket.send_json(["stdin", "?"])
        await until(socket, "On the main screen")
        await socket.send_json(["stdin", "\x1b"])
        await socket.send_json(["stdin", "\x11"])
        async with asyncio.timeout(SECONDS):
            async for _ in socket:  # ctrl+q ends the program, and with it the connection
                pass


async def test_a_program_whose_server_is_gone_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    async with aiohttp.ClientSession() as session:
        async with served(hermes_tui("demo")) as address:
            socket = await session.ws_connect(address)
            await until(socket, "Sent to the model")
            (made,) = tmp_path.glob("hermes-tui-demo-*")
        await until_gone(made)
        await socket.close()


async def test_serve_answers_whoever_has_the_key(tree: Tree) -> None:
    root = tree({".git/": "", "AGENTS.md": "use tabs", "-o d/AGENTS.md": "x"})
    port = await free_port()
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "hermes_tui", "serve", "--json", f"--port={port}", "--hermes=0.22.2"),
        *("--", "-o d"),
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])},
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert server.stdout is not None
        said = b""
        async with asyncio.timeout(SECONDS):
            while not said.rstrip().endswith(b"}"):
                said += await server.stdout.readline()
        address = json.loads(said)["address"]
        own = f"http://127.0.0.1:{port}"
        assert address.startswith(f"{own}/?key=")
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
            await answers(port)
            for path in ("/", "/?key=x", "/ws", "/static/js/textual.js"):
                async with session.get(f"{own}{path}") as refused:
                    assert refused.status == 403
            async with session.get(address, headers={"Origin": "http://127.0.0.1:1"}) as refused:
                assert refused.status == 403
            async with session.get(address) as page:
                assert page.status == 200
                assert "default-src 'self'" in page.headers["Content-Security-Policy"]
            async with session.ws_connect(f"{own}/ws?width=120&height=40") as socket:
                assert "-o d" in await until(socket, "Sent to the model")
    finally:
        with contextlib.suppress(ProcessLookupError):
            server.terminate()
        await server.wait()
