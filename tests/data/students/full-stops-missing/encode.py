import sys

grid = sys.stdin.read().split()
n = len(grid)
print("\n".join(f"cell({i},{j},{grid[i][j]})" for i in range(n) for j in range(n) if grid[i][j] != "."))
print(f"dim({n})")
print(f"#const n={n}")
