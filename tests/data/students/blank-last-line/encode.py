import sys

lines = sys.stdin.read().split("\n")
n = len(lines[0])
for i in range(len(lines)):
    for j in range(n):
        if lines[i][j] != ".":
            print(f"cell({i},{j},{lines[i][j]}).")
print(f"dim({n}).")
print(f"#const n={n}.")
