"""Renders the page, for the server and for a folder without one.

One page has all parts; each part has an address, which says what is shown first.
"""

import base64
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from lab.common.language import read_catalogue, translate

HERE = Path(__file__).parent
STATIC, TEMPLATES = HERE / "static", HERE / "templates"
START_SCRIPT = (TEMPLATES / "start.js").read_text("utf-8")  # stands in the page
DIGEST = base64.b64encode(hashlib.sha256(START_SCRIPT.encode()).digest()).decode("ascii")
WORKER_FILES = ("worker", "engine")  # files that the page itself does not load
CONTENT_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    f"form-action 'self'; base-uri 'none'; script-src 'self' 'sha256-{DIGEST}'"
)


def render_page(view: str, language: str, addresses: Mapping[str, str], **values: Any) -> bytes:
    """Return the page in the language in use, with its part `view` shown.

    `addresses` has the parts that there are: play, write, and perhaps read, the assignment.
    """
    folders = [STATIC, STATIC / "site"] if values.get("is_static") else [STATIC]
    modules = [path.relative_to(STATIC) for folder in folders for path in folder.glob("*.js")]
    values |= {"view": view, "language": language, "addresses": addresses}
    values["modules"] = sorted(path.as_posix() for path in modules if path.stem not in WORKER_FILES)
    scripts = "".join((STATIC / module).read_text("utf-8") for module in modules)
    texts = {text: meaning for text, meaning in read_catalogue(language).items() if text in scripts}
    values |= {"texts": texts, "start_script": Markup(START_SCRIPT)}
    return render_template("page.html", TEMPLATES, **values)


def render_template(template: str, folder: Path, /, **values: Any) -> bytes:
    """Return a template of a folder with the values in it."""
    environment = Environment(loader=FileSystemLoader(folder), autoescape=True)
    environment.globals["_"] = translate
    return environment.get_template(template).render(values).encode()
