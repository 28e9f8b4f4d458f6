"""Light Up by way of SAT: write a grid as clauses, and the result of a solver as a grid.

python3 -m lab sat encode dom01.txt > p.cnf; minisat p.cnf p.out; python3 -m lab sat decode
dom01.txt p.out.  Instead of minisat, walk is a solver too.
"""

SUBCOMMANDS = {  # modules of this package
    "encode": "a grid to clauses",
    "decode": "a result to a grid",
    "walk": "a solver",
}
