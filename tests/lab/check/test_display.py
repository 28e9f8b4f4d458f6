"""Right answers that are shown under another name."""

import re

import pytest

from lab.check import points
from lab.common.language import use_language
from lab.course import make_default_course
from tests import kit
from tests.lab.check.kit import REFERENCE, Judge

DISPLAYS = {
    "en": "the answer is shown as lamp/2, expected cell(R,C,b)",
    "de": "die Antwort wird als lamp/2 gezeigt, erwartet wird cell(R,C,b)",
}


def rename_bulbs(show: str) -> str:
    """Return the reference with lamp(R,C) in place of each cell(R,C,b), and what it shows."""
    rules = re.sub(r"cell\(([^,()]*),([^,()]*),b\)", r"lamp(\1,\2)", REFERENCE)
    return re.sub("(?m)^#show.*$", "", rules) + show


@pytest.mark.long
@pytest.mark.parametrize("language", DISPLAYS)
def test_right_bulbs_under_another_name_are_one_fault(judge_few: Judge, language: str) -> None:
    use_language(language)
    examined = judge_few(rename_bulbs("#show lamp/2.\n#show dim/1.\n"))
    assert [finding.brief for finding in examined.findings] == [DISPLAYS[language]]
    assert {example.state for example in examined.example_results} == {"right"}
    course = make_default_course(kit.LIGHT_UP)
    losses = points.grade_report(examined, course).losses
    assert [str(loss) for loss in losses] == [f"4 other: {DISPLAYS[language]}"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("show", "name"),
    [
        ("lampara(R,C,b) :- lamp(R,C). #show lampara/3.", "lampara/3"),
        kit.long(
            "casilla(R,C,b) :- lamp(R,C). casilla(R,C,V) :- cell(R,C,V). #show casilla/3.",
            "casilla/3",
        ),
        kit.long("", "lamp/2"),
        kit.long("value(R,C) :- lamp(R,C). #show value/2.", "value/2"),  # a word of display.lp
        kit.long('#show cell(R,C,"b") :\n  lamp(R,C).', 'cell(0,0,"b")'),
    ],
)
def test_a_display_is_found_beside_a_wrong_rule(judge_few: Judge, show: str, name: str) -> None:
    brief = DISPLAYS["en"].replace("lamp/2", name)
    assert [finding.brief for finding in judge_few(rename_bulbs(show)).findings] == [brief]
    examined = judge_few(re.sub(r"(?m)^:-.*not lit_across.*$", "", rename_bulbs(show)))
    assert [finding.code for finding in examined.findings] == ["display", "lit"]
    assert examined.findings[1].mistake == "lit-missing"
    course = make_default_course(kit.LIGHT_UP)
    losses = points.grade_report(examined, course).losses
    assert [str(loss).partition(":")[0] for loss in losses] == [*("4 lit", "4 other", "4 examples")]


@pytest.mark.parametrize("shown", ["lit_across/2", kit.long("white/2")])
def test_a_name_without_bulbs_is_no_display(judge_few: Judge, shown: str) -> None:
    (finding,) = judge_few(rename_bulbs(f"#show {shown}.\n")).findings
    assert finding.code == "no-bulbs"
