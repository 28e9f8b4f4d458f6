"""Fills in the templates of jinja2 that lab grade and lab handout write."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from lab.check.points import format_points
from lab.common.language import format_decimal, format_integer, translate
from lab.common.words import count_noun, escape_controls

FUNCTIONS = (translate, count_noun, format_decimal, format_integer)


def fill_template(path: Path, **values: Any) -> str:
    """Return a template with the values in it; a template may include files of its folder."""
    return open_templates(path.parent).get_template(path.name).render(**values)


@cache
def open_templates(folder: Path) -> Environment:
    """Return the environment for the templates of a folder; it escapes control characters."""
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=select_autoescape(["html"]),
        finalize=lambda value: escape_controls(value) if type(value) is str else value,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["points"] = format_points
    environment.globals |= {function.__name__: function for function in FUNCTIONS}
    return environment
