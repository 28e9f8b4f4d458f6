import sys

lines = sys.stdin.read().split()
for r, line in enumerate(lines, 1):
    for c, value in enumerate(line, 1):
        if value != ".":
            print(f"cell({r},{c},{value}).")
print(f"dim({len(lines)}).")
print(f"#const n={len(lines)}.")
