"""Prints two solutions of logic programs as JSON, {"grids": [[row, ...], ...], "fault": ""}.

A process of its own, as the programs are somebody's: answers.py PROGRAM FACTS.  The fault says
why an answer is no grid.  Exit status: 0, or 2 for programs that clingo rejects.
"""

import json
import sys
from pathlib import Path

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[3])

import decode
from lab.lightup.query import board_of


def main() -> int:
    decode.read_all_messages()
    search, fault = decode.Search(sys.argv[1:], limit=2), ""
    try:
        search.run()
    except decode.ProgramError as error:
        if search.stage == "grounding":
            decode.report(str(error))
            return 2
        fault = str(error)
    except MemoryError:
        decode.report("out of memory")
        return 2
    grids = [] if fault else list(map(board_of, search.boards))
    json.dump({"grids": grids, "fault": fault}, sys.stdout)
    sys.stdout.flush()
    return 0


if __name__ == "__main__":
    decode.leave(main())
