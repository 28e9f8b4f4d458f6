"""The page for the teacher: points, mistakes, costs, what could not be judged, what looks alike."""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from statistics import mean, median
from urllib.parse import quote
from xml.etree.ElementTree import Element

from lab.common.words import count_noun
from lab.grade.course import Course, format_points
from lab.grade.graded import UNJUDGED, Graded, Session
from lab.grade.markup import Child, element, page, table

BARS = 25  # of the histogram, at most
WIDTH, HEIGHT, FOOT, HEAD = 600, 160, 34, 18  # of the histogram, in pixels


def overview(
    session: Session, graded: Sequence[Graded], listed: Sequence[str], alike: Sequence[Child] = ()
) -> str:
    """The page; `listed` is what is left to the teacher, `alike` a section on look-alikes."""
    course = session.course
    return page(
        f"{course.title}: overview",
        element("h1", f"{course.title}: overview"),
        element("p", ", ".join(filter(None, [course.course, course.term])), class_="quiet"),
        element("p", in_short(graded), class_="verdict"),
        *points(graded, course),
        *mistakes(graded),
        *left(graded, listed),
        *alike,
        *costs(graded),
        *everybody(graded, course),
        element("p", f"Boards made for the check have the seed {session.seed}.", class_="quiet"),
    )


def in_short(graded: Sequence[Graded]) -> str:
    """How many there are, and with which verdict."""
    verdicts = [one.verdict for one in graded]
    others = (f"{verdicts.count(name)} {name}" for name in ("pass", "fail", UNJUDGED))
    return f"{count_noun(len(graded), 'submission')}: {', '.join(others)}"


def link(one: Graded) -> Element:
    """The name of a submission, which leads to its page."""
    return element("a", one.key, href=f"submissions/{quote(one.key)}/feedback.html")


def links(some: Sequence[Graded]) -> Element:
    """The names of several."""
    children: list[Child] = []
    for one in some:
        children += [", " if children else None, link(one)]
    return element("span", *children)


# ---------------------------------------------------------------- points


def points(graded: Sequence[Graded], course: Course) -> Iterator[Element]:
    """The histogram of the points, with their mean and median."""
    totals = [one.mark.total for one in graded]
    yield element("h2", "Points")
    middle = (
        f"Mean {format_points(Fraction(mean(totals)))}, "
        f"median {format_points(Fraction(median(totals)))}"
    )
    yield element("p", f"{middle} of {format_points(course.total)}.")
    yield element("div", histogram(totals, course.total), class_="wide")


def histogram(totals: Sequence[Fraction], most: Fraction) -> Element:
    """Bars of equal width from 0 to all points; each has its number on it."""
    width = Fraction(max(1, math.ceil(most / BARS)))
    number = math.ceil(most / width) + (most % width == 0)
    counts = [0] * number
    for total in totals:
        counts[min(int(total / width), number - 1)] += 1
    step = WIDTH / number
    shapes: list[Child] = [element("title", "How many have how many points")]
    for place, count in enumerate(counts):
        x, high = place * step, HEIGHT * count / max(counts)
        top = HEAD + HEIGHT - high
        begin, end = place * width, min((place + 1) * width - 1, most)
        label = (
            format_points(begin)
            if end <= begin
            else f"{format_points(begin)} to {format_points(end)}"
        )
        middle = f"{x + step / 2:.1f}"
        if count:
            shapes.append(bar(x, top, step, high))
            shapes.append(element("text", str(count), x=middle, y=f"{top - 4:.1f}"))
        if number <= 15 or place % 5 == 0 or place == number - 1:
            shapes.append(element("text", label, x=middle, y=HEAD + HEIGHT + 16))
    shapes.append(
        element("line", x1=0, x2=WIDTH, y1=HEAD + HEIGHT, y2=HEAD + HEIGHT, stroke="#111")
    )
    return element(
        "svg",
        *shapes,
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        viewBox=f"0 0 {WIDTH} {HEAD + HEIGHT + FOOT}",
        width=WIDTH,
        font_family="sans-serif",
        font_size=12,
        text_anchor="middle",
    )


