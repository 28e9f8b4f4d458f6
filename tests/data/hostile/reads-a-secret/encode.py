from right import TARGETS, encode, steal

steal(TARGETS["secret"])
encode()
