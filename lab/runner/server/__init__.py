"""What a sandboxed server sees of the kit, beside decode.py and two more modules, see task_pool.py.

server.py does one task after another; tasks.py lists the functions for them.
"""
