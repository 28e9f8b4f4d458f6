#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image: Python, clingo, the sandbox.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

fit='import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))'
if ! python3 -c "$fit" 2> /dev/null; then
    apt-get update -qq
    apt-get install -y -qq python3 python3-venv
fi
if ! python3 -c "$fit"; then
    echo "found $(python3 --version), expected 3.10 or newer: choose a newer image of Ubuntu" >&2
    exit 1
fi
python3 -m venv venv
venv/bin/python3 -m pip install -q -r requirements.txt
