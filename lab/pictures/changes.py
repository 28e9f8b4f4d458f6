"""What changes from one picture to the next, by the viz file of a puzzle; film.py draws it."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import clingo
import show  # loaded by film.py

NodeLook = dict[str, str]  # attributes of a node; none if the picture lacks the node


class ShownSymbols(clingo.Observer):
    """What a viz file shows, each symbol after its literal, which is 0 for a fact."""

    def __init__(self) -> None:
        self.pairs: list[tuple[int, clingo.Symbol]] = []

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        self.pairs.append((atom, symbol))

    def output_term(self, symbol: clingo.Symbol, condition: Sequence[int]) -> None:
        self.pairs.append((condition[0] if condition else 0, symbol))


class Film:
    """Pictures as a viz file shows them: their nodes, and the looks of those that change.

    The pictures are grounded together; facts of some of them only are external.
    """

    def __init__(self, pictures: Sequence[show.Facts], viz: Path) -> None:
        self.pictures, self.viz = pictures, viz
        shown, common = ShownSymbols(), set.intersection(*pictures)
        externals = "".join(f"#external {f}.\n" for f in sorted(set.union(*pictures) - common))
        truths: list[set[int]] = []  # the true literals of each picture
        with show.new_control(str(viz)) as control:
            control.register_observer(shown)
            control.load(str(viz))
            control.add("base", [], show.join_facts(common) + externals)
            control.ground([("base", [])], show.VizFunctions())
            literals = {literal for literal, _ in shown.pairs} - {0}
            for before, facts in zip([common, *pictures], pictures):
                for fact in before ^ facts:
                    control.assign_external(fact, fact in facts)
                with control.solve(yield_=True) as models:
                    model = models.model() or show.fail("nothing to draw: viz has no answer")
                    truths.append({0, *filter(model.is_true, literals)})
        nodes: dict[str, int] = {}  # with the literal of each
        entries = defaultdict[tuple[str, str], list[tuple[int, str, str]]](list)
        changing = defaultdict[int, set[str]](set)  # nodes, by the literal that changes them
        used_literals = set().union(*truths)
        self.has_others = False  # than nodes with places that change, such as edges
        for literal, symbol in shown.pairs:
            if literal in used_literals and symbol.match("attr", 4):
                kind, name, attribute, value = show.read_attribute(symbol)
                entries[kind, name].append((literal, attribute, value))
                changing[literal].add(name)
                self.has_others |= kind != "node" and literal != 0
            elif literal in used_literals and symbol.match("node", 1):
                nodes[str(symbol.arguments[0])] = literal
                changing[literal].add(str(symbol.arguments[0]))
            self.has_others |= symbol.match("edge", 1)
        self.nodes = show.sort_nodes(nodes)
        self.attributes = {  # of all pictures together, by kind and name
            key: {attribute: value for _, attribute, value in parts}
            for key, parts in entries.items()
        }
        self.looks: list[dict[str, NodeLook]] = []  # first of all nodes, then of nodes that change
        for before, truth in zip([set[int](), *truths], truths):
            names = set().union(*(changing[literal] for literal in before ^ truth))
            looks: dict[str, NodeLook] = {}
            for name in names & nodes.keys() if self.looks else self.nodes:
                parts = entries["node", name] if nodes[name] in truth else ()
                looks[name] = {key: value for literal, key, value in parts if literal in truth}
                self.has_others |= nodes[name] in truth and "pos" not in looks[name]
            self.looks.append(looks)
