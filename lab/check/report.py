"""Writes a report: for a person, as JSON, as JUnit's XML, as compilers write errors."""

import itertools
import json
import textwrap
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from lab.check.bank.answers import point_out_cells
from lab.common.files import write
from lab.common.language import translate
from lab.common.terminal import print_styled
from lab.common.words import (
    NOWHERE,
    Place,
    count_noun,
    escape_controls,
    format_rows,
    join_clauses,
    quote_line,
)
from lab.findings import CONTRACT, DELIVERY, ENCODE, GRIDS, PROGRAM, RULES, STAGES, Finding, Report

BELIEFS = "What holds here for your program, by its predicates:"
FAILED, PASSED_WITH_FAULTS = "fail: {findings}", "pass, with {findings} on the delivery"
MOST_CHARACTERS = 75  # characters of a line with columns side by side


def format_json(report: Report) -> str:
    """Return the report as JSON, null for what is missing.

    "stages" has yes or no for each question that was asked; the comments in the class Report
    explain "proven", "counted", "searched", "tried", "unjudged" and "uncontained".
    """

    def escape(**texts: str | None) -> dict[str, str | None]:
        return {name: text and escape_controls(text) for name, text in texts.items()}

    data = {
        "verdict": report.verdict,
        "seed": report.seed,
        "proven": report.proven,
        "counted": report.counted,
        "searched": report.searched,
        "tried": report.tried,
        "findings": [
            escape(
                stage=finding.stage,
                code=finding.code,
                mistake=finding.mistake,
                message=finding.message,
                **{name: finding.grids.get(name) for name in GRIDS},
            )
            for finding in report.findings
        ],
        "remarks": [
            escape(stage=remark.stage, code=remark.code, message=remark.message)
            for remark in report.remarks
        ],
        "uncontained": report.uncontained,
        "stages": report.answers,
        "authors": list(map(escape_controls, report.authors)),
        "unjudged": report.unjudged,
    }
    return json.dumps(data, indent=2) + "\n"


def format_junit(report: Report) -> str:
    """Return a suite as JUnit's XML, with a case for each finding, or for a stage without any."""
    suites = ElementTree.Element("testsuites", name="lab check")
    suite = ElementTree.SubElement(suites, "testsuite", name=quote_line(report.name))
    for stage in report.stages:
        findings = [finding for finding in report.findings if finding.stage == stage]
        for number, finding in enumerate(findings or [None], start=1):
            name = translate(STAGES[stage]) + (f" ({number})" if len(findings) > 1 else "")
            attributes = {"classname": f"check.{stage}", "name": name}
            case = ElementTree.SubElement(suite, "testcase", attributes)
            if finding:
                attributes = {"type": finding.code, "message": escape_controls(finding.message)}
                kind = "failure" if finding in report.failures else "skipped"
                ElementTree.SubElement(case, kind, attributes).text = format_finding(finding)
    output = ElementTree.SubElement(suite, "system-out")
    lines = [format_authors(report), *report.proof, report.summary]
    lines += [remark.message for remark in report.remarks]
    lines += list_reservations(report)
    output.text = escape_controls("".join(f"{line}\n" for line in lines if line))
    tests, failures = len(suite.findall("testcase")), len(report.failures)
    for element in (suites, suite):
        element.attrib |= {"tests": str(tests), "failures": str(failures), "errors": "0"}
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def format_gcc(report: Report) -> str:
    """Return a line for each finding and remark as file:line:column: error: text.

    A finding that does not fail the delivery is a warning.  The grids of an error stand under it,
    indented.  Without a place it is at its first culprit, or at 1:1 of the part's file.
    """

    def format_line(kind: str, place: Place, part: str, text: str) -> str:
        name = place.file or report.files.get(part) or next(iter(report.files.values()), "")
        file = quote_line(str(Path(report.given_path, name)))
        return f"{file}:{place.line or 1}:{place.column or 1}: {kind}: {text}"

    lines = []
    paragraphs = format_findings([replace(finding, place=NOWHERE) for finding in report.findings])
    for finding, paragraph in zip(report.findings, paragraphs):
        first, *grid_lines = paragraph.splitlines()
        kind = "error" if finding in report.failures else "warning"
        place = next((p for p in (finding.place, *finding.culprits) if p.line), finding.place)
        lines.append(format_line(kind, place, finding.part, first))
        lines += (f"    {line}" if line else "" for line in grid_lines)
    for remark in report.remarks:
        part = ENCODE if remark.stage == CONTRACT else PROGRAM
        lines.append(format_line("warning", remark.place, part, quote_line(remark.text)))
    return "".join(f"{line}\n" for line in lines)


