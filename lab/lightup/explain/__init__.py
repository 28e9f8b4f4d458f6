"""Light Up's own explanations: a smallest clash of clues with its reason, the fewest changes."""
