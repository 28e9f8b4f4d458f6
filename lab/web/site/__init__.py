"""The pages as a folder without a server: site_folder.py writes it.

The other modules run in a browser.  carried.py lists what it gets: Python, clingo and the kit.
There browser.py answers the requests of the pages; their scripts are in ../static/site/.
"""
