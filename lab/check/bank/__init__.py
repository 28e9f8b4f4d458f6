"""What is known of a puzzle before a program is judged; no program is run here.

An Assignment has a FolderBank, which reads a puzzle's folder, or the TableBank of a handout.
"""
