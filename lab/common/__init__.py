"""Tools of all rooms: files, the terminal, words, languages, commands, processes, pools."""
