"""Writes a report: for a person, as JSON, as JUnit's XML, as an editor reads errors."""

import itertools
import json
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

from lab.common.findings import DELIVERY, PROGRAM, SCRIPT, STAGES, Finding, Report
from lab.common.terminal import get_console, style_text
from lab.common.words import Place, count_noun, escape_controls, quote_line

GRIDS = ("grid", "expected", "got")


# ---------------------------------------------------------------- for programs


def format_json(report: Report) -> str:
    """The verdict, the findings, the remarks and what the sandbox did not contain.

    null for what a finding does not have.  "stages" has yes or no for each question that was
    asked, "authors" the names in README.txt, "unjudged" the files that were not judged.
    """
    fields = ("stage", "code", "mistake", "message", "grid", "expected", "got")
    findings = [{name: getattr(one, name) for name in fields} for one in report.findings]
    remarks = [
        {"stage": one.stage, "code": one.code, "message": one.message} for one in report.remarks
    ]
    data = {
        "verdict": report.verdict,
        "seed": report.seed,
        "findings": list(map(all_shown, findings)),
        "remarks": list(map(all_shown, remarks)),
        "uncontained": report.uncontained,
        "stages": {stage: report.answer(stage) for stage in report.stages},
        "authors": list(map(escape_controls, report.authors)),
        "unjudged": report.unjudged,
    }
    return json.dumps(data, indent=2) + "\n"


def all_shown(values: Mapping[str, str | None]) -> dict[str, str | None]:
    """The values as they can be shown."""
    return {name: value and escape_controls(value) for name, value in values.items()}


def format_junit(report: Report) -> str:
    """A suite with a case for each stage, or one for each finding of a stage."""
    suites = ElementTree.Element("testsuites", name="lab check")
    suite = ElementTree.SubElement(suites, "testsuite", name=quote_line(report.name))
    for stage in report.stages:
        found = [one for one in report.findings if one.stage == stage]
        for number, one in enumerate(found, start=1):
            name = STAGES[stage] + (f" ({number})" if len(found) > 1 else "")
            failure = ElementTree.SubElement(
                case(suite, name, stage),
                "failure",
                type=one.code,
                message=escape_controls(one.message),
            )
            failure.text = escape_controls(format_finding(one))
        if not found:
            case(suite, STAGES[stage], stage)
    output = ElementTree.SubElement(suite, "system-out")
    remarks = (remark.message for remark in report.remarks)
    lines = [
        format_authors(report),
        report.summary,
        *remarks,
        format_unjudged(report),
        format_uncontained(report),
    ]
    output.text = escape_controls("".join(f"{one}\n" for one in lines if one))
    cases = suite.findall("testcase")
    for element in (suites, suite):
        element.attrib |= {"tests": str(len(cases)), "failures": str(len(report.findings))}
        element.attrib |= {"errors": "0"}
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def case(suite: ElementTree.Element, name: str, stage: str) -> ElementTree.Element:
    """Add a case to a suite."""
    return ElementTree.SubElement(suite, "testcase", classname=f"check.{stage}", name=name)


def format_gcc(report: Report) -> str:
    """A line for each finding and remark as compilers write errors, file:line:column: error: text.

    Under an error stand its grids, moved to the right.  What has no line is in the first.
    """
    lines = []
    for one, text in zip(report.findings, paragraphs(report.findings)):
        first, *others = text.splitlines()
        lines.append(marked(report, "error", one.place, one.part, first))
        lines += (f"    {line}" if line else "" for line in others)
    for remark in report.remarks:
        part = SCRIPT if remark.stage == "contract" else PROGRAM
        lines.append(marked(report, "warning", remark.place, part, quote_line(remark.message)))
    return "".join(f"{line}\n" for line in lines)


def marked(report: Report, kind: str, place: Place, part: str, text: str) -> str:
    """A message with its place; a file that is not known is that of the part."""
    known = report.files.get(part) or next(iter(report.files.values()), "")
    file = quote_line(str(Path(report.where, place.file or known)))
    words = text.removeprefix(f"{place}: ") if place.line else text.removeprefix(f"{place.file}: ")
    return f"{file}:{place.line or 1}:{place.column or 1}: {kind}: {words}"


# ---------------------------------------------------------------- for a person


def print_report(report: Report) -> None:
    """Print a report; on a terminal, stages are bold, yes is green, no red, a remark yellow."""
    messages = list(zip(report.findings, paragraphs(report.findings)))
    for stage in report.stages:
        found = [text for finding, text in messages if finding.stage == stage]
        answer = report.answer(stage)
        colour = "green" if answer == "yes" else "red" if found else "yellow"
        get_console().print(style_text(STAGES[stage], "bold"), style_text(answer, colour))
        if stage == DELIVERY and report.authors:
            get_console().print(f"  {quote_line(format_authors(report))}")
        for text in found:
            get_console().print(indented(text))
    if report.summary:
        get_console().print(indented(escape_controls(report.summary)))
    for remark in report.remarks:
        get_console().print(
            style_text("remark", "yellow"), f": {escape_controls(remark.message)}", sep=""
        )


def format_verdict(report: Report) -> str:
    """pass, or fail with the number of findings; what was not judged, and not contained."""
    number = len(report.findings)
    words = f"fail: {count_noun(number, 'finding')}" if number else "pass"
    return ", ".join(filter(None, [words, format_unjudged(report), format_uncontained(report)]))


def format_authors(report: Report) -> str:
    """The names of the authors, in words; "" if none are known."""
    return f"authors: {', '.join(report.authors)}" if report.authors else ""


def format_unjudged(report: Report) -> str:
    """The files that were not judged, in words; "" if there is none."""
    return f"not judged: {', '.join(report.unjudged)}" if report.unjudged else ""


def format_uncontained(report: Report) -> str:
    """What the sandbox did not contain, in words; "" if that is nothing."""
    return f"not contained: {'; '.join(report.uncontained)}" if report.uncontained else ""


def paragraphs(findings: list[Finding]) -> list[str]:
    """The findings in words; of those with the same mistake, only the first is explained."""
    explained, texts = set(), []
    for finding in findings:
        if finding.mistake in explained:
            texts.append(escape_controls(f"{finding.brief}: the same mistake"))
        else:
            texts.append(format_finding(finding, finding.sentence))
        explained |= {finding.mistake} - {None}
    return texts


def format_finding(finding: Finding, sentence: str = "") -> str:
    """A finding in words, a sentence on it, and the grids side by side."""
    columns = {name: text for name in GRIDS if (text := getattr(finding, name)) is not None}
    parts = [finding.message, sentence, beside(columns)]
    return escape_controls("\n".join(filter(None, parts)))


def beside(columns: dict[str, str]) -> str:
    """Texts under their titles, side by side."""
    table = [[title, *text.splitlines()] for title, text in columns.items()]
    widths = [max(map(len, column)) for column in table]
    rows = itertools.zip_longest(*table, fillvalue="")
    padded = ("   ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in rows)
    return "\n".join(row.rstrip() for row in padded)


def indented(text: str) -> str:
    """The lines of a text, moved to the right, and a blank line."""
    return "".join(f"  {line}\n" if line else "\n" for line in text.splitlines())
