"""Serves the pages on a socket until Ctrl-C."""

import errno
import ipaddress
import socket
from pathlib import Path

import uvicorn

from lab import Unusable
from lab.sandbox import Sandbox
from lab.web.app import PageServer
from lab.web.guard import Guard

PATIENCE = 1  # seconds for answers that are on their way at Ctrl-C
LOOPBACK = "localhost"


def is_local(host: str) -> bool:
    """Return whether only this machine can reach an address."""
    try:
        return host == LOOPBACK or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_public(folder: Path | None) -> None:
    """Raise Unusable for a page that may not be offered to other machines."""
    if folder:
        raise Unusable(f"{folder}: --host serves no folder: programs are typed in the page")
    sandbox = Sandbox()
    if not sandbox.is_safe:
        leaks = "; ".join(sandbox.leaks)
        raise Unusable(f"--host: the programs of visitors are not contained here: {leaks}")


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raise Unusable for an unknown host or a port in use."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, _, _, _, address = addresses[0]
        return socket.create_server(address, family=family, backlog=128)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Unusable(
                f"port {port} is in use, perhaps by a page that was started before: use that one, "
                "or choose another --port"
            ) from None
        raise Unusable(f"{host}, port {port}: {error.strerror}") from None


def format_address(listener: socket.socket, token: str, path: str) -> str:
    """Return the address of a page for a browser, with the token."""
    host, port = listener.getsockname()[:2]
    if ipaddress.ip_address(host).is_unspecified:
        host = socket.gethostname()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}?token={token}"


def serve_pages(pages: PageServer, listener: socket.socket, token: str) -> None:
    """Answer requests until Ctrl-C; then end all processes that were started."""
    host, port = listener.getsockname()[:2]
    names = {LOOPBACK}  # by which browsers may call this machine, beside its IP addresses
    if not is_local(host):
        names |= {socket.gethostname().lower(), socket.getfqdn().lower()}
    config = uvicorn.Config(
        Guard(pages.app, token, names, port),
        log_level="critical",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=PATIENCE,
        limit_concurrency=500,
    )
    uvicorn.Server(config).run(sockets=[listener])
