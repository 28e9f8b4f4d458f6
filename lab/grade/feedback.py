"""The page of a student: the verdict, the points, each finding with its grid."""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from lab.check.subject import CONTRACT, REFUSES, SEVERAL, Subject
from lab.common.findings import SCRIPT, STAGES, Finding
from lab.common.words import count_noun
from lab.grade import grids, points
from lab.grade.course import Course, format_points
from lab.grade.graded import Graded, Session
from lab.grade.markup import Child, element, page, table
from lab.grade.points import Mark

CAPTIONS = {"grid": "The grid", "got": "As it is", "expected": "As it should be"}


def feedback(session: Session, one: Graded) -> str:
    """The page of a submission."""
    subject, course = session.subject, session.course
    return page(
        f"{course.title}: {one.name}",
        element("h1", course.title),
        element("p", ", ".join(filter(None, [course.course, course.term])), class_="quiet"),
        element("p", f"{one.name}{authors(one)}"),
        element(
            "p",
            f"{one.verdict}: {format_points(one.mark.total)} of "
            f"{format_points(course.total)} points",
            class_="verdict" if one.verdict == "pass" else "verdict fail",
        ),
        marks(subject, course, one.mark),
        *found(subject, one),
        *last(one, session.seed),
    )


def authors(one: Graded) -> str:
    """The authors, where they are others than whoever delivered."""
    names = ", ".join(one.authors)
    return f" (authors: {names})" if names and names != one.name else ""


def marks(subject: Subject, course: Course, mark: Mark) -> Element:
    """The points of each part, with the reason for each loss."""
    reasons: dict[str, list[str]] = {}
    for loss in mark.losses:
        reasons.setdefault(loss.part, []).append(f"-{format_points(loss.points)}: {loss.reason}")
    rows: list[list[Child]] = [
        [
            part_in_words(subject, part),
            format_points(mark.points[part]),
            format_points(worth),
            why(reasons, part),
        ]
        for part, worth in course.points.items()
    ]
    rows += [
        [part_in_words(subject, part), "", "", why(reasons, part)]
        for part in (points.PARTIAL, points.LATE)
        if part in reasons
    ]
    rows.append(["Sum", format_points(mark.total), format_points(course.total), ""])
    headings = ["Part", "Points", "of", "Why points are lost"]
    return table(headings, rows, frozenset({1, 2}), is_stacked=True)


def why(reasons: dict[str, list[str]], part: str) -> Element | None:
    """The reasons, a line each."""
    if part not in reasons:
        return None
    return element("span", *(element("div", reason) for reason in reasons[part]))


def part_in_words(subject: Subject, part: str) -> str:
    """The name of a part of the points."""
    rules = subject.puzzle.rules.RULES
    if part in rules:
        return f"Rule {list(rules).index(part) + 1}: {rules[part]}"
    return {
        points.DELIVERY: "The delivery",
        points.ENCODE: subject.script,
        points.EXAMPLES: "Solving the examples",
        points.GROWTH: "How its cost grows",
        points.PARTIAL: "Work that does not pass",
        points.LATE: "Late",
    }[part]


# ---------------------------------------------------------------- findings


def found(subject: Subject, one: Graded) -> Iterator[Element]:
    """The findings by stages, and the remarks."""
    if not one.report:
        yield element("h2", "This could not be judged")
        yield element("p", one.trouble)
        return
    explained: set[str] = set()
    for stage in one.report.stages:
        here = [finding for finding in one.report.findings if finding.stage == stage]
        yield element("h2" if here else "p", f"{STAGES[stage]} {'no' if here else 'yes'}")
        for finding in here:
            yield shown(subject, finding, finding.mistake in explained)
            explained |= {finding.mistake or ""} - {""}
    if one.remarks:
        yield element("h2", "Remarks")
        yield element("ul", *(element("li", remark) for remark in one.remarks))


def shown(subject: Subject, finding: Finding, is_explained: bool) -> Element:
    """A finding: its message, the mistake's sentence, the grids, what to read again."""
    sentence = "The same mistake as above." if is_explained else finding.sentence
    return element(
        "div",
        element("h3", finding.message),
        element("p", sentence) if sentence else None,
        element("div", *pictures(subject, finding), class_="grids"),
        element("p", again(subject, finding), class_="again"),
        class_="finding",
    )


def pictures(subject: Subject, finding: Finding) -> Iterator[Element]:
    """The grid as it is and as it should be; the grid alone if these are none."""
    texts = {name: getattr(finding, name) for name in CAPTIONS}
    given = grids.rows(texts["grid"] or "")
    style = grids.style(subject)
    both = texts["got"], texts["expected"]
    are_grids = [bool(given) and grids.is_grid(text, given) for text in both]
    if given and not any(are_grids):
        picture = grids.svg(given, given, None, style, CAPTIONS["grid"])
        yield element("figure", element("figcaption", CAPTIONS["grid"]), picture)
    for name, text, is_grid in zip(("got", "expected"), both, are_grids):
        if text is None:
            continue
        caption = element("figcaption", CAPTIONS[name])
        if is_grid:
            other = grids.rows(both[name == "got"]) if all(are_grids) else None
            picture = grids.svg(grids.rows(text), given, other, style, CAPTIONS[name])
            yield element("figure", caption, picture)
        else:
            yield element("figure", caption, element("pre", text))


def again(subject: Subject, finding: Finding) -> str:
    """What to read again."""
    rules = subject.puzzle.rules.RULES
    if finding.code in rules:
        what = f"rule {list(rules).index(finding.code) + 1}: {rules[finding.code]}"
    elif finding.stage == points.DELIVERY:
        what = "what is delivered, and under which names"
    elif finding.part == SCRIPT:
        what = "which facts a grid becomes: cell(R,C,V), dim(n) and #const n"
    else:
        what = {
            "time": "how many ground rules each of your rules becomes, and what is chosen",
            REFUSES: "the rules of the puzzle: one of yours asks for more than they do",
            SEVERAL: "what is left to choice: each solution should be one answer set",
            subject.settings.given_code: "which cells are given, and which may be filled",
            CONTRACT: f"what an answer shows: {subject.atom}, with rows and columns from 0",
            subject.empty_code: f"what an answer shows: {subject.atom}",
        }.get(finding.code, "the line of your program that the message names")
    return f"Read again {what}."


def last(one: Graded, seed: int) -> Iterator[Element]:
    """How the boards can be made again, and what was not contained."""
    words: list[str] = []
    if one.report:
        words.append(f"Some boards were made for this check; --seed {seed} makes them again.")
        if one.report.uncontained:
            words.append(f"Not contained: {'; '.join(one.report.uncontained)}.")
    yield element("p", " ".join(words), class_="quiet")


def summary(one: Graded, course: Course) -> Sequence[str]:
    """The same in a few lines, for a comment."""
    number = len(one.report.findings) if one.report else 0
    count = f" ({count_noun(number, 'finding')})" if number else ""
    total = f"{format_points(one.mark.total)} of {format_points(course.total)} points"
    losses = [
        f"-{format_points(loss.points)} {loss.part}: {loss.reason}" for loss in one.mark.losses
    ]
    return [f"{one.verdict}{count}: {total}", *losses]
