"""The notations of Amaze, a module each; grid and facts are those of every puzzle."""
