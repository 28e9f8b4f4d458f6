"""Programs that are run: a student's program, the reference, programs with a known mistake.

program.py runs any of them on boards, and compares the answers with the solutions.  With the
reference, fresh.py solves random boards; mistaken_programs.py finds how known mistakes behave.
"""
