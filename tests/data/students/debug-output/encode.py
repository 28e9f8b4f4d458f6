import sys

grid = sys.stdin.read().splitlines()
print("read", len(grid), "rows")
for i, row in enumerate(grid):
    for j, char in enumerate(row):
        if char != ".":
            print(f"cell({i},{j},{char}).")
print(f"dim({len(grid)}).")
print(f"#const n={len(grid)}.")
