import signal

for number in (signal.SIGXCPU, signal.SIGTERM, signal.SIGALRM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
while True:
    pass
