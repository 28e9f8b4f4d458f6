"""Programs on boards: a student's program, the reference, programs with a known mistake."""
