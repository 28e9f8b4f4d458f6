"""The notations of Amaze, a module each; grid is that of every puzzle."""
