import socket

from right import TARGETS, attempt, encode


def tcp():
    with socket.create_connection(("127.0.0.1", TARGETS["tcp"]), 1) as there:
        there.sendall(b"HOSTILE")


def abstract():
    with socket.socket(socket.AF_UNIX) as there:
        there.connect("\0" + TARGETS["abstract"])
        there.sendall(b"HOSTILE")


attempt(tcp)
attempt(abstract)
encode()
