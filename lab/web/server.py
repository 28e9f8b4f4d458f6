"""Serves the pages on a socket until Ctrl-C."""

import errno
import ipaddress
import socket

import uvicorn

from lab import Unusable
from lab.web.app import PageServer
from lab.web.guard import Guard

PATIENCE = 1  # seconds for answers that are on their way at Ctrl-C


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raise Unusable for an unknown host or a port in use."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, _, _, _, address = addresses[0]
        return socket.create_server(address, family=family, backlog=128)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            fault = f"port {port} is in use: choose another --port, or use the page that runs there"
            raise Unusable(fault) from None
        raise Unusable(f"{host}, port {port}: {error.strerror}") from None


def format_address(listener: socket.socket, token: str, path: str) -> str:
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
        timeout_graceful_shutdown=PATIENCE,
        limit_concurrency=500,
    )
    uvicorn.Server(config).run(sockets=[listener])
