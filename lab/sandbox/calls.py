"""Makes a filter for the kernel (seccomp, Linux) of system calls that a submission is refused.

Refused are sockets, and memory and queues that belong to no process and so are counted nowhere;
without a namespace for processes also signals, and other calls that reach into other processes.
A refused call fails with EPERM.  Machines other than those in NUMBERS have no filter.
Sources: seccomp(2), bpf(4), fcntl(2), svipc(7), memfd_create(2); numbers: unistd_64.h,
asm-generic/unistd.h.
"""

import errno
import platform
import struct
import sys
from collections.abc import Iterator
from typing import NamedTuple


class Machine(NamedTuple):
    """A processor: its number for the kernel, and the numbers of its calls by their names."""

    audit: int  # AUDIT_ARCH_...
    calls: dict[str, int]


NEW_CALLS = {"pidfd_send_signal": 424, "io_uring_setup": 425, "pidfd_getfd": 438}  # the same on all
CALLS = (
    *("socket", "shmget", "semget", "msgget", "mq_open", "memfd_create"),
    *("add_key", "request_key", "keyctl"),
    *("kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "ptrace"),
    *("process_vm_readv", "process_vm_writev", "prlimit64", "fcntl", "ioctl"),
)
X86_64 = (
    *(41, 29, 64, 68, 240, 319, 248, 249, 250),
    *(62, 200, 234, 129, 297, 101, 310, 311, 302, 72, 16),
)
AARCH64 = (
    *(198, 194, 190, 186, 180, 279, 217, 218, 219),
    *(129, 130, 131, 138, 240, 117, 270, 271, 261, 25, 29),
)
NUMBERS = {  # by platform.machine()
    "x86_64": Machine(0xC000003E, dict(zip(CALLS, X86_64)) | NEW_CALLS),
    "aarch64": Machine(0xC00000B7, dict(zip(CALLS, AARCH64)) | NEW_CALLS),
}
REFUSED = (*CALLS[: CALLS.index("kill")], "io_uring_setup")
OTHER_PROCESSES = (*CALLS[CALLS.index("kill") : CALLS.index("prlimit64")], *NEW_CALLS)
SET_OWNER = (8, 10, 15)  # F_SETOWN, F_SETSIG, F_SETOWN_EX: have the kernel send a signal
SET_SOCKET_OWNER = (0x8901, 0x8902)  # FIOSETOWN, SIOCSPGRP

LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06  # instructions of bpf(4), on words
NUMBER, ARCHITECTURE, ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data
FIRST_X32 = 0x40000000  # numbers from here on are calls of x32
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM

Instruction = tuple[int, int, int, int]  # code, steps to skip if true, if false, operand


def make_filter(may_signal: bool) -> bytes:
    """Return the filter, an array of struct sock_filter; empty on machines that have none.

    `may_signal` allows calls that reach into other processes.
    """
    machine = NUMBERS.get(platform.machine())
    if sys.platform != "linux" or not machine or sys.maxsize < 2**32:
        return b""
    return b"".join(struct.pack("HBBI", *step) for step in list_instructions(machine, may_signal))


def list_instructions(machine: Machine, may_signal: bool) -> Iterator[Instruction]:
    """Yield the filter, one instruction after another."""
    calls = machine.calls
    yield LOAD, 0, 0, ARCHITECTURE
    yield from refuse(EQUAL, machine.audit, if_true=False)
    yield LOAD, 0, 0, NUMBER
    yield from refuse(AT_LEAST, FIRST_X32)
    for name in (*REFUSED, *(() if may_signal else OTHER_PROCESSES)):
        yield from refuse(EQUAL, calls[name])
    if not may_signal:
        yield from refuse_arguments(calls["fcntl"], 1, SET_OWNER)
        yield from refuse_arguments(calls["ioctl"], 1, SET_SOCKET_OWNER)
        yield EQUAL, 0, 3, calls["prlimit64"]
        yield LOAD, 0, 0, ARGUMENT
        yield from refuse(EQUAL, 0, if_true=False)  # the process itself
    yield RETURN, 0, 0, ALLOW


def refuse(code: int, operand: int, if_true: bool = True) -> Iterator[Instruction]:
    """Refuse the call if the loaded word compares so, or if it does not."""
    yield code, not if_true, if_true, operand
    yield RETURN, 0, 0, REFUSE


def refuse_arguments(call: int, index: int, values: tuple[int, ...]) -> Iterator[Instruction]:
    """Refuse a call if its argument with this index has one of these values."""
    yield EQUAL, 0, 2 * len(values) + 2, call
    yield LOAD, 0, 0, ARGUMENT + 8 * index
    for value in values:
        yield from refuse(EQUAL, value)
    yield LOAD, 0, 0, NUMBER
