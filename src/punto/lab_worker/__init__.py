"""The lab behind the server: a process of its own, told what to do line by line."""
