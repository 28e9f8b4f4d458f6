import sys

with open(sys.argv[1]) as f:
    rows = f.read().splitlines()
for i, row in enumerate(rows):
    for j, char in enumerate(row):
        if char != ".":
            print(f"cell({i},{j},{char}).")
print(f"dim({len(rows)}).")
print(f"#const n={len(rows)}.")
