"""the fewest clues that clash, with the reason; of several solutions, the fewest clues to add, or
else cells to make black, so that one is left.
"""
