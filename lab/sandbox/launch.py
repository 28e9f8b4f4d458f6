"""Limits this process, then runs a command: python3 -I -S launch.py SETTING... -- COMMAND...

    RLIMIT_NAME=NUMBER  a limit of the module resource
    calls=FILTER        a filter of system calls in hexadecimal digits, see calls.py
    landlock=JSON       lists of the paths that Landlock lets the command "list", "read" and
                        "write", and "path", the folder of landlockpy
    guard               stay as the parent of the command, adopt what it leaves behind, and end all
                        of it when the command has ended

The last two are for levels without a namespace.
The exit status is that of the command, 128 + the number of the signal that ended it, or 125 if it
could not be started.  In a namespace a submission may see this file; SERVER_FILES and INPUTS_SCRIPT
in lab/runner/task_pool.py name the other files of the kit that it may see.  Only guard imports more
of the kit.  It runs before every command, so it imports slow modules only where it needs them.
Sources: setrlimit(2), prctl(2), capabilities(7), landlock(7).
"""

from __future__ import annotations

import os
import sys

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36  # also in lab/common/processes.py
PR_SET_DUMPABLE = 4  # for other modules: a process without it hides its memory and its files
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2
PR_CAPBSET_DROP, PR_SET_SECUREBITS, NO_ROOT = 24, 28, 3  # SECBIT_NOROOT, and its lock
CAPABILITY_VERSION = 0x20080522
INSTRUCTION_SIZE = 8  # bytes of one, in a filter
NOT_STARTED = 125  # the exit status if the command could not be started


def main() -> None:
    if "--" not in sys.argv[:-1]:
        sys.stderr.write("launch.py: started by the sandbox, not by hand\n")
        sys.exit(2)
    end = sys.argv.index("--")
    settings = dict(word.partition("=")[::2] for word in sys.argv[1:end])
    command = sys.argv[end + 1 :]
    try:
        if "guard" in settings:
            guard(settings, command)
        start(settings, command)
    except Exception as error:
        sys.stderr.write(f"launch.py: {error}\n")
        os._exit(NOT_STARTED)


def start(settings: dict[str, str], command: list[str]) -> None:
    """Replace this process by the command, limited."""
    import resource  # not on Windows, where a server imports this module for other functions

    for name, value in settings.items():
        if name.startswith("RLIMIT_") and hasattr(resource, name):
            most = int(value)
            later = most + 1 if name == "RLIMIT_CPU" else most  # the first signal can be caught
            try:  # not by contextlib, which takes longer to import
                resource.setrlimit(getattr(resource, name), (most, later))
            except (ValueError, OSError):  # stricter already, or not to be had
                continue
    drop_privileges()
    if "landlock" in settings:
        restrict(settings["landlock"])
    if calls := settings.get("calls"):
        install_filter(bytes.fromhex(calls))
    os.execv(command[0], command)


def drop_privileges() -> None:
    """Give up all capabilities for this process and all that it starts, on Linux."""
    if sys.platform == "linux":
        import ctypes
        import struct

        prctl(PR_SET_NO_NEW_PRIVS, 1)
        prctl(PR_SET_SECUREBITS, NO_ROOT)
        capability = 0
        while prctl(PR_CAPBSET_DROP, capability) == 0:  # until the last that the kernel knows
            capability += 1
        header = struct.pack("Ii", CAPABILITY_VERSION, 0)
        ctypes.CDLL(None).capset(header, bytes(24))


def restrict(files: str) -> None:
    """Deny all files but these, TCP, and signals and abstract sockets where the kernel can."""
    import contextlib
    import json

    paths = json.loads(files)
    sys.path.append(paths["path"])
    from landlockpy import AccessFS, Ruleset, Scope

    listing = AccessFS.READ_DIR
    reading = AccessFS.READ_FILE | AccessFS.EXECUTE
    writing = AccessFS.WRITE_FILE | AccessFS.TRUNCATE
    making = AccessFS.MAKE_REG | AccessFS.MAKE_DIR | AccessFS.REMOVE_FILE | AccessFS.REMOVE_DIR
    all_access = listing | reading | writing | making
    with Ruleset(scoped=Scope.ABSTRACT_UNIX_SOCKET | Scope.SIGNAL) as rules:
        accesses = {"list": listing, "read": listing | reading, "write": all_access}
        for kind, access in accesses.items():
            for path in paths[kind]:
                on_files = access if os.path.isdir(path) else access & (reading | writing)
                with contextlib.suppress(FileNotFoundError):
                    rules.allow_path(path, on_files)
        rules.restrict()


def install_filter(calls: bytes) -> None:
    """Refuse the system calls of a filter, where the kernel can."""
    import ctypes
    import struct

    program = ctypes.create_string_buffer(calls, len(calls))
    number, address = len(calls) // INSTRUCTION_SIZE, ctypes.addressof(program)
    header = ctypes.create_string_buffer(struct.pack("HP", number, address))
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(header))


# ---------------------------------------------------------------- without a pid namespace


def guard(settings: dict[str, str], command: list[str]) -> None:
    """Run the command as a child, then end all processes left behind and this one.

    Does so when the child has ended, on SIGTERM, and when the parent of this process ends.
    """
    import contextlib
    import signal

    def leave(status: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # all at once: none can fork any more
        with contextlib.suppress(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)  # an error if nothing is left, as usual
            sys.path.append(os.path.abspath(f"{__file__}/../../.."))
            from lab.common.processes import end_process_tree

            end_process_tree()
        os._exit(status)

    prctl(PR_SET_CHILD_SUBREAPER, 1)
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})  # it waits for the handler
    child = os.fork()
    if not child:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.setsid()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        start(settings, command)
    signal.signal(signal.SIGTERM, lambda *_: leave(128 + signal.SIGTERM))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    pid = 0
    while pid != child:  # others were left behind by it
        pid, status = os.wait()
    code = os.waitstatus_to_exitcode(status)
    leave(code if code >= 0 else 128 - code)


def prctl(option: int, value: int, address: int = 0) -> int:
    """Call prctl(2), on Linux only; return its result, -1 after an error."""
    if sys.platform != "linux":
        return -1
    import ctypes

    arguments = map(ctypes.c_ulong, (value, address, 0, 0))
    return int(ctypes.pythonapi.prctl(option, *arguments))  # of libc, which is open already


if __name__ == "__main__":
    main()
