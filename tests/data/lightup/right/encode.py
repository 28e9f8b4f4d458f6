import sys

rows = [line.strip() for line in sys.stdin if line.strip()]
n = len(rows)
for i in range(n):
    for j in range(n):
        c = rows[i][j]
        if c != ".":
            print(f"cell({i},{j},{c}).")
print(f"dim({n}).")
print(f"#const n={n}.")
