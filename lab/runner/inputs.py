"""Runs a Python program with each of several inputs: python3 inputs.py PROGRAM < JSON

Standard input is a list of texts.  For each of them a line of JSON is written: status, standard
output, standard error and the seconds of computing; bytes are Latin-1.  The list ends before the
first run that a signal ended, or that wrote too much.

Python starts once and compiles the program once, as that takes long; each run is a fork of this
process.
"""

import atexit
import contextlib
import gc
import importlib
import json
import os
import sys
import tempfile
import types

MOST_OUTPUT = 1 << 20  # bytes of a stream
USUAL_MODULES = ("argparse", "collections", "csv", "pathlib", "re", "typing")  # of programs


def main() -> None:
    """Run the program with each of the inputs."""
    with open(0, closefd=False) as stream:  # sys.stdin has read nothing, for the program
        inputs = json.load(stream)
    for module in USUAL_MODULES:
        importlib.import_module(module)
    code = compile_program(sys.argv[1])
    gc.freeze()  # else a run copies all objects, when it collects garbage
    for text in inputs:
        with contextlib.ExitStack() as stack:
            # as in python3 encode.py < dom01.txt > domain.lp; no process may write after its end
            files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            files[0].write(text.encode("latin-1"))
            files[0].seek(0)
            child = os.fork()
            if not child:
                for number, file in enumerate(files):
                    os.dup2(file.fileno(), number)
                    file.close()
                run_program(sys.argv[1], code)
                sys.exit()
            _, status, usage = os.wait4(child, 0)
            texts = []
            for file in files[1:]:
                file.seek(0)
                texts.append(file.read(MOST_OUTPUT + 1).decode("latin-1"))
        if os.WIFSIGNALED(status) or max(map(len, texts)) > MOST_OUTPUT:
            return
        cpu = usage.ru_utime + usage.ru_stime
        print(json.dumps([os.waitstatus_to_exitcode(status), *texts, cpu]), flush=True)


def compile_program(name: str) -> types.CodeType | Exception:
    """Compile a program of the current folder; return its code, or the error in it."""
    path = os.path.abspath(name)
    try:
        with open(path, "rb") as program:
            return compile(program.read(), path, "exec")
    except Exception as error:
        return error


def run_program(name: str, code: types.CodeType | Exception) -> None:
    """Run a program of the current folder, as python3 NAME does."""
    status = 1  # after an error

    def end_process() -> None:
        """End without freeing memory, which takes its time."""
        sys.stdout.flush()
        os._exit(status)

    for file in os.listdir():  # its own modules go before those of Python
        sys.modules.pop(file.removesuffix(".py"), None)
    sys.argv, sys.path[0], sys.excepthook = [name], os.getcwd(), report_error
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.modules["__main__"].__file__ = os.path.abspath(name)
    atexit.register(end_process)  # the first one, so that it is called last
    if isinstance(code, Exception):
        raise code
    try:
        exec(code, vars(sys.modules["__main__"]))
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        raise


def report_error(
    kind: type[BaseException], error: BaseException, trace: types.TracebackType | None
) -> None:
    """Write an error to standard error as Python does, without the functions of this file."""
    while trace and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    sys.__excepthook__(kind, error.with_traceback(trace), trace)


if __name__ == "__main__":
    main()
