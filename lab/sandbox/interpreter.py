"""The files that a Python program needs to run here: the interpreter, its standard library, the
system's libraries, and of what is installed beside them only clingo and what that needs."""

import functools
import importlib.util
import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("clingo", "cffi", "_cffi_backend", "pycparser")  # the last three for clingo
LIBRARIES = ("/lib", "/lib64", "/lib32", "/usr/lib", "/usr/lib64", "/nix/store", "/gnu/store")
LINKER = ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d")


class Python(NamedTuple):
    """Absolute paths; all that exist."""

    links: dict[str, str]  # symbolic links on the way to it and to its libraries, with targets
    trees: list[str]  # files and folders that are read, but for ...
    hidden: list[str]  # ... these folders of packages in them
    packages: list[str]  # what is read all the same, in these folders or anywhere else
    path: list[str]  # the folders with these packages


@functools.cache
def find_python() -> Python:
    """What the Python that runs this needs."""
    links = dict(chain(sys.executable))
    end = next(reversed(links.values()), sys.executable)
    links |= {path: os.path.realpath(path) for path in LIBRARIES if os.path.islink(path)}
    libraries = [*LIBRARIES, *(os.path.join(sys.base_prefix, name) for name in ("lib", "lib64"))]
    base = {"base": sys.base_prefix, "platbase": sys.base_exec_prefix}
    standard = [sysconfig.get_path(name, vars=base) for name in ("stdlib", "platstdlib")]
    config = os.path.join(sys.prefix, "pyvenv.cfg")
    wanted = [end, os.path.realpath(end), config, *libraries, *standard, *LINKER]
    trees = outermost(path for path in wanted if os.path.exists(path) and path not in links)
    packages = list(dict.fromkeys(installed()))
    return Python(
        links,
        trees,
        sorted({str(one) for tree in trees for one in folders_of_packages(Path(tree))}),
        packages,
        list(dict.fromkeys(os.path.dirname(path) for path in packages)),
    )


def outermost(paths: Iterable[str]) -> list[str]:
    """Paths without those that lie below another one."""
    found = list(dict.fromkeys(paths))
    return [one for one in found if not any(one.startswith(other + os.sep) for other in found)]


def chain(path: str) -> Iterator[tuple[str, str]]:
    """Links, each with the path that it leads to, from a path to what is no link."""
    while os.path.islink(path):
        target = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))
        yield path, target
        path = target


def folders_of_packages(tree: Path) -> Iterator[Path]:
    """The site-packages and dist-packages in a folder lib, or in a standard library."""
    for pattern in ("*-packages", "python3*/*-packages", "pypy3*/*-packages"):
        yield from (found for found in tree.glob(pattern) if not found.is_symlink())


def installed() -> Iterator[str]:
    """The files and folders of PACKAGES, with the libraries that wheels carry beside them."""
    for name in PACKAGES:
        spec = importlib.util.find_spec(name)
        if spec and spec.origin:
            inside = spec.submodule_search_locations
            place = inside[0] if inside else spec.origin
            yield place
            beside = os.path.join(os.path.dirname(place), f"{name}.libs")
            if os.path.isdir(beside):
                yield beside
