#!/usr/bin/env python3
"""Encodes a Light Up grid as facts."""
import sys


def read_grid(stream):
    return stream.read().split()


def main():
    grid = read_grid(sys.stdin)
    facts = []
    for row, line in enumerate(grid):
        for column, char in enumerate(line):
            if char in "x01234":
                facts.append("cell(%d,%d,%s)." % (row, column, char))
    facts.append("dim(%d)." % len(grid))
    facts.append("#const n=%d." % len(grid))
    sys.stdout.write("\n".join(facts) + "\n")


if __name__ == "__main__":
    main()
