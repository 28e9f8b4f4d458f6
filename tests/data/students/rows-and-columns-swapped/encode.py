import sys

y = 0
for line in sys.stdin:
    x = 0
    for char in line.strip():
        if char != ".":
            print(f"cell({x},{y},{char}).")
        x += 1
    y += 1
print(f"dim({y}).")
print(f"#const n={y}.")
