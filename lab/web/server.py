"""Serves the pages on a socket until Ctrl-C."""

import asyncio
import errno
import ipaddress
import socket
from collections import Counter
from typing import Any, ClassVar

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from lab import Unusable
from lab.web.app import PageServer
from lab.web.guard import Guard

END_SECONDS = 1  # seconds for answers that are on their way at Ctrl-C
MAX_CONNECTIONS = 500
MAX_MACHINE_CONNECTIONS = 100  # connections of one machine; each has one request at a time
HEAD_SECONDS = 5.0  # after twice this time a connection without the head of a request is closed


class LimitedConnection(H11Protocol):  # type: ignore[misc]
    """A connection that is closed if its machine has too many, or if no request comes on it."""

    _machines: ClassVar[Counter[str]] = Counter()  # the number of open connections of each
    _last_request: Any = None  # what `cycle` was at the last look

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._machine = self.client[0] if self.client else ""
        self._machines[self._machine] += 1
        self._timer = self.loop.call_later(HEAD_SECONDS, self._close_if_idle)
        if self._machines[self._machine] > MAX_MACHINE_CONNECTIONS:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        self._machines[self._machine] -= 1
        super().connection_lost(exc)

    def _close_if_idle(self) -> None:
        """Close the connection unless a request is being answered or came since the last look."""
        request = self.cycle  # uvicorn's name for a request and its answer; None before the first
        is_new = request is not self._last_request
        if is_new or (request and not request.response_complete):
            self._last_request = request
            self._timer = self.loop.call_later(HEAD_SECONDS, self._close_if_idle)
        else:
            self.transport.abort()


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raise Unusable for an unknown host or a port in use."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address, family=family, backlog=128)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            fault = f"port {port} is in use: choose another --port, or use the page that runs there"
            raise Unusable(fault) from None
        raise Unusable(f"{host}, port {port}: {error.strerror}") from None


def format_page_address(listener: socket.socket, token: str, path: str) -> str:
    """Return the address of a page for a browser, with the token."""
    host, port = listener.getsockname()[:2]
    if ipaddress.ip_address(host).is_unspecified:
        host = socket.gethostname()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}?token={token}"


def serve_pages(pages: PageServer, listener: socket.socket, token: str, is_public: bool) -> None:
    """Answer requests until Ctrl-C; then end all processes that were started."""
    names = {"localhost"}  # by which browsers may call this machine, beside its IP addresses
    if is_public:
        names |= {socket.gethostname(), socket.getfqdn()}
    config = uvicorn.Config(
        Guard(pages.app, token, names, listener.getsockname()[1]),
        log_level="critical",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=END_SECONDS,
        limit_concurrency=MAX_CONNECTIONS,
        http=LimitedConnection,
    )
    uvicorn.Server(config).run(sockets=[listener])
