"""Runs perf_summary on small inputs, and scripts/summary on what it writes.

    python3 summary_test.py PATH_OF_PERF_SUMMARY PATH_OF_SCRIPTS_SUMMARY
"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SCRIPT = sys.argv[1:3]
BEGIN, END = "<!-- scripts/summary writes from here -->", "<!-- to here -->"


class SummaryTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kept = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.kept.cleanup)
        cls.folder = pathlib.Path(cls.kept.name)
        cls.file = cls.folder / "run.json"
        done = subprocess.run([PROGRAM, "--small", f"--json={cls.file}"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        cls.run_of = json.loads(cls.file.read_text())

    def side_by_side(self, *runs):
        files = []
        for number, run in enumerate(runs):
            files.append(self.folder / f"{number}.json")
            files[-1].write_text(json.dumps(run))
        return subprocess.run([sys.executable, SCRIPT, *files], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)

    def changed(self, **facts):
        run = copy.deepcopy(self.run_of)
        for row in run["results"]:
            row["median_ms"] = 100.0
        run["context"].update(facts)
        return run

    def line_of(self, text, name, side="host"):
        lines = text[text.index(f"### {side}:"):].splitlines()
        return next(line for line in lines if line.startswith(f"| {name} |"))

    def test_every_case_is_measured_and_checked(self):
        self.assertGreater(len(self.run_of["results"]), 30)
        for row in self.run_of["results"]:
            self.assertIs(row["checked"], True, row)
            self.assertGreater(row["elements"], 0, row)
            self.assertGreater(row["median_ms"], 0, row)
            self.assertAlmostEqual(row["elements_per_second"] * row["median_ms"] * 1e-3 / row["elements"], 1, 6)
        for fact in ("yoke commit", "card", "compiler", "kokkos: Kokkos Version", "processor"):
            self.assertIn(fact, self.run_of["context"])

    def test_wrong_command_lines(self):
        for wrong in ("--case=nothing", "--sides=host", "--side=left", "file"):
            done = subprocess.run([PROGRAM, "--small", wrong], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True)
            self.assertEqual(done.returncode, 2, wrong)
            self.assertIn("perf_summary: ", done.stderr)

    def test_files_that_cannot_be_written_are_refused_before_anything_is_measured(self):
        done = subprocess.run([PROGRAM, "--small", f"--json={self.folder}/no/such.json"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("cannot write", done.stderr)

    def test_changes_of_more_than_5_percent_are_marked(self):
        old, new = self.changed(), self.changed()
        rows = [row for row in new["results"] if row["side"] == "host"]
        rows[0]["median_ms"], rows[1]["median_ms"], rows[2]["median_ms"] = 106.0, 94.0, 104.0
        done = self.side_by_side(old, new)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| 100 | 106 ▲ +6% |", self.line_of(done.stdout, rows[0]["name"]))
        self.assertIn("| 100 | 94 ▼ -6% |", self.line_of(done.stdout, rows[1]["name"]))
        self.assertIn("| 100 | 104 |", self.line_of(done.stdout, rows[2]["name"]))

    def test_other_machines_are_not_compared(self):
        other = self.changed(processor="another", card="another")
        for row in other["results"]:
            row["median_ms"] = 200.0
        done = self.side_by_side(self.changed(), other)
        self.assertNotIn("▲", done.stdout)
        self.assertIn("another", done.stdout)

    def test_cases_that_are_missing_or_wrong(self):
        one, other = self.changed(), self.changed()
        gone = other["results"].pop(0)
        other["results"][0] = {"name": other["results"][0]["name"], "side": other["results"][0]["side"],
                               "checked": False, "fault": "rank 7 is wrong"}
        done = self.side_by_side(one, other)
        self.assertEqual(done.returncode, 1)
        self.assertIn("| 100 |  |", self.line_of(done.stdout, gone["name"], gone["side"]))
        wrong = other["results"][0]
        self.assertIn("wrong: rank 7 is wrong", self.line_of(done.stdout, wrong["name"], wrong["side"]))

    def test_pages(self):
        page = self.folder / "page.md"
        page.write_text(f"above\n{BEGIN}\nold\n{END}\nbelow\n")
        for _ in range(2):
            subprocess.run([sys.executable, SCRIPT, "--page", page, self.file], check=True)
            text = page.read_text()
            self.assertTrue(text.startswith(f"above\n{BEGIN}\n"))
            self.assertTrue(text.endswith(f"{END}\nbelow\n"))
            self.assertNotIn("old\n", text)
            self.assertEqual(text.count("| list_rank/u32 |"), len({row["side"] for row in self.run_of["results"]}))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
