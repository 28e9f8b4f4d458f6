import sys

rows = sys.stdin.read().splitlines()
with open("domain.lp", "w") as f:
    for i, row in enumerate(rows):
        for j, char in enumerate(row):
            if char != ".":
                f.write(f"cell({i},{j},{char}).\n")
    f.write(f"dim({len(rows)}).\n")
    f.write(f"#const n={len(rows)}.\n")
