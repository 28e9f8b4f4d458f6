"""Programs that are run: a student's program, the reference, programs with a known mistake.

program.py runs any of them on boards, and compares the answers with the solutions.  fresh.py solves
random boards with the reference; mistaken_programs.py finds how known mistakes behave.
"""
