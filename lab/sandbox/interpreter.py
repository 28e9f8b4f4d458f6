"""Finds the files that a Python program needs to run here.

These are the interpreter, its standard library, the system's libraries, and of all installed
packages only clingo and what clingo needs.
"""

import functools
import importlib.util
import os
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("clingo", "cffi", "_cffi_backend", "pycparser")  # the last three for clingo
LIBRARIES = ("/lib", "/lib64", "/lib32", "/usr/lib", "/usr/lib64", "/nix/store", "/gnu/store")
LINKER = ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d")


class PythonFiles(NamedTuple):
    """Absolute paths that exist."""

    links: dict[str, str]  # symbolic links on the way to it and to its libraries, with targets
    visible: list[str]  # files, and folders with all that is in them, except `hidden`
    hidden: list[str]  # folders of installed packages
    packages: list[str]  # the files and folders of PACKAGES, wherever they are
    path: list[str]  # the folders with these packages


@functools.cache
def find_python() -> PythonFiles:
    """Return the files of the Python that runs this."""
    links = dict(follow_links(sys.executable))
    program = next(reversed(links.values()), sys.executable)
    links |= {path: os.path.realpath(path) for path in LIBRARIES if os.path.islink(path)}
    libraries = [*LIBRARIES, *(os.path.join(sys.base_prefix, name) for name in ("lib", "lib64"))]
    base = {"base": sys.base_prefix, "platbase": sys.base_exec_prefix}
    standard = [sysconfig.get_path(name, vars=base) for name in ("stdlib", "platstdlib")]
    config = os.path.join(sys.prefix, "pyvenv.cfg")
    paths = [program, os.path.realpath(program), config, *libraries, *standard, *LINKER]
    distinct = [path for path in dict.fromkeys(paths) if os.path.exists(path) and path not in links]
    inner = {path for path in distinct for above in distinct if path.startswith(above + os.sep)}
    visible = [path for path in distinct if path not in inner]
    packages = list(dict.fromkeys(find_packages()))
    hidden = {
        str(folder)
        for library in map(Path, visible)
        for pattern in ("*-packages", "python3*/*-packages", "pypy3*/*-packages")
        for folder in library.glob(pattern)
        if not folder.is_symlink()
    }
    path = list(dict.fromkeys(map(os.path.dirname, packages)))
    return PythonFiles(links, visible, sorted(hidden), packages, path)


def follow_links(path: str) -> Iterator[tuple[str, str]]:
    """Yield each link with its target, from a path to the first target that is not a link."""
    while os.path.islink(path):
        target = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))
        yield path, target
        path = target


def find_packages() -> Iterator[str]:
    """Yield the files and folders of PACKAGES, with the libraries that wheels carry beside them."""
    for name in PACKAGES:
        spec = importlib.util.find_spec(name)
        if spec and spec.origin:
            path = next(iter(spec.submodule_search_locations or []), spec.origin)
            beside = os.path.join(os.path.dirname(path), f"{name}.libs")
            yield from filter(os.path.exists, (path, beside))
