"""The pages as a folder, in a real browser: http.server serves it under a sub-folder."""

import functools
import http.server
import io
import json
import os
import re
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urljoin

import pytest

from lab.check.bank.assignment import Assignment
from lab.check.bank.folder_bank import FolderBank
from lab.material import proof
from lab.puzzles import find_puzzle
from lab.runner.task_pool import Task, TaskPool
from lab.search.rewriting import rewrite_program
from lab.web.site.browser_pool import BrowserPool
from tests.kit import DATA, ROOT, needs_module, run
from tests.lab.web.chromium import NEEDS_CHROMIUM, go, list_violations, make_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

WITHOUT_ANSWER = "keine Antwort zeigt ein cell(R,C,b)"  # what is said of "a."
ENDLESS = "p(0). p(X+1) :- p(X). {cell(R,C,b)} :- dim(N), R=0..N-1, C=0..N-1. #show cell/3."
HITORI = DATA / "hitori"
MOST_BYTES = 8_000_000

pytestmark = [
    *NEEDS_CHROMIUM,
    pytest.mark.skipif(
        not (ROOT / "lab" / "web" / "node_modules").is_dir(), reason="npm ci was not run in lab/web"
    ),
]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all sites; the processes of pytest-xdist share it."""
    base = tmp_path_factory.getbasetemp()
    home = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "server"
    home.mkdir(exist_ok=True)
    return home


def make_site(home: Path, name: str, *words: object) -> Path:
    """Return the folder that --static writes; if two processes need it, one waits for the other."""
    import fcntl

    with (home / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (home / name).exists():
            done = run("lab", "web", "--static", home / name, *words)
            assert done.returncode == 0, done.stderr
    return home / name


@pytest.fixture(scope="module")
def folder(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for Light Up, in German."""
    course = tmp_path_factory.mktemp("course") / "course.toml"
    course.write_text('language = "de"\n')
    return make_site(home, "site", "--course", course)


def test_page_and_handout_of_one_seed_have_the_same_examples(home: Path, tmp_path: Path) -> None:
    """Missing folders above the page are made; the course's page is a link."""
    course = tmp_path / "course.toml"
    course.write_text('course_page = "https://example.org/moodle"\ncourse = "Logic"\n')
    words = ["--course", course, "--seed", "7"]
    assert run("lab", "handout", *words, "-o", tmp_path / "handout").returncode == 0
    site = tmp_path / "not/there/site"
    assert run("lab", "web", "--static", site, *words).returncode == 0
    examples = json.loads((site / "prepared.json").read_text())["examples"]
    paths = sorted((tmp_path / "handout/examples").glob("dom*.txt"))
    assert [path.stem for path in paths] == list(examples)
    assert list(examples) == [f"dom{n:02}" for n in range(1, len(examples) + 1)]
    for path in paths:
        assert examples[path.stem]["boards"] == [path.read_text().split()]
    sheet = (tmp_path / "handout/ASSIGNMENT.html").read_text()
    rules = re.findall("<li>every white cell is lit.*", sheet)
    for name in ("index.html", "ASSIGNMENT.html"):
        page = (site / name).read_text()
        assert rules and rules[0] in page
        assert page.count('href="https://example.org/moodle"') == 2  # in the head, on the sheet


