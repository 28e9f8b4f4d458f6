"""The bank: what is known of a puzzle before a program is judged; no program is run here.

A FolderBank reads boards, grids and known mistakes in the puzzle's folder, a TableBank the same in
the tables of a handout.  An Assignment has one of them, and judges answers by the puzzle's rules.
"""
