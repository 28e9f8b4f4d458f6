"""Light Up, beyond what is in the folder of the kit."""
