"""Who may ask the page: only itself, in the browser of someone who has its token.

A request is refused if its Host is not one of this machine's (a name that an attacker points to
it: DNS rebinding), if another page sends it (Origin, Sec-Fetch-Site), without the token, or if it
is too long.  Sources: RFC 9110, Fetch Metadata (W3C), OWASP's cheat sheet on CSRF.
"""

import contextlib
import ipaddress
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY = 1 << 20  # bytes
AT_ONCE = 60  # requests of one machine
PAGES, OPEN = ("/", "/write"), ("/static/",)  # pages, and what everybody may have
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
CLOSED = (
    "This page needs the address that the terminal shows, with its token: open that one. What "
    "was played here is kept."
)


class Refused(Exception):
    """Why a request is not answered; `status` is that of HTTP."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status, self.words = status, words


class Guard:
    """The application behind the checks; `names` are the names of this machine beside its IPs."""

    def __init__(self, app: App, token: str, names: set[str], port: int) -> None:
        self._app, self._token, self._names, self._port = app, token, names, port
        self._cookie = f"lab-{port}"  # browsers send a cookie to all ports of a machine
        self._open: Counter[str] = Counter()  # requests that are not answered yet, by machine

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return  # there are no web sockets
        headers = {
            name.decode("latin-1"): text.decode("latin-1") for name, text in scope["headers"]
        }
        query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        try:
            self.check(scope["method"], scope["path"], headers)
            if scope["path"] in PAGES and self._is_token(query.pop("token", "")):
                await self._welcome(scope["path"], query, send)
                return
            self._check_token(scope["path"], headers)
            with self._counted((scope.get("client") or ("",))[0]):
                await self._app(scope, limited(receive), with_headers(send))
        except Refused as refused:
            await respond(send, refused.status, refused.words.encode())

    @contextlib.contextmanager
    def _counted(self, machine: str) -> Iterator[None]:
        """Raise Refused for a machine that asks too much at once."""
        if self._open[machine] >= AT_ONCE:
            raise Refused(
                429, f"{AT_ONCE} requests at once are the most: one after another, please"
            )
        self._open[machine] += 1
        try:
            yield
        finally:
            self._open[machine] -= 1
            self._open += Counter()  # without those that are zero

    def check(self, method: str, path: str, headers: dict[str, str]) -> None:
        """Raise Refused for a request from elsewhere, or one that is too long."""
        host = headers.get("host", "")
        if not self._is_here(host):
            raise Refused(421, f"found the host {host!r}, expected a name of this machine")
        if headers.get("origin", f"http://{host}") != f"http://{host}":
            raise Refused(403, "another page may not ask this one")
        visits = method == "GET" and path in PAGES and headers.get("sec-fetch-mode") == "navigate"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not visits:
            raise Refused(403, "another page may not ask this one")
        if method not in ("GET", "HEAD", "POST"):
            raise Refused(405, f"found {method}, expected GET or POST")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > BODY:
            raise Refused(413, f"found {length} bytes, expected {BODY} at most")

    def _is_here(self, host: str) -> bool:
        """Whether a Host is one of this machine's: an IP address cannot be rebound."""
        try:
            parts = urlsplit(f"//{host}")
            name, port = parts.hostname or "", parts.port or 80
        except ValueError:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return port == self._port and name in self._names
        return port == self._port

    def _check_token(self, path: str, headers: dict[str, str]) -> None:
        """Raise Refused without the token; the page itself sends it in a header, too."""
        if path.startswith(OPEN):
            return
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        except CookieError:
            cookie = None
        if not self._is_token(cookie.value if cookie else ""):
            raise Refused(403, CLOSED)

    def _is_token(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self._token.encode())

    async def _welcome(self, path: str, query: dict[str, str], send: Send) -> None:
        """Keep the token as a cookie, and lead to the same address without it."""
        place = path + (f"?{urlencode(query)}" if query else "")
        cookie = f"{self._cookie}={self._token}; Path=/; HttpOnly; SameSite=Lax"
        more = {"location": place, "set-cookie": cookie}
        await respond(send, 303, b"", more)


async def respond(send: Send, status: int, body: bytes, more: dict[str, str] | None = None) -> None:
    """Send a plain answer."""
    kind = {"content-type": "text/plain; charset=utf-8"}
    headers = {**HEADERS, **kind, **(more or {})}
    listed = [(name.encode(), text.encode("latin-1")) for name, text in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": listed})
    await send({"type": "http.response.body", "body": body + b"\n" * bool(body)})


def limited(receive: Receive) -> Receive:
    """The same messages; raises Refused when they have too many bytes."""
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > BODY:
            raise Refused(413, f"found more than {BODY} bytes")
        return message

    return counted


def with_headers(send: Send) -> Send:
    """The same messages, with the headers of every answer."""

    async def added(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name.lower() for name, _ in message["headers"]}
            extra = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in own]
            message = {**message, "headers": [*message["headers"], *extra]}
        await send(message)

    return added
