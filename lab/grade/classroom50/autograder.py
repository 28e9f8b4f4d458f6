"""Classroom 50's runner runs this in a student's checkout; it writes result.json there."""

import os
import subprocess
import sys
import venv
from pathlib import Path

here = Path(__file__).resolve().parent
python = here / "venv" / "bin" / "python3"
if not python.exists():
    venv.create(here / "venv", with_pip=True)
    requirements = str(here / "requirements.txt")
    subprocess.run([str(python), "-m", "pip", "install", "-q", "-r", requirements], check=True)
command = [str(python), "-m", "lab.grade.service", "classroom50", os.getcwd()]
sys.exit(subprocess.run(command, cwd=here / "kit", check=False).returncode)
