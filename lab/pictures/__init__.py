"""Draws boards.  graph.py reads viz files and draws one picture; frames.py has captions and marks.

film.py draws pictures that belong together; svg.py draws small boards for pages and notebooks.
"""
