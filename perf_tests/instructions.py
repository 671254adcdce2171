#!/usr/bin/env python3
"""Counts the instructions of each capability, and compares them with instructions.json.

    python3 instructions.py --program PATH_OF_PERF_INSTRUCTIONS [--case BEGINNING,...] [--write]

A count that is more than 3% away from the file's is an error, in either direction. Calls of ten elements
may be 10% away. With --write the file takes the new counts, and the commit that changes it says why. --case
looks at (or writes) only the cases whose names begin so. On another build than the file's all cases are
written together. The exit status is 77 where the counts do not stand for this build: they depend on the
compiler, its options and Kokkos, which the file names too. It is also 77 where valgrind stops at an
instruction of this machine's libraries that it does not know.

Needs valgrind, and Python's standard library only.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOM = 0.03
ROOM_OF_SHORT_CALLS = 0.1  # what the allocator does depends on what it kept from the cases before
SKIPPED = 77
FUNCTION = "yoke_perf_counted"
FILE = pathlib.Path(__file__).resolve().parent / "instructions.json"


class Failed(Exception):
    """What keeps the instructions from being counted."""


class Unknown(Exception):
    """Valgrind does not know an instruction."""


def counted_by(valgrind, program, cases):
    """What the program says of its build, and instructions an element of each case."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "counts"
        command = [valgrind, "--tool=callgrind", f"--toggle-collect={FUNCTION}", f"--dump-after={FUNCTION}",
                   f"--callgrind-out-file={output}", f"--log-file={output}.log", program]
        # Nothing of the caller's environment may be seen in a count.
        environment = {"PATH": os.defpath, "OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive", "HOME": folder}
        if "LD_LIBRARY_PATH" in os.environ:
            environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        done = subprocess.run(command + ([f"--case={cases}"] if cases else []), env=environment, cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            log = pathlib.Path(f"{output}.log")
            said = done.stderr + (log.read_text() if log.exists() else "")
            if "valgrind: Unrecognised instruction" in said:
                raise Unknown(re.search(r"Unrecognised instruction.*\n.*at (.*)", said)[1])
            raise Failed(said)
        told = json.loads(done.stdout)
        dumps = sorted(pathlib.Path(folder).glob("counts.[0-9]*"), key=lambda path: int(path.suffix[1:]))
        counts = [int(re.search(r"^totals: (\d+)", dump.read_text(), re.MULTILINE)[1]) for dump in dumps]
    if len(counts) != len(told["elements"]):
        raise Failed(f"callgrind wrote {len(counts)} counts for {len(told['elements'])} cases")
    each = {name: float(f"{count / elements:.5g}")
            for (name, elements), count in zip(told["elements"].items(), counts)}
    return told["build"], each


def differences(build, stored):
    """Where the counts of a file do not stand for a build: what differs."""
    return [f"{fact} is {build.get(fact)}, not {value}"
            for fact, value in stored["build"].items() if build.get(fact) != value]


def room_of(name):
    return ROOM_OF_SHORT_CALLS if "/10_" in name else ROOM


def faults(counts, expected):
    """A line for each count that moved, that is missing or that is new."""
    lines = []
    for name, count in counts.items():
        if name not in expected:
            lines.append(f"{name}: {count} instructions an element; the file has none")
        elif abs(count - expected[name]) > room_of(name) * expected[name]:
            change = 100 * (count / expected[name] - 1)
            lines.append(f"{name}: {count} instructions an element, {change:+.1f}% of the {expected[name]} in the file")
    return lines + [f"{name}: in the file, and no longer counted" for name in expected if name not in counts]


def is_chosen(name, cases):
    return not cases or any(name.startswith(beginning) for beginning in cases.split(","))


def write(path, build, counts, others):
    """A line a case, in the order of their names: two branches that change two of them do not meet."""
    stored = {"build": build, "instructions an element": dict(sorted({**others, **counts}.items()))}
    text = json.dumps(stored, indent=2) + "\n"
    temporary = path.with_suffix(".tmp")
    temporary.write_text(text)
    temporary.replace(path)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="perf_instructions, as it was built")
    parser.add_argument("--valgrind", default="valgrind")
    parser.add_argument("--counts", type=pathlib.Path, default=FILE, help="the file (instructions.json)")
    parser.add_argument("--case", default="", metavar="LIST", help="beginnings of names (all cases)")
    parser.add_argument("--write", action="store_true", help="write the new counts into the file")
    asked = parser.parse_args(arguments)
    valgrind = shutil.which(asked.valgrind)
    if valgrind is None:
        print("skipped: there is no valgrind")
        return SKIPPED
    stored = json.loads(asked.counts.read_text()) if asked.counts.exists() else {"build": {}}
    try:
        build, counts = counted_by(valgrind, asked.program, asked.case)
    except Unknown as unknown:
        print(f"skipped: valgrind does not know an instruction here: {unknown}")
        return SKIPPED
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    expected = stored.get("instructions an element", {})
    if asked.write:
        others = {name: count for name, count in expected.items() if asked.case and not is_chosen(name, asked.case)}
        if others and build != stored["build"]:
            print("nothing is written: the file's other counts stand for another build: " +
                  "; ".join(differences(build, stored)) + ". Without --case all are counted anew", file=sys.stderr)
            return 1
        write(asked.counts, build, counts, others)
        return 0
    if other := differences(build, stored):
        print("skipped: the counts stand for another build: " + "; ".join(other))
        return SKIPPED
    moved = faults(counts, {name: count for name, count in expected.items() if is_chosen(name, asked.case)})
    for name, count in counts.items():
        print(f"{name:40} {count:12}")
    if not moved:
        return 0
    again = [sys.executable, __file__, "--program", asked.program, "--counts", str(asked.counts), "--write"]
    print(f"Too far away from {asked.counts}:\n  " + "\n  ".join(moved) +
          "\nWhere this is meant, write the new counts, and say why in the commit:\n  " + shlex.join(again),
          file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