class Handler(http.server.SimpleHTTPRequestHandler):
    """A server that knows no .mjs, as Moodle's."""

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        is_unknown = str(path).endswith(".mjs")
        return "application/octet-stream" if is_unknown else super().guess_type(path)

    def log_message(self, *arguments: object) -> None:
        """Write nothing."""


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    handler = functools.partial(Handler, directory=str(folder.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/site/"
        server.shutdown()


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    """A page in a bare profile; errors of scripts and requests outside the folder fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = make_page(context)
    errors, requests = list[str](), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    context.on("request", lambda request: requests.append(request.url))
    yield page
    folder = urljoin(page.url, ".")
    context.close()
    assert not errors
    assert all(url.startswith((folder, "blob:")) for url in requests)


AUTHORS = "% Authors: Ada Lovelace\n"


def name_authors(page: "Page") -> None:
    """Open an encode.py and a README.txt with which a delivery is complete; show the program."""
    files = {
        "encode.py": b"# Authors: Ada Lovelace\nprint()\n",
        "README.txt": b"Authors: Ada Lovelace",
    }
    for name, data in files.items():
        page.set_input_files("#load", {"name": name, "mimeType": "", "buffer": data})
    page.wait_for_selector("#files button[aria-pressed=true]:text('README.txt')")
    page.click("#files button >> nth=0")


def judge(page: "Page", program: str) -> str:
    """Type a program, wait for the whole report, and return its text."""
    page.fill("#program", program)
    page.wait_for_selector(".results[aria-busy=true]")
    page.wait_for_selector(".results[aria-busy=false]")
    return str(page.inner_text("#results"))  # without playwright its type is unknown


def test_npm_asks_for_no_newer_node_than_is_said() -> None:
    lock = json.loads((ROOT / "lab/web/package-lock.json").read_text())
    engines = [package.get("engines", {}).get("node", "") for package in lock["packages"].values()]
    least = [int(re.findall(r"\d+", engine)[0]) for engine in engines if engine]
    assert max(least) <= 18


def test_no_program_in_the_folder_solves_a_board(folder: Path) -> None:
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert sum(map(len, files.values())) <= MOST_BYTES
    with zipfile.ZipFile(io.BytesIO(files["static/engine/kit.zip"])) as kit:
        files |= {name: kit.read(name) for name in kit.namelist()}
    with TaskPool() as pool:
        assignment = Assignment(FolderBank(find_puzzle("lightup")))
        assert proof.prove_no_solution(pool, assignment, files)


def test_programs_are_judged_in_the_browser(page: "Page", address: str) -> None:
    go(page, f"{address}write.html")
    name_authors(page)
    right = AUTHORS + (ROOT / "lightup.lp").read_text()
    wrong = re.sub(r"(?m)^:- across\(R,C,S\), down.*\n", "", right)
    assert "Nichts verlangt" in judge(page, wrong)  # a sentence on the mistake
    assert page.is_visible("#answers-box")
    assert judge(page, ENDLESS)
    assert page.get_attribute("#verdict", "data-verdict") == "fail"
    assert page.is_hidden("#answers-box")  # the answers of the program before
    assert judge(page, right).startswith("Bestanden, nicht geprüft: encode.py")
    assert page.get_attribute("#verdict", "data-verdict") == "pass"


RUN_CLINGO = """async ([script, address]) => {
    const { default: makeClingo } = await import(`${address}static/engine/clingo.js`);
    const lines = [], messages = [];
    const request = new XMLHttpRequest();  // the worker's own fetch knows what it has loaded
    request.open("GET", `${address}static/engine/clingo.wasm.bin`, false);
    request.responseType = "blob";
    request.send();
    const unpacked = request.response.stream().pipeThrough(new DecompressionStream("gzip"));
    const file = new Blob([await new Response(unpacked).arrayBuffer()]);
    const clingo = await makeClingo({
        locateFile: () => URL.createObjectURL(file),
        print: (line) => lines.push(line), printErr: (line) => messages.push(line) });
    try {
        clingo.ccall("run", "number", ["string", "string"], [script, "--outf=3 0"]);
    } catch (error) {
        messages.push(String(error));
    }
    return [lines, messages.join("\\n")];
}"""


COUNTS = [  # texts of programs, options, and what comes back
    (["{a(1..10)}."], ["0"], {"models": 1024, "is_exhausted": True}),
    (["{a(1..3)}.", "{b(1..n)}. #const n=2."], ["0"], {"models": 32, "is_exhausted": True}),
    (["{a(1..10)}."], ["5"], {"models": 5, "is_exhausted": False}),
    (["#program part.", "{a;b}."], ["0"], {"models": 4, "is_exhausted": True}),
    (["a :- not a."], ["0"], {"models": 0, "is_exhausted": True}),
    (["{a;b}. #project a/0."], ["0", "--project"], {"models": 2, "is_exhausted": True}),
    (["{a(1..18)}. p(1..20000)."], ["0"], {"models": 1 << 18, "is_exhausted": True}),
    (["a(X)."], ["0"], "<block>:1:1-6: error: unsafe variables"),
]


def test_answer_sets_are_counted_in_the_browser(page: "Page", address: str) -> None:
    with page.expect_worker() as worker:
        go(page, f"{address}write.html")

    def run_clingo(script: str, read_line: Callable[[str], None]) -> str:
        lines, messages = worker.value.evaluate(RUN_CLINGO, [script, address])
        for line in lines:
            read_line(line)
        return str(messages)

    with BrowserPool(run_clingo, lambda key, seconds: None, {}) as pool:
        for programs, options, expected in COUNTS:
            arguments = {"programs": programs, "options": options}
            outcome = pool.run(Task("count_models", arguments))
            if isinstance(expected, str):
                assert outcome.end == "error" and outcome.value.startswith(expected)
            else:
                assert outcome.value == expected
        rewritten = rewrite_program(ROOT / "lightup.lp", ())
        checker = Assignment(FolderBank(find_puzzle("lightup"))).checker
        facts = checker.format_size_facts((3, 3))
        texts = [*rewritten.texts, "kit__must_hold.\n", facts]
        outcome = pool.run(Task("count_pairs", {"texts": texts, "most": 39_933}))
        assert outcome.value == (39_932, 39_932, "")


def test_stop_ends_a_program_at_once(page: "Page", address: str) -> None:
    workers = list[str]()
    page.on("worker", lambda worker: workers.append(worker.url))
    go(page, f"{address}write.html")
    page.fill("#program", "a.")
    page.keyboard.press("Control+Enter")
    page.click("#stop")
    assert WITHOUT_ANSWER in judge(page, "a.")
    assert len(workers) == 2  # the one that was loading then was not ended, and a spare one
    page.fill("#program", ENDLESS)
    page.wait_for_selector("#stop:enabled")
    page.focus("#stop")
    page.keyboard.press("Enter")
    assert page.inner_text("#fault").startswith("Angehalten")
    assert page.locator("#examine").evaluate("button => button === document.activeElement")
    assert WITHOUT_ANSWER in judge(page, "a.")


# files whose absence does no harm: the browser itself asks for the icon, people for licences
HARMLESS = ("static/icon.svg", "static/engine/LICENCES.txt")
LOST = {
    "en": ("did not come whole", "Try again"),
    "de": ("ist nicht ganz angekommen", "Noch einmal versuchen"),
}


def list_needed_files(folder: Path) -> list[str]:
    """Return the paths of all files of a site but its pages."""
    paths = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in paths if "/" in path or not path.endswith(".html"))


def cut(page: "Page", name: str, kind: str) -> None:
    """Let a file not come: it is missing, its connection breaks, or it comes in half."""
    pattern = re.compile(rf"/site\w*/{re.escape(name)}$")
    if kind == "missing":
        page.context.route(pattern, lambda route: route.fulfill(status=404))
    elif kind == "broken":
        page.context.route(pattern, lambda route: route.abort())
    else:

        def send_half(route: "Route") -> None:
            data = route.fetch().body()
            route.fulfill(body=data[: len(data) // 2])

        page.context.route(pattern, send_half)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["missing", "broken"])
def test_each_file_that_does_not_come_is_said_with_a_button(
    browser: "Browser", address: str, folder: Path, kind: str
) -> None:
    """One sentence names the file; no text of an error is shown, and nothing waits."""
    sentence, button = LOST["de"]
    unsaid = {}
    for name in list_needed_files(folder):
        context = browser.new_context()
        page = make_page(context)
        page.set_default_timeout(10_000 if name in HARMLESS else 60_000)
        cut(page, name, kind)
        page.goto(f"{address}write.html")
        if name in HARMLESS:
            page.wait_for_selector("body[data-ready]")
        else:
            page.wait_for_selector("#lost:not([hidden])")
            text = page.inner_text("#lost")
            if f"{name} {sentence}" not in text or page.inner_text("#retry") != button:
                unsaid[name] = text
            # Python may go on loading without a picture, but not for ever
            page.wait_for_selector("#loading", state="hidden")
            if "Error" in page.inner_text("body"):
                unsaid[name] = page.inner_text("body")
        context.close()
    assert not unsaid


@pytest.mark.parametrize("name", ["clingo.wasm.bin", "kit.zip", "python_stdlib.zip"])
def test_a_file_that_comes_in_half_is_tried_again(page: "Page", address: str, name: str) -> None:
    cut(page, f"static/engine/{name}", "half")
    go(page, f"{address}write.html")
    page.wait_for_selector(f"#lost:has-text('static/engine/{name} ist nicht ganz angekommen')")
    page.fill("#program", "a.")
    page.wait_for_selector("#fault:has-text('ist nicht ganz angekommen')")
    page.context.unroute_all()
    page.click("#retry")
    page.wait_for_selector("#findings article")
    assert page.is_hidden("#lost") and page.input_value("#program") == "a."


@pytest.mark.parametrize("language", LOST)
def test_a_lost_file_is_said_in_the_language_of_the_page(
    browser: "Browser", address: str, home: Path, tmp_path: Path, language: str
) -> None:
    (tmp_path / "course.toml").write_text(f'language = "{language}"\n')
    name = "site" if language == "de" else f"site_{language}"
    make_site(home, name, "--course", tmp_path / "course.toml")
    page = make_page(browser)
    cut(page, "prepared.json", "missing")
    page.goto(address.replace("/site/", f"/{name}/"))
    sentence, button = LOST[language]
    page.wait_for_selector(f'#lost:has-text("prepared.json {sentence}")')
    assert page.inner_text("#retry") == button
    page.context.close()
    page = make_page(browser)
    page.goto((home / name / "index.html").as_uri())
    page.wait_for_selector("#lost:has-text('python3 -m http.server')")
    assert page.is_hidden("#retry")
    page.close()


def test_a_change_between_play_and_write_loads_nothing(page: "Page", address: str) -> None:
    go(page, address)
    page.wait_for_selector("#loading", state="hidden")
    page.click("#to-write")
    page.fill("#program", "a. % kept")
    page.evaluate("window.isSame = true")
    for _ in range(3):
        page.click("#to-play")
        page.wait_for_selector("#board [data-index]")
        assert "index.html?puzzle=lightup" in page.url
        page.click("#to-read")
        page.wait_for_selector("#read h1")
        page.click("#to-write")
        page.wait_for_selector("#program")
        assert page.input_value("#program") == "a. % kept"
    assert page.evaluate("window.isSame") and len(page.workers) <= 2  # one of them is spare
    page.go_back()
    page.wait_for_selector("#read h1")
    page.reload()
    page.wait_for_selector("#read h1")
    assert page.is_hidden("#program")


def test_the_verdict_covers_the_delivery(page: "Page", address: str, tmp_path: Path) -> None:
    """A right program whose other files are as they were handed out does not pass."""
    go(page, f"{address}write.html")
    right = (ROOT / "lightup.lp").read_text()
    assert "README.txt nennt keine Verfasser" in judge(page, right)
    assert page.get_attribute("#verdict", "data-verdict") == "fail"  # encode.py is not begun
    page.click("#pack")
    page.wait_for_selector("#lacks li")
    lacks = page.locator("#lacks li").all_inner_texts()
    with page.expect_download() as download:
        page.click("#pack-anyway")
    assert page.is_hidden("#lacks")
    archive = tmp_path / "lightup.zip"
    download.value.save_as(archive)
    report = json.loads(run("lab", "check", "--language=de", "--json", archive).stdout)
    faults = [f["message"] for f in report["findings"] if f["stage"] in ("delivery", "reads")]
    assert faults == lacks[:3] and lacks[3].startswith("encode.py ist noch so")
    name_authors(page)
    judge(page, f"{AUTHORS}{right}")
    assert page.get_attribute("#verdict", "data-verdict") == "pass"
    with page.expect_download():
        page.click("#pack")


def test_a_puzzle_without_web_py_is_judged(page: "Page", address: str, home: Path) -> None:
    make_site(home, "hitori", "--puzzle", HITORI)
    go(page, address.replace("/site/", "/hitori/write.html"))
    name_authors(page)
    right = AUTHORS + (HITORI / "hitori.lp").read_text()
    assert "1 answer, none of them wrong" in judge(page, right)
    assert page.get_attribute("#verdict", "data-verdict") == "pass"
    assert "breaks rule 2" in judge(page, right.replace(":- marked(R,C), marked(R,C+1).", ""))
    assert page.get_attribute("#verdict", "data-verdict") == "fail"


def test_drafts_are_kept_and_packed(page: "Page", address: str) -> None:
    from playwright.sync_api import expect

    go(page, f"{address}write.html")
    page.focus("#files button:text('README.txt')")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "README.txt"
    page.fill("#program", "Autoren: Ada")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    for encoding in ("cp1252", "utf-16", "utf-8-sig", "utf-8"):
        data = f"# Jürgen {encoding}".encode(encoding)
        page.set_input_files("#load", {"name": "x.py", "mimeType": "", "buffer": data})
        expect(page.locator("#program")).to_have_value(f"# Jürgen {encoding}")
    page.set_input_files("#load", {"name": "x.py", "mimeType": "", "buffer": b"print()"})
    expect(page.locator("#program")).to_have_value("print()")
    page.click("#pack")
    with page.expect_download() as download:
        page.click("#pack-anyway")
    assert download.value.suggested_filename == "lightup.zip"
    with zipfile.ZipFile(download.value.path()) as archive:
        assert sorted(archive.namelist()) == ["README.txt", "encode.py", "lightup.lp"]
        assert archive.read("README.txt") == b"Autoren: Ada"
        assert archive.read("encode.py") == b"print()"


def test_hints_solve_an_example_offline(page: "Page", address: str, folder: Path) -> None:
    go(page, address)
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.wait_for_selector("#loading", state="hidden")
    page.context.set_offline(True)
    go(page, address)
    prepared = json.loads((folder / "prepared.json").read_text())
    for step in prepared["examples"]["dom01"]["steps"]:
        for frame in step["frames"]:
            page.click("#hint")
            said = f"#says:has-text('{frame['caption']}')"
            page.wait_for_selector(f"{said}, #says:has-text('Gelöst')")
    page.wait_for_selector("#says:has-text('Gelöst')")
    go(page, f"{address}write.html")
    assert WITHOUT_ANSWER in judge(page, "a.")


def test_help_where_several_solutions_are_best(page: "Page", address: str, home: Path) -> None:
    make_site(home, "amaze", "--puzzle", "amaze")
    go(page, address.replace("/site/", "/amaze/"))
    page.wait_for_selector("#notice:has-text('This puzzle has several best solutions.')")

    def ask(button: str, sentence: str) -> None:
        page.click(button)
        page.wait_for_selector(f"#says:has-text('{sentence}')")

    for _ in range(5):  # cells that all of them share
        ask("#hint", "look at")
        ask("#hint", "2 in row")
    ask("#hint", "in what is left the best solutions differ")
    ask("#soluble", "Yes, it can still be solved at a cost of 20.")
    cells = page.locator("#board [data-index]")
    cells.nth(20).hover()
    page.mouse.down()
    for index in (21, 22, 23, 18, 13):
        cells.nth(index).hover()
    page.mouse.up()
    ask("#soluble", "this page does not know: there are several best solutions")
    page.wait_for_selector("#cost:has-text('cost 20, best 20')")


@pytest.mark.long
@needs_module("axe_playwright_python")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(
    page: "Page", address: str, width: int, scheme: Literal["light", "dark"]
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    go(page, f"{address}write.html")
    assert list_violations(page) == []  # with the line that Python is loading
    page.click("summary:visible")
    page.fill("#program", ENDLESS)
    page.wait_for_selector("#stop:enabled")
    assert list_violations(page) == []
    page.click("#stop")
    assert list_violations(page) == []
    for program in ("a(X).", "{cell(0..n-1,0..n-1,b)}."):
        judge(page, program)
        assert list_violations(page) == []
    page.click("#files button:text('README.txt')")
    assert list_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    go(page, address)
    page.click("#hint")
    page.wait_for_selector("#key:not([hidden])")
    page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    assert list_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
