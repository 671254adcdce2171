#!/usr/bin/env python3
"""How many lines of code a user's file reads from Yoke: header_lines.py INCLUDE.

Counts what a header reaches in the folder INCLUDE, without comments and empty lines.
"""
import pathlib
import re
import sys

MOST = {"list_ranking": 1107, "sort": 1333, "bfs": 1389}


def code_lines(text):
    """The lines that are neither empty nor comments."""
    return [line for line in text.splitlines() if re.sub(r"//.*", "", line).strip()]


def reached(include, header, seen):
    """Adds `header` and the headers of Yoke that it reaches to `seen`, with their lines."""
    path = include / header
    if header in seen or not path.exists():
        return
    text = path.read_text()
    seen[header] = len(code_lines(text))
    for other in re.findall(r'^\s*#\s*include\s*"(yoke/[^"]+)"', text, re.MULTILINE):
        reached(include, other, seen)


def main():
    include = pathlib.Path(sys.argv[1])
    failed = False
    for name, most in MOST.items():
        seen = {}
        reached(include, f"yoke/{name}.hpp", seen)
        lines = sum(seen.values())
        if lines > most or len(seen) < 10:
            failed = True
            print(f"yoke/{name}.hpp: {lines} lines in {len(seen)} headers, not up to {most}:")
            for header, count in sorted(seen.items(), key=lambda entry: -entry[1]):
                print(f"  {count} {header}")
        else:
            print(f"yoke/{name}.hpp: {lines} lines of up to {most}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
