"""What is known of a puzzle before a program is judged; no program is run here."""
