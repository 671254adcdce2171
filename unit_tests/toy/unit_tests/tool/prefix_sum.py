#!/usr/bin/env python3
"""The command prefix_sum: in one process, and on three ranks where a launcher is named."""

import itertools
import json
import subprocess
import sys

from tool_test import ToolTest, run_tests

LAUNCHER = sys.argv[2:]
del sys.argv[2:]


class PrefixSum(ToolTest):
    def setUp(self):
        super().setUp()
        self.values = [self.random.randrange(2**64) for _ in range(10007)]
        self.expected = [total % 2**64 for total in itertools.accumulate(self.values)]
        self.write("in.u64", self.values)

    def check(self, report, name):
        self.assertEqual(report["sum"], self.expected[-1])
        self.assertEqual(list(self.read(name)), self.expected)

    def test_every_space_gives_the_sums(self):
        for space in ("serial", "host", "hybrid"):
            with self.subTest(space=space):
                name = f"{space}.u64"
                report = self.json("prefix_sum", self.path("in.u64"), self.path(name), "--space",
                                   space, "--verify", "--phases")
                self.check(report, name)
                self.assertTrue(report["verified"])

    def test_ranks_give_the_sums(self):
        if not LAUNCHER:
            self.skipTest("no launcher is named")
        done = subprocess.run([*LAUNCHER, "3", self.YOKE, "prefix_sum", self.path("in.u64"),
                               self.path("out.u64"), "--space", "host", "--json"],
                              capture_output=True, text=True, env=self.environment, timeout=100)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check(json.loads(done.stdout), "out.u64")

    def test_it_is_tuned(self):
        report = self.json("tune", "--capability", "prefix_sum", "--sizes", 1000, "--repetitions", 1)
        self.assertEqual([tuned["size"] for tuned in report["prefix_sum"]], [1000])
        call, = json.loads(self.path("tuning.json").read_text())["machines"][report["machine"]]
        self.assertEqual((call["capability"], call["index_bits"]), ("prefix_sum", 64))

    def test_what_is_wrong_is_said(self):
        self.path("odd.u64").write_bytes(b"1234567")
        self.assertIn("odd.u64", self.fails(1, "prefix_sum", self.path("odd.u64")))


if __name__ == "__main__":
    run_tests()
