"""Light Up, beyond its face in the folder of the kit."""
