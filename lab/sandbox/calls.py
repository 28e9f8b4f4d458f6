"""Makes a filter for the kernel (seccomp, Linux) of system calls that a submission is refused.

Refused are sockets; memory and queues that belong to no process and so are counted nowhere; changes
of the mode, owner, times and attributes of files; sessions, process groups and namespaces of its
own.  Without a namespace for processes also signals, and other calls that reach into other
processes.  A logic program is also refused new processes.  A refused call fails with EPERM.
Machines other than those in NUMBERS have no filter.
Sources: seccomp(2), bpf(4), fcntl(2), svipc(7), memfd_create(2), clone(2), mmap(2); numbers:
unistd_64.h, asm-generic/unistd.h.
"""

import errno
import platform
import struct
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lab.sandbox.launch import PR_SET_DUMPABLE

# Each call has its number on x86_64 and on aarch64, or - where it does not exist.
SOCKETS_AND_MEMORY = (
    "socket 41 198, socketpair 53 199, io_uring_setup 425 425, shmget 29 194, semget 64 190, "
    "msgget 68 186, mq_open 240 180, memfd_create 319 279, memfd_secret 447 447, "
    "vmsplice 278 75, splice 275 76, sendfile 40 71, "  # whose pages can stay in a pipe
    "add_key 248 217, request_key 249 218, keyctl 250 219"
)
FILE_CHANGES = (
    "chmod 90 -, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452, chown 92 -, fchown 93 55, "
    "lchown 94 -, fchownat 260 54, utime 132 -, utimes 235 -, futimesat 261 -, utimensat 280 88, "
    "setxattr 188 5, lsetxattr 189 6, fsetxattr 190 7, setxattrat 463 463, removexattr 197 14, "
    "lremovexattr 198 15, fremovexattr 199 16, removexattrat 466 466, file_setattr 469 469"
)
# A command stays in one process group, so that one signal ends all of it, and in its namespaces.
SESSIONS = "setsid 112 157, setpgid 109 154, unshare 272 97, setns 308 268"
OTHER_PROCESSES = (  # calls that reach into them
    "kill 62 129, tkill 200 130, tgkill 234 131, rt_sigqueueinfo 129 138, "
    "rt_tgsigqueueinfo 297 240, ptrace 101 117, process_vm_readv 310 270, "
    "process_vm_writev 311 271, pidfd_send_signal 424 424, pidfd_getfd 438 438"
)
FORKS = "fork 57 -, vfork 58 -"
BY_ARGUMENT = (  # calls that are refused with some arguments only
    "prlimit64 302 261, fcntl 72 25, ioctl 16 29, clone 56 220, clone3 435 435, mmap 9 222, "
    "prctl 157 167"
)
REFUSED = SOCKETS_AND_MEMORY, FILE_CHANGES, SESSIONS  # refused to all programs


def list_call_names(group: str) -> list[str]:
    return [call.split()[0] for call in group.split(", ")]


def read_numbers(column: int) -> dict[str, int]:
    """Return the numbers of all calls that a processor has, by their names."""
    groups = ", ".join((*REFUSED, OTHER_PROCESSES, FORKS, BY_ARGUMENT))
    rows = [call.split() for call in groups.split(", ")]
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}


class Machine(NamedTuple):
    """A processor: its number for the kernel, and the numbers of its calls by their names."""

    audit: int  # AUDIT_ARCH_...
    calls: dict[str, int]


NUMBERS = {  # processors by platform.machine()
    "x86_64": Machine(0xC000003E, read_numbers(1)),
    "aarch64": Machine(0xC00000B7, read_numbers(2)),
}
SET_OWNER = (8, 10, 15)  # F_SETOWN, F_SETSIG, F_SETOWN_EX: have the kernel send a signal
SET_SOCKET_OWNER = (0x8901, 0x8902)  # FIOSETOWN, SIOCSPGRP
NEW_USER, THREAD = 0x10000000, 0x10000  # CLONE_NEWUSER, CLONE_THREAD
SHARED_MAPPINGS, MAPPING_TYPE = (1, 3), 0xF  # MAP_SHARED, MAP_SHARED_VALIDATE; MAP_TYPE

LOAD, AND, EQUAL, AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06  # instructions of bpf(4) on words
NUMBER, ARCHITECTURE, ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data
FIRST_X32 = 0x40000000  # numbers from here on are calls of x32
ALLOW, REFUSE, ABSENT = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
WORD = 0xFFFFFFFF

Instruction = tuple[int, int, int, int]  # code, steps to skip if true, if false, operand


def make_filter(may_signal: bool, may_fork: bool = True) -> bytes:
    """Return the filter, an array of struct sock_filter; empty on machines that have none.

    `may_signal` allows calls that reach into other processes, `may_fork` new processes.
    """
    machine = NUMBERS.get(platform.machine()) if sys.platform == "linux" else None
    if not machine or sys.maxsize < 2**32:
        return b""
    instructions = filter_instructions(machine, may_signal, may_fork)
    return b"".join(struct.pack("HBBI", *instruction) for instruction in instructions)


def filter_instructions(
    machine: Machine, may_signal: bool, may_fork: bool
) -> Iterator[Instruction]:
    calls = machine.calls
    yield LOAD, 0, 0, ARCHITECTURE
    yield from refuse(EQUAL, machine.audit, if_true=False)
    yield LOAD, 0, 0, NUMBER
    yield from refuse(AT_LEAST, FIRST_X32)
    groups = list(REFUSED)
    if not may_signal:
        groups.append(OTHER_PROCESSES)
    if not may_fork:
        groups.append(FORKS)
    for name in list_call_names(", ".join(groups)):
        if name in calls:
            yield from refuse(EQUAL, calls[name])
    yield EQUAL, 0, 1, calls["clone3"]
    yield RETURN, 0, 0, ABSENT  # the C library then takes clone, whose flags a filter can read
    yield from refuse_arguments(calls["clone"], 0, [NEW_USER], NEW_USER)
    yield from refuse_arguments(calls["mmap"], 3, SHARED_MAPPINGS, MAPPING_TYPE)
    if not may_fork:
        yield from refuse_arguments(calls["clone"], 0, [0], THREAD)
    if not may_signal:
        yield from refuse_arguments(calls["prctl"], 0, [PR_SET_DUMPABLE])
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


def refuse_arguments(
    call: int, index: int, values: Sequence[int], mask: int = WORD
) -> Iterator[Instruction]:
    """Refuse a call if its argument with this index, under a mask, has one of these values."""
    yield EQUAL, 0, 2 * len(values) + 3, call
    yield LOAD, 0, 0, ARGUMENT + 8 * index
    yield AND, 0, 0, mask
    for value in values:
        yield from refuse(EQUAL, value)
    yield LOAD, 0, 0, NUMBER
