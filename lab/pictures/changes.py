"""What changes from one picture to the next, by the viz file of a puzzle; film.py draws it."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import clingo

from lab.pictures import graph

NodeAttributes = dict[str, str]  # attributes of a node; none if the picture lacks the node


class ShownSymbols(clingo.Observer):
    """Pairs of a literal, 0 for a fact, and a symbol that a viz file shows."""

    def __init__(self) -> None:
        self.pairs: list[tuple[int, clingo.Symbol]] = []

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        self.pairs.append((atom, symbol))

    def output_term(self, symbol: clingo.Symbol, condition: Sequence[int]) -> None:
        self.pairs.append((condition[0] if condition else 0, symbol))


def show_together(
    pictures: Sequence[graph.Facts], viz: Path
) -> tuple[list[tuple[int, clingo.Symbol]], list[set[int]]]:
    """Return the symbols of all pictures, after their literals; and the true ones of each picture.

    The pictures are grounded together; facts of some of them only are external.
    """
    shown, common = ShownSymbols(), set.intersection(*pictures)
    externals = "".join(f"#external {f}.\n" for f in sorted(set.union(*pictures) - common))
    truths: list[set[int]] = []
    with graph.make_control(str(viz)) as control:
        control.register_observer(shown)
        control.add("base", [], viz.read_text("utf-8", "replace"))
        control.add("base", [], graph.join_facts(common) + externals)
        control.ground([("base", [])], graph.VizFunctions())
        literals = {literal for literal, _ in shown.pairs} - {0}
        for before, facts in zip([common, *pictures], pictures):
            for fact in before ^ facts:
                control.assign_external(fact, fact in facts)
            with control.solve(yield_=True) as models:
                model = models.model()
                if not model:
                    raise graph.Undrawable("nothing to draw: viz has no answer")
                truths.append({0, *filter(model.is_true, literals)})
    used_literals = set().union(*truths)
    return [pair for pair in shown.pairs if pair[0] in used_literals], truths


class Film:
    """The nodes of several pictures by a viz file, and the attributes of the nodes that change."""

    def __init__(self, pictures: Sequence[graph.Facts], viz: Path) -> None:
        self.pictures, self.viz = pictures, viz
        shown, truths = show_together(pictures, viz)
        nodes: dict[str, int] = {}  # the literal of each node
        entries = defaultdict[tuple[str, str], list[tuple[int, str, str]]](list)
        self.has_others = False  # than nodes with positions that change, such as edges
        for literal, symbol in shown:
            if symbol.match("node", 1):
                nodes[str(symbol.arguments[0])] = literal
            elif symbol.match("attr", 4):
                kind, name, attribute, value = graph.read_attribute(symbol)
                entries[kind, name].append((literal, attribute, value))
                self.has_others |= kind != "node" and literal != 0
            self.has_others |= symbol.match("edge", 1)
        self.nodes = graph.sort_nodes(nodes)
        self.attributes = {  # of all pictures together, by kind and name
            key: {name: value for _, name, value in parts} for key, parts in entries.items()
        }
        # Attributes of the nodes that change, for each picture.
        self.changes: list[dict[str, NodeAttributes]] = [{} for _ in pictures]
        for name in self.nodes:
            parts = entries["node", name]
            literals = {nodes[name], *(literal for literal, _, _ in parts)}
            true_before = None
            for changes, truth in zip(self.changes, truths):
                true_now = literals & truth
                if true_now != true_before:
                    attributes = {name: value for lit, name, value in parts if lit in truth}
                    changes[name] = attributes if nodes[name] in truth else {}
                    self.has_others |= nodes[name] in truth and "pos" not in attributes
                true_before = true_now
