import sys

rows = sys.stdin.read().split("\n")
n = len(rows) - 1
for i in range(n):
    for j in range(n):
        if i < n - 1 and rows[i][j] != ".":
            print(f"cell({i},{j},{rows[i][j]}).")
print(f"dim({n}).")
print(f"#const n={n}.")
