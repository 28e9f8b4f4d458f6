"""Tools of all rooms: results and files, the terminal, words, commands, processes, pools."""
