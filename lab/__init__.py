"""What goes beyond the assignment: python3 -m lab COMMAND."""


class Unusable(Exception):
    """Input, programs, tools or arguments that cannot be used; one line says why."""
