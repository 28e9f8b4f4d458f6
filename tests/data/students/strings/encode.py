import sys

n = 0
for i, line in enumerate(sys.stdin):
    n += 1
    for j, c in enumerate(line.rstrip()):
        if c.isdigit():
            print(f"cell({i},{j},{c}).")
        elif c == "x":
            print(f'cell({i},{j},"{c}").')
print(f"dim({n}).")
print(f"#const n={n}.")
