"""The pages as a folder without a server: folder.py writes it, the other modules run in a browser.

carried.py lists what the browser gets: Python, clingo and the kit.  There browser.py answers the
requests of the pages; their scripts for this are in ../static/site/.
"""
