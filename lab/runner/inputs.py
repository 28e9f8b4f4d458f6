"""Runs a Python program with each of several inputs: python3 inputs.py PROGRAM < JSON

Standard input is a list of texts.  For each of them a line of JSON is written: status, standard
output, standard error and the seconds of computing; bytes are Latin-1.  The list ends before the
first run that a signal ended, or that wrote too much.

Python starts once and compiles the program once, as that takes long; each run is a fork of this
process.  On Windows, where there are none, this process runs the program again and again.
"""

import atexit
import contextlib
import gc
import importlib
import json
import os
import sys
import tempfile
import threading
import time
import types
from collections.abc import Sequence
from typing import IO

MOST_OUTPUT = 1 << 20  # bytes of a stream
USUAL_MODULES = (  # of programs, and what these import later, such as argparse locale
    *("argparse", "collections", "csv", "encodings.ascii", "encodings.utf_8_sig", "errno"),
    *("locale", "pathlib", "re", "shutil", "typing"),
)


def main() -> None:
    try:
        (name,) = sys.argv[1:]
        with open(0, closefd=False) as stream:  # sys.stdin has read nothing, for the program
            inputs = json.load(stream)
    except ValueError:
        sys.stderr.write("inputs.py: started by lab check and others, not by hand\n")
        sys.exit(2)
    for module in USUAL_MODULES:
        importlib.import_module(module)
    code = compile_program(name)
    gc.freeze()  # else a run copies all objects, when it collects garbage
    for text in inputs:
        with contextlib.ExitStack() as stack:
            # as in python3 encode.py < dom01.txt > domain.lp; no process may write after its end
            files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            files[0].write(text.encode("latin-1"))
            files[0].seek(0)
            run = run_script_in_fork if hasattr(os, "fork") else run_script_here
            status, cpu = run(files, name, code)
            texts = []
            for file in files[1:]:
                file.seek(0)
                texts.append(file.read(MOST_OUTPUT + 1).decode("latin-1"))
        if status < 0 or max(map(len, texts)) > MOST_OUTPUT:
            return
        print(json.dumps([status, *texts, cpu]), flush=True)


def run_script_in_fork(
    files: Sequence[IO[bytes]], name: str, code: types.CodeType | Exception
) -> tuple[int, float]:
    """Run a program in a child with these files as its streams.

    Returns its exit status, negative after a signal, and the seconds that it computed.
    """
    child = os.fork()
    if not child:
        for number, file in enumerate(files):
            os.dup2(file.fileno(), number)
            file.close()
        os._exit(run_script(name, code))
    _, status, usage = os.wait4(child, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime


def run_script_here(
    files: Sequence[IO[bytes]], name: str, code: types.CodeType | Exception
) -> tuple[int, float]:
    """Run a program as run_script_in_fork does, but in this process."""
    start, folder = time.process_time(), os.getcwd()
    streams = sys.stdin, sys.stdout, sys.stderr
    kept = [os.dup(number) for number in range(3)]
    for number, file in enumerate(files):
        os.dup2(file.fileno(), number)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, closefd=False)  # noqa: SIM115
        for number, mode in enumerate("rww")
    )
    status = run_script(name, code)
    sys.stdin, sys.stdout, sys.stderr = streams
    for number, descriptor in enumerate(kept):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.chdir(folder)
    return status, time.process_time() - start


def compile_program(name: str) -> types.CodeType | Exception:
    """Compile a program of the current folder; return its code, or the error in it."""
    path = os.path.abspath(name)
    try:
        with open(path, "rb") as program:
            return compile(program.read(), path, "exec")
    except Exception as error:
        return error


def run_script(name: str, code: types.CodeType | Exception) -> int:
    """Run a program of the current folder, as python3 NAME does; return its exit status."""
    for file in os.listdir():  # its own modules go before those of Python
        sys.modules.pop(file.removesuffix(".py"), None)
    sys.argv, sys.path[0], sys.excepthook = [name], os.getcwd(), report_error
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.modules["__main__"].__file__ = os.path.abspath(name)
    status = 0
    try:
        if isinstance(code, Exception):
            raise code
        exec(code, vars(sys.modules["__main__"]))
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if status and status is not end.code:
            print(end.code, file=sys.stderr)
    except BaseException as error:
        status = 1
        sys.excepthook(type(error), error, error.__traceback__)
    threading._shutdown()  # type: ignore[attr-defined]  # wait for its threads, as Python does
    atexit._run_exitfuncs()
    with contextlib.suppress(ValueError):  # it may have closed them
        sys.stdout.flush()
        sys.stderr.flush()
    return status & 0xFF


def report_error(
    kind: type[BaseException], error: BaseException, trace: types.TracebackType | None
) -> None:
    """Write an error to standard error as Python does, without the functions of this file."""
    while trace and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    sys.__excepthook__(kind, error.with_traceback(trace), trace)


if __name__ == "__main__":
    main()
