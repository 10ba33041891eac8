"""textual-serve, for whoever sits at this machine and nobody else.

It asks nobody who they are, and so any page that is open in the browser, and any other user of the machine,
could drive the inspector and read files through it. Here each server has a key of its own.
"""

import secrets
from collections.abc import Awaitable, Callable
from hmac import compare_digest

from aiohttp import web
from textual_serve.server import Server

_HOST = "127.0.0.1"
_COOKIE = "hermes-tui-key"


class WebServer(Server):
    """Serves one command to pages that know the key."""

    def __init__(self, command: str, port: int) -> None:
        """Make a server for *command*, a line for the shell."""
        super().__init__(command, host=_HOST, port=port, title="hermes-tui")
        self._key = secrets.token_urlsafe(16)

    @property
    def address(self) -> str:
        """What somebody types into a browser."""
        return f"{self.public_url}/?key={self._key}"

    async def on_startup(self, app: web.Application) -> None:
        """Print nothing: the address has been told, with its key."""

    async def _make_app(self) -> web.Application:
        app: web.Application = await super()._make_app()
        app.middlewares.append(self._guarded)
        return app

    @web.middleware
    async def _guarded(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        given = request.query.get("key") or request.cookies.get(f"{_COOKIE}-{self.port}") or ""
        is_own_page = request.headers.get("Origin") in (None, self.public_url)
        if not is_own_page or not compare_digest(given.encode(), self._key.encode()):
            raise web.HTTPForbidden(text="Open the address that hermes-tui serve has printed: it has a key.")
        answer = await handler(request)
        if not answer.prepared:
            answer.set_cookie(f"{_COOKIE}-{self.port}", self._key, httponly=True, samesite="Strict")
            # The page would fetch a font from elsewhere.
            answer.headers["Content-Security-Policy"] = (
                f"default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; connect-src ws://{_HOST}:{self.port}"
            )
            answer.headers["Referrer-Policy"] = "no-referrer"
        return answer
