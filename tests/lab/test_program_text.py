"""The reader of programs by text says what clingo's parser says."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from clingo.ast import AST, ASTType

from lab.check.programs.beliefs import find_cells_of_atom
from lab.syntax import changes, growth
from lab.syntax.program_text import ProgramText
from lab.syntax.statements import DECLARATION
from tests import kit
from tests.lab import syntax_trees

GIVEN = "x|0|1|2|3|4"
REFUSED = {  # programs that clingo or check refuses, so that nothing is compared
    *("full-stop-missing", "include-outside", "parenthesis-open", "script"),
    *("deep", "includes-a-secret", "includes-by-a-trick", "lua"),
}
FOLDERS = sorted({path.parent for path in kit.DATA.rglob("*.lp")})
LEFT_TO_LONG = {"rare", "lightup/right"}
SAMPLES = ("right", "right-in-all", "sight-one-cell", "minimises-cells")  # of folders in folders


def parse_all(texts: Iterable[str]) -> list[str]:
    """Return the statements of programs, which have no errors, as clingo writes them."""
    parsed = [syntax_trees.parse_text(text) for text in texts]
    assert [errors for _, errors in parsed if errors] == []
    return list_texts(statement for statements, _ in parsed for statement in statements)


def list_texts(statements: Iterable[AST]) -> list[str]:
    """Return statements as clingo writes them; files that are included may come in any order."""
    return sorted(str(s) for s in statements if str(s) != "#program base.")


def compare_readings(path: Path) -> bool:
    """Compare what a program says by its text and by clingo's parser; False if it is refused."""
    trees, errors = syntax_trees.parse_program(str(path))
    if errors or any(tree.ast_type == ASTType.Script for tree in trees):
        return False
    program = ProgramText(path)
    outline = syntax_trees.outline_program(trees, GIVEN)

    def shorten(pairs: Iterable[tuple[str, tuple[str, int]]]) -> list[tuple[str, tuple[str, int]]]:
        return sorted((text, (Path(file).name, line)) for text, (file, line) in pairs)

    for name, pairs in program.outline(GIVEN).items():
        assert shorten(pairs) == shorten(outline[name]), (path, name)
    terms = syntax_trees.find_confusing_terms(trees)
    for name, pairs in program.find_confusing_terms().items():
        assert shorten(pairs) == shorten(terms[name]), (path, name)
    term, places = growth.find_growing_rules(program)
    expected_term, expected_places = syntax_trees.find_growing_rules(trees)
    assert term.strip("()") == expected_term.strip("()"), path
    assert [line for _, line in places] == [line for _, line in expected_places], path
    assert parse_all([program.text]) == list_texts(trees), path
    relaxed = filter(None, map(syntax_trees.relax_rule, trees))
    rules = changes.list_relaxed_rules(program).values()
    assert parse_all(f"{rule}.\n" for rule in rules) == list_texts(relaxed), path
    kept = (t for t in trees if str(syntax_trees.relax_rule(t)) != syntax_trees.NOTHING)
    assert parse_all([changes.remove_constraints(program)]) == list_texts(kept), path
    kept = (tree for tree in trees if tree.ast_type != ASTType.Minimize)
    assert parse_all([changes.remove_minimising(program)]) == list_texts(kept), path
    renamed = map(syntax_trees.GivenCellRenamer("b").visit, trees)
    assert parse_all([changes.keep_cells_apart(program, "b")]) == list_texts(renamed), path
    text, marked_places = changes.add_markers(program, "marker_")
    assert len(parse_all([text])) == len(list_texts(trees)) + len(marked_places), path
    return True


ODD_STATEMENTS = """\
{a;b}. :~ a. [1] :- b. :~ b. [2@1,b]
#external p(X) : q(X). [true]  :- p(1).
n { q(R) : row(R) } n. :- not n { q(R) : row(R) } n. :- k #count { R : q(R) }.
free(R,C) :- #count { A,B : lamp(A,B), |R-A|+|C-B| = 1, free(A,B) } = 1, row(R), row(C).
{ lamp(R,C) : row(R), row(C), |R-C| = 1, wall(R) }.
p(X) : q(X), X > 2. a | b. a ; b :- c. not a :- b. 1 = X :- p(X).
p(X-1) :- p(X), -10 < X. a(X+1) :- a(X), b : c(X), d(X). r(X+1) :- r(X), not s(X).
#sum { X : p(X) } = 3. q(a+1) :- p(n+1). % #const a = 3.
cell(1,0,x). cell(0,0,x). cell(R,C,b) :- cell(R,C,x). -cell(0,1,2). #project a/1.
#minimize { X@1,R : cell(R,X,b) }. :~ cell(R,C,b), p(C). [C@2,R]
% the end"""


def test_odd_statements_are_read_as_clingo_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "odd.lp"
    path.write_text(ODD_STATEMENTS)
    assert compare_readings(path)


@pytest.mark.parametrize(
    "name",
    [
        kit.long(name)
        if name in LEFT_TO_LONG or ("/" in name and Path(name).name not in SAMPLES)
        else name
        for name in (str(folder.relative_to(kit.DATA)) for folder in FOLDERS)
    ],
)
def test_programs_are_read_as_clingo_reads_them(name: str) -> None:
    folder = kit.DATA / name
    for path in sorted(folder.glob("*.lp")):
        assert folder.name in REFUSED or compare_readings(path), path


def test_the_work_for_the_cells_of_an_atom_grows_as_its_text() -> None:
    def find_cells(size: int) -> None:
        for atom in (f"a({'1,' * size}1)", f"a(({'1,' * size}1),1)"):
            assert find_cells_of_atom(atom, (7, 7)) == ("a", [])

    kit.assert_linear(find_cells, 10_000)


def test_the_work_for_blanks_in_a_declaration_grows_as_their_number() -> None:
    kit.assert_linear(lambda size: DECLARATION.fullmatch(f"#show{' ' * size}a:b"), 10_000)
