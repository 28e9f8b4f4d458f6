import sys

grid = [list(line.rstrip("\n")) for line in sys.stdin]
size = len(grid)
for i, row in enumerate(grid):
    for j, cell in enumerate(row):
        if cell == ".":
            continue
        print(f"cell({i},{j},{cell}).")
print(f"#const n={size}.")
