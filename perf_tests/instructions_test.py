"""Shows that instructions.py finds what moved, and that its counts repeat.

    python3 instructions_test.py instructions.py --program PATH --valgrind PATH
"""

import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # not beside the sources
import instructions

CASE = "draw/library_rand"
ARGUMENTS = []


class InstructionsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "counts.json"
        status, _ = self.run_script("--write")
        if status == instructions.SKIPPED:
            self.skipTest("instructions cannot be counted here")
        self.assertEqual(status, 0)
        self.stored = json.loads(self.file.read_text())
        self.counts = self.stored["instructions an element"]

    def run_script(self, *more):
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = instructions.main([*ARGUMENTS, "--counts", str(self.file), "--case", CASE, *more])
        return status, output.getvalue()

    def change(self, factor):
        """The file as if the code had taken so many times the instructions; its first case's count."""
        changed = {name: count * factor for name, count in self.counts.items()}
        self.file.write_text(json.dumps({**self.stored, "instructions an element": changed}))
        return next(iter(changed.items()))

    def test_counts(self):
        self.assertTrue(self.counts)
        for count in self.counts.values():
            self.assertGreater(count, 1)
        with self.subTest("repeat, whatever surrounds them"):
            self.addCleanup(os.environ.update, {"OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1")})
            self.addCleanup(os.environ.pop, "YOKE_TEST_ROOM")
            os.environ.update({"OMP_NUM_THREADS": "2", "YOKE_TEST_ROOM": "x" * 50000})
            self.assertEqual(self.run_script("--write")[0], 0)
            self.assertEqual(json.loads(self.file.read_text()), self.stored)
        with self.subTest("that moved are named, with both numbers and the way to write them"):
            for factor in (1.04, 0.96):
                name, count = self.change(factor)
                status, said = self.run_script()
                self.assertEqual(status, 1, said)
                for word in (name, str(count), str(self.counts[name]), "--write"):
                    self.assertIn(word, said)
        with self.subTest("within the room are good"):
            for factor in (1.02, 0.98):
                self.change(factor)
                self.assertEqual(self.run_script()[0], 0)

    def test_files_of_other_builds_are_skipped(self):
        self.file.write_text(json.dumps({**self.stored, "build": {**self.stored["build"], "compiler": "GNU 0"}}))
        status, said = self.run_script()
        self.assertEqual(status, instructions.SKIPPED)
        self.assertIn("compiler", said)
        self.assertIn("GNU 0", said)

    def test_counts_of_two_builds_do_not_mix(self):
        other = {"build": {**self.stored["build"], "compiler": "GNU 0"}, "instructions an element": {"other": 7}}
        self.file.write_text(json.dumps(other))
        status, said = self.run_script("--write")
        self.assertEqual(status, 1)
        for word in ("nothing is written", "GNU 0", "--case"):
            self.assertIn(word, said)
        self.assertEqual(json.loads(self.file.read_text()), other)
        # All that the file has are counted anew.
        self.file.write_text(json.dumps({**other, "instructions an element": self.counts}))
        self.assertEqual(self.run_script("--write")[0], 0)
        self.assertEqual(json.loads(self.file.read_text()), self.stored)

    def test_cases_come_and_go(self):
        count = {"one": 2.0, "two": 3.0}
        self.assertEqual(instructions.faults(count, count), [])
        self.assertIn("one", instructions.faults(count, {"two": 3.0})[0])
        self.assertIn("three", instructions.faults(count, {**count, "three": 1.0})[0])

    def test_other_cases_stay_in_the_file(self):
        self.file.write_text(json.dumps({**self.stored, "instructions an element": {"other": 7, CASE + "_gone": 1}}))
        self.assertEqual(self.run_script("--write")[0], 0)
        written = json.loads(self.file.read_text())["instructions an element"]
        self.assertEqual(written, {"other": 7, **self.counts})


class Valgrind(unittest.TestCase):
    def status_where_it_says(self, words):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as said, \
                contextlib.redirect_stderr(io.StringIO()):
            valgrind = pathlib.Path(folder) / "valgrind"
            valgrind.write_text(f"#!/bin/sh\ncat >&2 <<'END'\n{words}\nEND\nexit 132\n")
            valgrind.chmod(0o755)
            return instructions.main(["--program", "none", "--valgrind", str(valgrind)]), said.getvalue()

    def test_an_instruction_that_it_does_not_know_is_no_fault_of_the_program(self):
        status, said = self.status_where_it_says(
            "==7== valgrind: Unrecognised instruction at address 0x49d.\n==7==    at 0x49D: timer() (in libhwy.so)")
        self.assertEqual(status, instructions.SKIPPED)
        self.assertIn("timer() (in libhwy.so)", said)

    def test_another_end_is(self):
        self.assertEqual(self.status_where_it_says("==7== Process terminating with signal 11")[0], 1)


if __name__ == "__main__":
    ARGUMENTS = sys.argv[2:]
    result = unittest.main(argv=sys.argv[:1], exit=False).result
    sys.exit(1 if not result.wasSuccessful() else instructions.SKIPPED if result.skipped else 0)
