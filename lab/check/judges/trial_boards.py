"""Judges the answers to trial boards: small ones, larger ones, and boards made for the check."""

from collections.abc import Iterator
from dataclasses import replace

from lab.check.bank.answers import ProgramAnswers
from lab.check.bank.assignment import Difference
from lab.check.judges import naming, wrong_answers
from lab.check.judges.display import find_renamed_answers
from lab.check.judges.examination import Entry, Examination
from lab.check.programs import fresh_boards
from lab.check.programs.program import TrialRun
from lab.common.language import translate
from lab.findings import CONTRACT, RULES, Finding
from lab.puzzles import Board
from lab.syntax import causes, tokens
from lab.syntax.statements import NAME

ONE_RULE = "only rule {number} was judged, {rule}: on small boards"


def judge_small_boards(examination: Examination) -> Iterator[Entry]:
    """Judge the answers to the small trial boards; keep them if they are right."""
    assignment, report = examination.assignment, examination.report
    report.reached.add(CONTRACT)
    run = examination.program.run_trials(examination.choose_small_trials())
    findings = wrong_answers.find_broken_rules(run)
    is_empty = bool(findings) and findings[0].code == assignment.empty_code
    if is_empty and (renamed := find_renamed_answers(run, examination.folder)):
        run, findings = renamed.run, renamed.findings
        examination.program = run.program  # from now on another program is judged
        yield renamed.name_finding
    pairs = zip(run.trials, run.answers)
    report.is_silent = not any(trial.solutions and a.found for trial, a in pairs)
    named_run = run  # with --rule: the run without answers that break other rules
    if examination.rule:
        named_run, run = judge_one_rule(examination, run)
        findings = wrong_answers.find_broken_rules(run)
    if findings and (typos := list(confirm_typos(examination))):
        yield from typos
    elif findings:
        names = naming.explain_findings(named_run)
        yield from examination.explain(findings, names)
    elif not examination.rule:
        examination.right_run = run
        yield from examination.find_undrawable(list_boards(run))


def confirm_typos(examination: Examination) -> Iterator[Finding]:
    """Yield a finding for each misspelt predicate, if the program is right without these."""
    program, typos = examination.program, causes.find_typos(examination.outline)
    text = tokens.read_copy(program.path.parent, program.path.name) or ""
    meant = {name: nearest for name, (nearest, _) in typos.items()}
    mended_text = NAME.sub(lambda match: meant.get(match[0], match[0]), text)
    if mended_text == text:
        return
    path = program.path.with_stem(f"{program.path.stem}-mended")
    path.write_text(mended_text, "utf-8")
    run = replace(program, path=path).run_trials(examination.choose_small_trials())
    if not wrong_answers.find_broken_rules(run):
        places = {place for _, place in typos.values()}
        outline = {**examination.outline, "constants": (), "counted": ()}
        for message in (*examination.undefined, *causes.find_confusions(outline, frozenset())):
            if message.place in places:
                yield Finding(RULES, "typo", message.text, place=message.place)


def judge_one_rule(examination: Examination, run: TrialRun) -> tuple[TrialRun, TrialRun]:
    """Return the run without answers that break other rules, and as if other rules did not exist.

    Write into the report which rule is judged.
    """
    rules: dict[str, str] = examination.assignment.puzzle.rules.RULES
    for number, (code, rule) in enumerate(rules.items(), start=1):
        if code == examination.rule:
            text = translate(ONE_RULE, number=number, rule=translate(rule))
            examination.report.summary = text
        else:
            examination.report.unjudged.append(translate("rule {number}", number=number))
    other_rules = {*rules} - {examination.rule}
    alone: list[Difference] = []
    ignoring: list[Difference] = []
    for difference in run.differences:
        alone.append({})
        ignoring.append({})
        for codes, answers in difference.items():
            kept = tuple(code for code in codes if code not in other_rules)
            if kept == codes:
                alone[-1][codes] = answers
            if kept:
                ignoring[-1][kept] = ignoring[-1].get(kept, frozenset()) | answers
    return run._replace(differences=alone), run._replace(differences=ignoring)


def judge_larger_boards(examination: Examination) -> Iterator[Entry]:
    """Judge larger trial boards, then boards made for this check, up to a wrong answer.

    Boards that the search of all boards has covered are left out.
    """
    program, report, covered = examination.program, examination.report, examination.covered_rows
    trials = [t for t in program.assignment.larger_trials if len(t.board) > covered]
    run = program.run_trials(trials)
    yield from examination.find_undrawable(list_boards(run))
    findings = find_wrong_answers(run)
    if not findings:
        boards = fresh_boards.make_trial_boards(
            program.pool, program.assignment, report.seed, covered
        )
        run = program.run_trials(boards, fresh_boards.MOST_SOLUTIONS + 1)
        report.fresh_count = len(run.answers)
        yield from examination.find_undrawable(list_boards(run))
        if findings := find_wrong_answers(run):
            yield from examination.remark_on_seed(RULES)
    yield from examination.explain(findings)


def list_boards(run: TrialRun) -> list[tuple[Board, ProgramAnswers]]:
    """Return the boards of a run with the answers of the program."""
    return [(trial.board, answers) for trial, answers in zip(run.trials, run.answers)]


def find_wrong_answers(run: TrialRun) -> list[Finding]:
    """Return findings, none of a stop: the examples show whether a program is too slow."""
    if run.stop and run.stop.end != "error":
        run = run._replace(stop=None)
    return wrong_answers.find_broken_rules(run)
