import sys

BLACK = "X"

rows = sys.stdin.read().splitlines()
for i, row in enumerate(rows):
    for j, char in enumerate(row):
        if char == "x":
            print(f"cell({i},{j},{BLACK}).")
        elif char != ".":
            print(f"cell({i},{j},{char}).")
print(f"dim({len(rows)}).")
print(f"#const n={len(rows)}.")
