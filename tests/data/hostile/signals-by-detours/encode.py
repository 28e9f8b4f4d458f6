import ctypes
import fcntl
import os
import resource
import signal

from right import TARGETS, attempt, encode

SETSIG = 10  # F_SETSIG: which signal the owner gets
process, libc = TARGETS["process"], ctypes.CDLL(None)


def by_threads():
    libc.syscall(234, process, process, signal.SIGKILL)  # tgkill of x86_64
    libc.syscall(200, process, signal.SIGKILL)  # tkill


def by_its_number():
    signal.pidfd_send_signal(os.pidfd_open(process), signal.SIGKILL)


def by_a_queue():
    libc.sigqueue(process, signal.SIGKILL, None)


def by_the_owner_of_a_pipe():
    reader, writer = os.pipe()
    fcntl.fcntl(reader, fcntl.F_SETOWN, process)
    fcntl.fcntl(reader, SETSIG, signal.SIGKILL)
    fcntl.fcntl(reader, fcntl.F_SETFL, os.O_ASYNC)
    os.write(writer, b"x")


def by_its_limits():
    resource.prlimit(process, resource.RLIMIT_CPU, (0, 0))


for way in (by_threads, by_its_number, by_a_queue, by_the_owner_of_a_pipe, by_its_limits):
    attempt(way)
encode()
