"""The pages and the course file that lab grade and lab handout write, as templates of jinja2."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from lab.check.points import format_points
from lab.common.language import format_decimal, format_integer, translate
from lab.common.words import count_noun, escape_controls

HERE = Path(__file__).parent


def finalize_value(value: Any) -> Any:
    """Return a value with its control characters escaped if it is text, but no markup."""
    return escape_controls(value) if type(value) is str else value


ENVIRONMENT = Environment(
    loader=FileSystemLoader([HERE, HERE.with_name("grade") / "templates"]),
    autoescape=select_autoescape(["html"]),
    finalize=finalize_value,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
ENVIRONMENT.filters["points"] = format_points
FUNCTIONS = (translate, count_noun, format_decimal, format_integer)
ENVIRONMENT.globals |= {function.__name__: function for function in FUNCTIONS}


def render(template: str, **values: Any) -> str:
    """Return course.toml or a template of lab/grade with the values in it."""
    return ENVIRONMENT.get_template(template).render(**values)
