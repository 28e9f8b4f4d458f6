"""The end of encode.py, whose format_facts is an exercise: lab/puzzles.py looks for this name."""


def format_facts(rows: object) -> str:
    raise NotImplementedError
