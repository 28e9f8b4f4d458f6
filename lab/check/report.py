"""What was found, for a person, as JSON and as JUnit's XML."""

import itertools
import json
import os
import re
import sys
from collections.abc import Callable
from dataclasses import asdict
from xml.etree import ElementTree

from lab.check import mistakes
from lab.check.findings import STAGES, Finding, Report
from lab.check.trials import REFUSES
from lab.words import counted

RED, GREEN, YELLOW, BOLD, PLAIN = (f"\033[{code}m" for code in (31, 32, 33, 1, 0))
GRIDS = ("grid", "expected", "got")


# ---------------------------------------------------------------- for programs


def as_json(report: Report) -> str:
    fields = ("stage", "code", "mistake", "message", "grid", "expected", "got")
    findings = [{name: asdict(one)[name] for name in fields} for one in report.findings]
    data = {
        "verdict": report.verdict,
        "findings": findings,
        "remarks": [asdict(one) for one in report.remarks],
    }
    return json.dumps(data, indent=2) + "\n"


def as_junit(report: Report) -> str:
    """A suite with a case for each stage, or for each finding of a stage that has some."""
    suites = ElementTree.Element("testsuites", name="lab check")
    suite = ElementTree.SubElement(suites, "testsuite", name=valid(report.name))
    for stage in report.stages:
        found = [one for one in report.findings if one.stage == stage]
        for number, one in enumerate(found, start=1):
            name = STAGES[stage] + (f" ({number})" if len(found) > 1 else "")
            failure = ElementTree.SubElement(
                case(suite, name, stage), "failure", type=one.code, message=valid(one.message)
            )
            failure.text = valid(paragraph(one))
        if not found:
            case(suite, STAGES[stage], stage)
    out = ElementTree.SubElement(suite, "system-out")
    said = [report.summary, *(remark.message for remark in report.remarks)]
    out.text = valid("".join(f"{one}\n" for one in said if one))
    cases = suite.findall("testcase")
    for element in (suites, suite):
        element.attrib |= {"tests": str(len(cases)), "failures": str(len(report.findings))}
        element.attrib |= {"errors": "0"}
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def case(suite: ElementTree.Element, name: str, stage: str) -> ElementTree.Element:
    return ElementTree.SubElement(suite, "testcase", classname=f"check.{stage}", name=name)


def valid(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)


# ---------------------------------------------------------------- for a person


def as_text(report: Report) -> str:
    """Stage by stage: what is right in green, what is wrong in red, remarks in yellow."""
    paint = painter()
    told = list(zip(report.findings, paragraphs(report.findings)))
    parts = []
    for stage in report.stages:
        found = [text for finding, text in told if finding.stage == stage]
        answer = paint("no", RED) if found else paint("yes", GREEN)
        parts.append(f"{paint(STAGES[stage], BOLD)} {answer}")
        parts += [indented(text) for text in found]
    if report.summary:
        parts.append(indented(report.summary))
    parts += [f"{paint('remark', YELLOW)}: {remark.message}" for remark in report.remarks]
    return "\n".join(parts) + "\n"


def verdict(report: Report) -> str:
    number = len(report.findings)
    if not number:
        return "pass"
    return f"fail: {counted(number, 'finding')}"


def paragraphs(findings: list[Finding]) -> list[str]:
    """Of what one mistake explains, the first is told at length."""
    sentences, told, texts = mistakes.sentences(), set(), []
    for finding in findings:
        mistake = finding.mistake or ""
        texts.append(
            printable(f"{briefly(finding)}: the same mistake")
            if mistake in told
            else paragraph(finding, sentences.get(mistake, ""))
        )
        told |= {mistake} - {""}
    return texts


def briefly(finding: Finding) -> str:
    """A finding without its place on a grid, which is not shown."""
    return finding.message if finding.code == REFUSES else finding.message.partition(": ")[0]


def paragraph(finding: Finding, sentence: str = "") -> str:
    """A finding in words, the mistake, and the grids side by side."""
    columns = {name: text for name in GRIDS if (text := getattr(finding, name)) is not None}
    return printable("\n".join(filter(None, [finding.message, sentence, beside(columns)])))


def printable(text: str) -> str:
    """Without what a terminal would obey."""
    return "".join(c if c == "\n" or c.isprintable() else "?" for c in text)


def beside(columns: dict[str, str]) -> str:
    """Texts under their titles, side by side."""
    table = [[title, *text.splitlines()] for title, text in columns.items()]
    widths = [max(map(len, column)) for column in table]
    rows = itertools.zip_longest(*table, fillvalue="")
    padded = ("   ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in rows)
    return "\n".join(row.rstrip() for row in padded)


def painter() -> Callable[[str, str], str]:
    """Colours on a terminal, unless NO_COLOR is set (no-color.org)."""
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        return lambda text, colour: f"{colour}{text}{PLAIN}"
    return lambda text, colour: text


def indented(text: str) -> str:
    return "".join(f"  {line}\n" if line else "\n" for line in text.splitlines())
