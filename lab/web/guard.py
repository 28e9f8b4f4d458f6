"""Decides which requests are answered: what the page sends in a browser that has the token.

A request is refused if its Host is not a name of this machine (DNS rebinding), or if another page
sends it (Origin, Sec-Fetch-Site).  Requests without the token, and long or slow ones, are refused,
too.
Sources: RFC 9110, Fetch Metadata (W3C), OWASP's cheat sheet on CSRF.
"""

import asyncio
import re
import secrets
from urllib.parse import urlencode

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lab.web.pages import CONTENT_POLICY

MAX_BODY = 1 << 20  # bytes of a request
TRANSFER_SECONDS = 10.0  # seconds for a part of a request to come, or of an answer to be taken
ADDRESSES = {"play": "/", "write": "/write"}  # addresses of the parts of the page
PAGE_PATHS = tuple(ADDRESSES.values())
OPEN_PATH = "/static/"  # needs no token
HEADERS = {
    "content-security-policy": f"{CONTENT_POLICY}; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
TOKEN_MISSING = (
    "This page needs the address that the terminal shows, with its token: open that one. What "
    "was played here is kept."
)


class Guard:
    """An application that passes requests on to another one, or refuses them."""

    def __init__(self, app: ASGIApp, token: str, names: set[str], port: int) -> None:
        """`names` are the names of this machine beside its IP addresses."""
        self._app, self._token = app, token
        name = "|".join([*map(re.escape, names), r"[\d.]+", r"\[[\da-f:.]+\]"])  # or IPv4, IPv6
        end = rf"(:{port})?" if port == 80 else f":{port}"
        self._hosts = re.compile(f"({name}){end}", re.IGNORECASE | re.ASCII)
        self._cookie = f"lab-{port}"  # browsers send a cookie to all ports of a machine

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; there are no web sockets."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        if scope["type"] != "http":
            return
        request, send = Request(scope), guard_send(send)
        try:
            self._check_sender(request)
            if redirection := self._move_token(request):
                await redirection(scope, receive, send)
                return
            is_open = request.scope["path"].startswith(OPEN_PATH)
            if not is_open and not self._is_token(request.cookies.get(self._cookie, "")):
                raise HTTPException(403, TOKEN_MISSING)
            await self._app(scope, guard_receive(receive), send)
        except HTTPException as error:
            text = f"{error.detail}\n"
            await PlainTextResponse(text, error.status_code)(scope, receive, send)

    def _check_sender(self, request: Request) -> None:
        """Raise HTTPException for a request from elsewhere."""
        headers, path = request.headers, request.scope["path"]
        host = headers.get("host", "")
        if not self._hosts.fullmatch(host):
            raise HTTPException(421, f"found the host {host!r}, expected a name of this machine")
        is_navigation = headers.get("sec-fetch-mode") == "navigate"
        is_visit = request.method == "GET" and path in PAGE_PATHS and is_navigation
        is_same_site = headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        is_same_origin = headers.get("origin", f"http://{host}") == f"http://{host}"
        if not is_same_origin or not (is_same_site or is_visit):
            raise HTTPException(403, "another page may not ask this one")

    def _move_token(self, request: Request) -> Response | None:
        """Return a redirection that moves the token from the address into a cookie.

        Return None if the address has no token, or a wrong one.
        """
        query, path = dict(request.query_params), request.scope["path"]
        if path not in PAGE_PATHS or not self._is_token(query.pop("token", "")):
            return None
        response = RedirectResponse(path + (f"?{urlencode(query)}" if query else ""), 303)
        response.set_cookie(self._cookie, self._token, httponly=True, samesite="lax")
        return response

    def _is_token(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self._token.encode())


def guard_receive(receive: Receive) -> Receive:
    """Return a `receive` that raises HTTPException for a body that is too long or too slow."""
    size, is_complete = 0, False

    async def receive_limited() -> Message:
        nonlocal size, is_complete
        try:  # the end of the connection comes after the body, at any time
            message = await asyncio.wait_for(receive(), None if is_complete else TRANSFER_SECONDS)
        except asyncio.TimeoutError:
            raise HTTPException(408, f"found no data for {TRANSFER_SECONDS:g} s") from None
        is_complete = not message.get("more_body", False)
        size += len(message.get("body", b""))
        if size > MAX_BODY:
            raise HTTPException(413, f"found more than {MAX_BODY} bytes")
        return message

    return receive_limited


def guard_send(send: Send) -> Send:
    """Return a `send` that adds HEADERS where a response lacks them.

    The new `send` raises TimeoutError if nobody takes the data.
    """

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await asyncio.wait_for(send(message), TRANSFER_SECONDS)

    return send_with_headers
