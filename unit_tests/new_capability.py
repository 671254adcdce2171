#!/usr/bin/env python3
"""What scripts/new_capability makes, and how much a capability writes beside its kernels."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOY = ROOT / "unit_tests/toy"
SCRIPT = ROOT / "scripts/new_capability"
# The toy's header, solver, hybrid and rank solver, command, benchmark and page.
PARTS = ("include", "src", "perf_tests", "docs")
LISTS = ("src/tool", "perf_tests", "unit_tests", "include/yoke/hybrid.hpp")


def lines_of(file):
    """Without blank lines, comments and includes, and without what stands between the kernels' comments."""
    text = re.sub(r"^// The kernels\..*?^// End of the kernels\.", "", file.read_text(), flags=re.M | re.S)
    return sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith(("//", "#")))


class NewCapability(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="yoke_new_")
        self.addCleanup(folder.cleanup)
        self.tree = Path(folder.name)
        for name in LISTS:
            target = self.tree / name
            target.parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, target)

    def run_script(self, name):
        return subprocess.run([SCRIPT, name, "--into", self.tree], capture_output=True, text=True, check=False)

    def test_it_copies_the_toy_under_the_new_name(self):
        done = self.run_script("running_total2")
        self.assertEqual(done.returncode, 0, done.stderr)
        for part in (*PARTS, "unit_tests"):
            for file in filter(Path.is_file, (TOY / part).rglob("*")):
                if file.suffix == ".pyc":
                    continue
                copy = self.tree / str(file.relative_to(TOY)).replace("prefix_sum", "running_total2")
                text = copy.read_text()
                self.assertNotRegex(text, r"(?i)prefix.?sum", copy)
                back = (text.replace("running_total2", "prefix_sum").replace("RunningTotal2", "PrefixSum")
                        .replace("Running total2", "Prefix sum").replace("running total2", "prefix sum"))
                self.assertEqual(back, file.read_text(), copy)

    def test_it_enters_the_name_in_every_list(self):
        self.assertEqual(self.run_script("totals").returncode, 0)
        for file, line in (("src/tool/CMakeLists.txt", "  totals.cpp"),
                           ("src/tool/command.hpp", "Command add_totals(Parser program);"),
                           ("perf_tests/CMakeLists.txt", "  capabilities/totals.cpp"),
                           ("perf_tests/capabilities/cases.hpp", "Cases totals_cases(Side side);"),
                           ("unit_tests/tests.cmake", "yoke_add_test(totals totals.cpp)"),
                           ("unit_tests/mpi/CMakeLists.txt", "yoke_add_rank_test(mpi_totals totals.cpp)")):
            self.assertIn(line, (self.tree / file).read_text().splitlines(), file)
        self.assertIn("add_totals(program),", (self.tree / "src/tool/commands.cpp").read_text())
        self.assertIn("totals_cases", (self.tree / "perf_tests/capabilities/cases.cpp").read_text())
        self.assertRegex((self.tree / "unit_tests/tool/CMakeLists.txt").read_text(), r"ITEMS totals ")

    def test_it_refuses_what_it_cannot_make_and_writes_nothing(self):
        before = sorted(self.tree.rglob("*"))
        for name, why in (("Sum", "is no name"), ("a__b", "is no name"), ("2x", "is no name"), ("a-b", "is no name"),
                          ("histogram", "is there already")):
            with self.subTest(name=name):
                done = self.run_script(name)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(why, done.stderr)
                self.assertEqual(sorted(self.tree.rglob("*")), before)

    def test_a_capability_writes_little_beside_its_kernels(self):
        lines = {file: lines_of(file) for part in PARTS for file in (TOY / part).rglob("*") if file.is_file()}
        self.assertLess(250, sum(lines.values()), "are all files found?")
        self.assertLessEqual(sum(lines.values()), 300, {str(file): count for file, count in lines.items()})


if __name__ == "__main__":
    unittest.main()
