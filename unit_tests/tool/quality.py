"""scripts/random_quality, with batteries that print what real ones do.

    python3 quality.py PATH_OF_YOKE [unittest's arguments]
"""

import csv
import hashlib
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from tool_test import ToolTest, run_tests

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "random_quality"
READER = """#!{python}
import hashlib, os, sys
read = hashlib.md5(sys.stdin.buffer.read(100000)).hexdigest()
with open(os.path.join(os.path.dirname(__file__), "calls"), "a") as calls:
    print(os.path.basename(__file__), *sys.argv[1:], read, file=calls)
"""
DIEHARDER = READER + """
test = int(sys.argv[sys.argv.index("-d") + 1])
print("#   dieharder version 3.31.1 Copyright 2003 Robert G. Brown   #")
print("        test_name   |ntup| tsamples |psamples|  p-value |Assessment")
p = {{2: 0.0, 3: 1.0, 4: 0.0005}}.get(test, (test % 16 + 0.5) / 16)
print(f"   test_{{test}}|   {{test % 3}}|       100|     100|{{p:.8f}}|  PASSED  ")
"""
PRACTRAND = READER + """
print("RNG_test using PractRand version 0.94")
print("length= 64 megabytes (2^26 bytes), time= 2.1 seconds")
print("  no anomalies in 148 test result(s)")
print("length= 128 megabytes (2^27 bytes), time= 4.6 seconds")
print("  [Low1/32]BCFN(2+0,13-2,T)         R= +26.7  p =  1.9e-11    FAIL           ")
print("  DC6-9x1Bytes-1                    R=  -5.1  p =1-6.8e-3   unusual          ")
print("  ...and 147 test result(s) without anomalies")
"""


def load_script():
    loader = importlib.machinery.SourceFileLoader("random_quality", str(SCRIPT))
    spec = importlib.util.spec_from_loader("random_quality", loader)
    module = importlib.util.module_from_spec(spec)
    writes_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    loader.exec_module(module)
    sys.dont_write_bytecode = writes_bytecode
    return module


class Quality(ToolTest):
    def setUp(self):
        super().setUp()
        self.tools = self.path("tools")
        self.tools.mkdir()
        self.environment["PATH"] = f"{self.tools}:{os.environ['PATH']}"
        self.install("dieharder", DIEHARDER)

    def install(self, name, program):
        path = self.tools / name
        path.write_text(program.format(python=sys.executable))
        path.chmod(0o755)

    def study(self, *options, code=0):
        done = subprocess.run([sys.executable, str(SCRIPT), "--yoke", self.YOKE, "--output",
                               str(self.path("out")), *options], capture_output=True, text=True,
                              env=self.environment)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def rows(self):
        with open(self.path("out") / "p_values.csv", newline="") as file:
            return list(csv.DictReader(file))

    def calls(self):
        return [line.split() for line in (self.tools / "calls").read_text().splitlines()]

    def test_every_p_value_is_written(self):
        self.study("--batteries", "dieharder", "--cases", "philox,rand_reversed", "--seed", "7",
                   "--dieharder-tests", "0,1,2,3,4,14")
        rows = self.rows()
        self.assertEqual([row["test"] for row in rows[:3]], ["test_0 0", "test_1 1", "test_2 2"])
        self.assertEqual(len(rows), 12)
        self.assertEqual({row["version"] for row in rows}, {"3.31.1"})
        self.assertEqual([row["note"] for row in rows if row["test"].startswith("test_14")],
                         ["do not use"] * 2)
        # Each test reads the stream that its row names.
        stream = subprocess.run([self.YOKE, "random", "--raw", "--generator", "rand", "--reverse-bits",
                                 "--seed", "10", "--words", "25000"], capture_output=True).stdout
        self.assertEqual(self.calls()[9],
                         ["dieharder", "-g", "200", "-d", "3", hashlib.md5(stream).hexdigest()])
        summary = (self.path("out") / "summary.md").read_text()
        self.assertIn("| dieharder | philox | 7 | 6 | 2 | 1 |", summary)
        self.assertIn("test_2 2 (0), test_3 0 (1)", summary)
        self.assertIn("`yoke random --raw --generator rand --reverse-bits`", summary)

    def test_what_is_done_is_not_done_again(self):
        two = ["--batteries", "dieharder", "--dieharder-tests", "0,1"]
        self.study(*two, "--cases", "philox")
        self.study(*two, "--cases", "philox,mwc")
        self.assertEqual(len(self.calls()), 4)
        self.study(*two, "--cases", "philox", "--seed", "2")
        self.assertEqual(len(self.calls()), 6)

    def test_several_tests_at_a_time(self):
        self.study("--batteries", "dieharder", "--dieharder-tests", "0,1,2,3,4,8", "--cases", "mwc,lcg",
                   "--jobs", "4")
        self.assertEqual(sorted((row["case"], row["part"]) for row in self.rows()),
                         sorted((case, part) for case in ("mwc", "lcg") for part in "012348"))

    def test_what_practrand_finds_unusual(self):
        self.install("RNG_test", PRACTRAND)
        self.study("--batteries", "practrand", "--cases", "lcg", "--practrand-length", "128MB")
        self.assertEqual(self.calls()[0][:4], ["RNG_test", "stdin32", "-tlmax", "128MB"])
        rows = self.rows()
        self.assertEqual([(row["test"], row["p"]) for row in rows],
                         [("[Low1/32]BCFN(2+0,13-2,T)", "1.9e-11"), ("DC6-9x1Bytes-1", "0.9932"),
                          ("all tests", "nan")])
        self.assertIn("128 megabytes", rows[0]["note"])
        self.assertIn("| practrand | lcg | 1 | 2 | 1 | 0 |",
                      (self.path("out") / "summary.md").read_text())

    def test_a_battery_that_fails_leaves_no_rows(self):
        self.install("dieharder", READER + "sys.exit(3)")
        self.assertIn("dieharder ended with 3",
                      self.study("--batteries", "dieharder", "--cases", "mwc", code=1).stderr)
        self.assertFalse((self.path("out") / "p_values.csv").exists())

    def test_what_cannot_be_obeyed(self):
        self.assertIn("'philix' is none of", self.study("--cases", "philix", code=2).stderr)
        self.assertIn("not there", self.study("--yoke", "nowhere/yoke", code=2).stderr)
        self.environment["PATH"] = str(self.path("nothing"))
        self.assertIn("none of these batteries", self.study("--batteries", "dieharder", code=1).stderr)

    def test_kolmogorov_smirnov(self):
        script = load_script()
        distance, chance = script.kolmogorov_smirnov([(i + 0.5) / 100 for i in range(100)])
        self.assertAlmostEqual(distance, 0.005)
        self.assertAlmostEqual(chance, 1)
        # 1.36 / sqrt(n) is passed by one of twenty.
        values = [(i + 0.5) / 1000 for i in range(1000)]
        shifted = [value * (1 - 0.0425) for value in values]
        distance, chance = script.kolmogorov_smirnov(shifted)
        self.assertAlmostEqual(distance, 0.043, places=3)
        self.assertAlmostEqual(chance, 0.05, delta=0.005)
        self.assertLess(script.kolmogorov_smirnov([0.0] * 15)[1], 1e-9)


if __name__ == "__main__":
    run_tests()
