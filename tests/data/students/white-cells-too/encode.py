import sys

grid = sys.stdin.read().split()
for i, row in enumerate(grid):
    for j, char in enumerate(row):
        value = "w" if char == "." else char
        print(f"cell({i},{j},{value}).")
print(f"dim({len(grid)}).")
print(f"#const n={len(grid)}.")
