import ctypes

from right import TARGETS, attempt, encode, steal

PTRACE_ATTACH, PTRACE_SEIZE = 16, 0x4206
for request in (PTRACE_ATTACH, PTRACE_SEIZE):
    if attempt(lambda: ctypes.CDLL(None).ptrace(request, TARGETS["process"], 0, 0)) == 0:
        print("stolen(ptrace).")
attempt(lambda: open(f"/proc/{TARGETS['process']}/mem", "r+b") and print("stolen(memory)."))
encode()
