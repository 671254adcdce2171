#!/usr/bin/env python3
"""A launcher of compilers: reuse_object.py BUILD COMMAND...

Takes an object file from the build in BUILD where the same command on the same source made one
there, and runs the command where it would be another.
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

# Says to the launcher of Kokkos that the command is for nvcc.
KOKKOS_MARK = "-DKOKKOS_DEPENDENCE"
# nvcc finds CUDA's own headers without an option. All other packages are the same in both builds.
HAVE_A_VALUE = {"-c", "-o", "-MF", "-MT", "-include", "-isystem"}
INCLUDE = re.compile(r'#include "(/.*)"\n')


def essence(command):
    """The options that decide what becomes of a source file: not where files are, nor what is
    precompiled, nor warnings."""
    options = []
    words = iter(command)
    for word in words:
        if word in HAVE_A_VALUE:
            next(words)
        elif word not in ("-MD", KOKKOS_MARK) and not word.startswith("-W"):
            options.append(word)
    first = next((i for i, word in enumerate(options) if word.startswith("-")), len(options))
    return options[first:]  # after the compiler and its launchers


def value_of(option, command):
    return command[command.index(option) + 1] if option in command[:-1] else None


def is_same_line(line, other):
    if line == other:
        return True
    included = [INCLUDE.fullmatch(text) for text in (line, other)]
    return all(included) and is_same(included[0][1], included[1][1])


def is_same(source, other):
    """The same file, or one that CMake has generated in either build. Several that are compiled as one
    are files that it includes."""
    if source == other:
        return True
    if os.path.basename(source) != os.path.basename(other):
        return False
    with open(source) as one, open(other) as two:
        lines, theirs = one.readlines(), two.readlines()
    return len(lines) == len(theirs) and all(map(is_same_line, lines, theirs))


def made_before(build, command):
    """The object file that the same command made in that build, or None."""
    source, database = value_of("-c", command), os.path.join(build, "compile_commands.json")
    if source is None or not os.path.exists(database):
        return None
    with open(database) as file:
        entries = [entry for entry in json.load(file) if is_same(source, entry["file"])]
    for entry in entries:
        theirs = shlex.split(entry["command"])
        made = os.path.join(entry["directory"], value_of("-o", theirs))
        if essence(theirs) == essence(command) and os.path.exists(made):
            return made
    return None


def main():
    build, command = sys.argv[1], sys.argv[2:]
    made = made_before(build, command)
    if made is None:
        sys.exit(subprocess.call(command))
    shutil.copyfile(made, value_of("-o", command))
    dependencies = value_of("-MF", command)
    if dependencies is not None:
        with open(dependencies, "w") as file:
            file.write(f"{value_of('-o', command)}: {value_of('-c', command)}\n")
    print("reused", made)


if __name__ == "__main__":
    main()
