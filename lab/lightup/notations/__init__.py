"""Every notation in which a puzzle of Light Up is written: a module each.

A board is a list of h strings of w characters: encode.LEGEND, 'b' a bulb, '-' a white cell known
to be without one.
"""