def print_report(report: Report) -> None:
    """Print a report; on a terminal, stages are bold, yes is green, no red, a remark yellow."""
    paragraphs = list(zip(report.findings, format_findings(report.findings)))
    for stage, answer in report.answers.items():
        texts = [text for finding, text in paragraphs if finding.stage == stage]
        is_failed = stage in {finding.stage for finding in report.failures}
        colour = "green" if answer == "yes" else "red" if is_failed else "yellow"
        answer_text = translate("yes" if answer == "yes" else "no")
        print_styled((translate(STAGES[stage]), "bold"), (answer_text, colour))
        if stage == DELIVERY and report.authors:
            write(f"  {quote_line(format_authors(report))}\n")
        for text in texts:
            write(f"{textwrap.indent(text, '  ')}\n\n")
        if stage == RULES:
            write("".join(f"  {sentence}\n" for sentence in report.proof))
        is_last = stage == report.stages[-1]
        if report.summary and is_last:
            write(f"  {escape_controls(report.summary)}\n")
        for remark in report.remarks:
            if remark.stage == stage or (is_last and remark.stage not in report.reached):
                text = escape_controls(remark.message)
                print_styled((" ", ""), (translate("remark:"), "yellow"), (text, ""))


def format_verdict(report: Report) -> str:
    """Return pass or fail, the number of findings, then what was not judged or contained."""
    verdict, number = translate("pass"), count_noun(len(report.findings), "finding")
    if report.findings:
        verdict = translate(FAILED if report.failures else PASSED_WITH_FAULTS, findings=number)
    return ", ".join([verdict, *list_reservations(report)])


def format_authors(report: Report) -> str:
    """Return the names of the authors after a label, "" if none are known."""
    names = ", ".join(report.authors)
    return translate("authors: {names}", names=names) if names else ""


def list_reservations(report: Report) -> list[str]:
    """Return the files that were not judged, and the leaks of the sandbox, in a line each."""
    lines = []
    if report.unjudged:
        lines.append(translate("not judged: {files}", files=", ".join(report.unjudged)))
    if report.uncontained:
        lines.append(translate("not contained: {leaks}", leaks=join_clauses(report.uncontained)))
    return lines


def format_findings(findings: list[Finding]) -> list[str]:
    """Return each finding as a paragraph; a mistake is explained at its first finding only."""
    explained: set[str] = set()
    paragraphs = []
    for finding in findings:
        if finding.mistake in explained:
            text = translate("{brief}: the same mistake", brief=finding.brief)
            paragraphs.append(escape_controls(text))
        else:
            paragraphs.append(format_finding(finding))
            explained.update(filter(None, [finding.mistake]))
    return paragraphs


def format_finding(finding: Finding) -> str:
    """Return a finding as a paragraph: message, explaining sentence, and grids side by side."""
    columns = {translate(GRIDS[name]): text for name, text in finding.grids.items()}
    parts = [finding.message, finding.sentence, join_columns(columns)]
    if finding.beliefs and isinstance(finding.grid, list):
        drawn = {}
        for name, cells in finding.beliefs:
            drawn[name] = format_rows(point_out_cells(finding.grid, cells))
        parts += [translate(BELIEFS), join_columns(drawn)]
    return escape_controls("\n".join(filter(None, parts)))


def join_columns(columns: Mapping[str, str]) -> str:
    """Return texts under their titles, side by side; below one another if they are too wide."""
    table = [[title, *text.splitlines()] for title, text in columns.items()]
    widths = [max(map(len, column)) for column in table]
    if sum(widths) > MOST_CHARACTERS:
        return "\n\n".join("\n".join(column) for column in table)
    rows = itertools.zip_longest(*table, fillvalue="")
    padded = ("   ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in rows)
    return "\n".join(row.rstrip() for row in padded)
