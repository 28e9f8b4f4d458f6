"""Serves a site on a socket until Ctrl-C."""

import errno
import ipaddress
import socket
from pathlib import Path

import uvicorn

from lab import Unusable
from lab.sandbox import Sandbox
from lab.web.app import Site
from lab.web.guard import Guard

PATIENCE = 2  # seconds for answers that are on their way when it ends
LOOPBACK = "localhost"


def is_local(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return host == LOOPBACK or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_public(folder: Path | None) -> None:
    """Raise Unusable for what may not be offered to other machines."""
    if folder:
        raise Unusable(f"{folder}: --host serves no folder: programs are typed in the page")
    sandbox = Sandbox()
    if not sandbox.is_safe:
        leaks = "; ".join(sandbox.leaks)
        raise Unusable(f"--host: the programs of visitors are not contained here: {leaks}")


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; raises Unusable if the port is in use."""
    listener = None
    try:
        family, kind, proto, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, proto)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(128)
        return listener
    except OSError as error:
        if listener:
            listener.close()
        if error.errno == errno.EADDRINUSE:
            raise Unusable(
                f"port {port} is in use, perhaps by a page that was started before: use that one, "
                "or choose another --port"
            ) from None
        raise Unusable(f"{host}, port {port}: {error.strerror}") from None


def names(listener: socket.socket) -> set[str]:
    """The names by which browsers may call this machine."""
    host = listener.getsockname()[0]
    if is_local(host):
        return {LOOPBACK}
    return {LOOPBACK, socket.gethostname().lower(), socket.getfqdn().lower()}


def address(listener: socket.socket, token: str, path: str) -> str:
    """The address to be opened, with the token."""
    host, port = listener.getsockname()[:2]
    if ipaddress.ip_address(host).is_unspecified:
        host = socket.gethostname()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}?token={token}"


def serve(site: Site, listener: socket.socket, token: str) -> None:
    """Answer requests until Ctrl-C; then end all that was started."""
    port = listener.getsockname()[1]
    app = Guard(site.app, token, names(listener), port)
    config = uvicorn.Config(
        app,
        log_level="critical",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=PATIENCE,
        limit_concurrency=500,
    )
    server = uvicorn.Server(config)
    site.is_closing = lambda: server.should_exit
    server.run(sockets=[listener])