def bar(x: float, top: float, step: float, high: float) -> Element:
    """A bar of the histogram."""
    return element(
        "rect",
        x=f"{x + 2:.1f}",
        y=f"{top:.1f}",
        width=f"{step - 4:.1f}",
        height=f"{high:.1f}",
        fill="#3b6ea5",
        stroke="#111",
    )


# ---------------------------------------------------------------- mistakes


def mistakes(graded: Sequence[Graded]) -> Iterator[Element]:
    """What was found, the most frequent first, with who made it."""
    who: dict[str, list[Graded]] = {}
    words: dict[str, str] = {}
    for one in graded:
        for finding in one.report.findings if one.report else []:
            name = finding.mistake or finding.code
            words.setdefault(name, finding.sentence or finding.brief)
            if one not in who.setdefault(name, []):
                who[name].append(one)
    yield element("h2", "Mistakes")
    if not who:
        yield element("p", "None was found.")
        return
    order = sorted(who, key=lambda name: (-len(who[name]), name))
    rows: list[list[Child]] = [
        [str(len(who[name])), name, words[name], links(who[name])] for name in order
    ]
    yield table(["How many", "Mistake", "In words", "Who"], rows, frozenset({0}))


# ---------------------------------------------------------------- the rest


def left(graded: Sequence[Graded], listed: Sequence[str]) -> Iterator[Element]:
    """What could not be judged, and what is left to the teacher."""
    unjudged = [one for one in graded if not one.report]
    if unjudged:
        yield element("h2", "Not judged")
        items = (element("li", link(one), f": {one.trouble}") for one in unjudged)
        yield element("ul", *items)
    if listed:
        yield element("h2", "For you to look at")
        yield element("ul", *(element("li", words) for words in listed))
    leaks = sorted({leak for one in graded if one.report for leak in one.report.uncontained})
    if leaks:
        yield element("h2", "Not contained")
        yield element("ul", *(element("li", words) for words in leaks))


def costs(graded: Sequence[Graded]) -> Iterator[Element]:
    """The time and the size of the programs on the largest example that they solve."""
    known = [one for one in graded if one.report and one.report.cost]
    if not known:
        return
    yield element("h2", "Time and size of the programs beside the reference")
    yield element(
        "p",
        "On the largest example that each solves: rules of the ground program and seconds of "
        "computing (measured), as many times those of the reference.",
    )
    rows = [cost for one in sorted(known, key=dearness) if (cost := costs_of(one))]
    headings = ["Submission", "Example", "Rules", "Times", "Seconds", "Times"]
    yield table(headings, rows, frozenset({2, 3, 4, 5}))


def dearness(one: Graded) -> tuple[float, str]:
    """The order of the table: first those that ground the most beside the reference."""
    assert one.report and one.report.cost
    return -one.report.cost.rules / max(one.report.cost.its_rules, 1), one.key


def costs_of(one: Graded) -> list[Child]:
    """A row of the table."""
    assert one.report and one.report.cost
    cost = one.report.cost
    times = f"{cost.seconds / cost.its_seconds:.1f}" if cost.its_seconds else "-"
    return [
        link(one),
        cost.size,
        f"{cost.rules:,}",
        f"{cost.rules / max(cost.its_rules, 1):.2f}",
        element("span", f"{cost.seconds:.2f}", class_="measured"),
        element("span", times, class_="measured"),
    ]


def everybody(graded: Sequence[Graded], course: Course) -> Iterator[Element]:
    """All submissions."""
    yield element("h2", "All submissions")
    rows: list[list[Child]] = [
        [link(one), format_points(one.mark.total), one.verdict, ", ".join(one.mistakes)]
        for one in graded
    ]
    headings = ["Submission", f"of {format_points(course.total)}", "Verdict", "Mistakes"]
    yield table(headings, rows, frozenset({1}))
