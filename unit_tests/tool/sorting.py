"""Runs the tool's commands that sort and count keys as their users do.

    python3 sorting.py PATH_OF_YOKE [unittest's arguments]

Needs Python's standard library only.
"""

import array
import math
import os
import subprocess
import unittest

from tool_test import ToolTest, run_tests

NARROW = {"u8": "B", "i8": "b", "u16": "H", "i16": "h"}
TYPES = {**NARROW, "u32": "I", "i32": "i", "u64": "Q", "i64": "q", "f32": "f", "f64": "d"}


class SortingTest(ToolTest):
    def write_keys(self, name, type_name, keys):
        self.path(name).write_bytes(array.array(TYPES[type_name], keys).tobytes())
        return self.path(name)

    def read_keys(self, name, type_name):
        keys = array.array(TYPES[type_name])
        keys.frombytes(self.path(name).read_bytes())
        return list(keys)

    def some_keys(self, type_name, count):
        if type_name[0] == "f":
            return [self.random.choice([self.random.randrange(100), -0.5, math.inf, -math.inf])
                    for _ in range(count)]
        half = 100 if type_name[1:] == "8" else 1000
        low = -half if type_name[0] == "i" else 0
        return [self.random.randrange(low, half) for _ in range(count)]


class Sort(SortingTest):
    def test_every_type_on_every_space(self):
        for type_name in TYPES:
            keys = self.some_keys(type_name, 5000)
            file = self.write_keys(f"keys.{type_name}", type_name, keys)
            for space in self.spaces:
                for reverse in (False, True):
                    report = self.json("sort", file, self.path("out"), "--space", space, "--verify",
                                       "--repeat", 2, *(["--reverse"] if reverse else []))
                    self.assertEqual(self.read_keys("out", type_name), sorted(keys, reverse=reverse))
                    self.assertEqual((report["keys"], report["type"]), (5000, type_name))
                    self.assertEqual(report["algorithm"], "radix")
                    self.assertTrue(report["verified"])
                    self.assertEqual(len(report["seconds"]), 2)

    def test_options_that_do_not_fit_are_not_the_values_fault(self):
        keys = self.write_keys("keys.u32", "u32", [1, 2, 3])
        message = self.fails(2, "histogram", keys, "--bins", 7, "--space", "hybrid", "--algorithm", "sequential",
                             "--split", 0.3)
        self.assertNotIn("the least and the greatest", message)

    def test_lines_that_begin_as_compressed_files_do(self):
        for mark in (b"\x1f\x8b", b"BZh91AY&SY", b"PK\x03\x04", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ"):
            self.path("lines.txt").write_bytes(mark + b"ou\nb\na\n")
            self.fails(1, "sort", self.path("lines.txt"))
            for name in ("-", self.path("lines.txt")):
                with open(self.path("lines.txt"), "rb") as stdin:
                    self.yoke("sort", name, self.path("out"), "--lines", "--as-is", stdin=stdin)
                self.assertEqual(self.path("out").read_bytes(),
                                 b"".join(sorted([mark + b"ou\n", b"b\n", b"a\n"])))
        self.path("a.fa").write_bytes(b">b\nAC\n>a\nA\n")
        self.yoke("sort", self.path("a.fa"), self.path("out"), "--as-is")
        self.assertEqual(self.path("out").read_bytes(), b">a\nA\n>b\nAC\n")
        self.assertIn("--as-is", self.fails(2, "sort", self.write_keys("k.u32", "u32", [1]),
                                            "--as-is"))

    def test_strings_that_take_more_than_the_memory(self):
        with open(self.path("huge.txt"), "wb") as file:
            file.truncate(2**40)
        self.assertIn("of memory (--max-memory)", self.fails(1, "sort", self.path("huge.txt")))
        for name, text in (("a.txt", "some\nlines\n"), ("a.fa", ">one\nACGT\n")):
            self.path(name).write_text(text)
            self.assertRegex(self.fails(1, "sort", self.path(name), "--max-memory", 8),
                             r"takes more than 8 bytes of memory \(--max-memory\)")
            self.yoke("sort", self.path(name), "--max-memory", "2^20")

    def test_what_is_written_is_sorted_where_energy_was_measured(self):
        keys = self.some_keys("u32", 5000)
        file = self.write_keys("keys.u32", "u32", keys)
        for space in self.spaces:
            for repeat in (1, 2):
                self.json("sort", file, self.path("out"), "--space", space, "--verify", "--energy",
                          "--repeat", repeat)
                self.assertEqual(self.read_keys("out", "u32"), sorted(keys))

    def test_joint_sample_sort_takes_both_sides(self):
        keys = self.some_keys("i64", 5000)
        file = self.write_keys("keys.i64", "i64", keys)
        report = self.json("sort", file, self.path("out"), "--space", "hybrid", "--algorithm",
                           "joint_sample", "--split", "0.3", "--phases", "--verify")
        self.assertEqual(self.read_keys("out", "i64"), sorted(keys))
        self.assertEqual((report["algorithm"], report["host_share"]), ("joint_sample", 0.3))
        phases = [phase["name"] for phase in report["phases"]]
        for name in ("bin", "histogram", "scatter", "base sort"):
            self.assertIn(f"host: {name}", phases)
            self.assertIn(f"device: {name}", phases)
        self.assertIn("joint_sample", self.fails(2, "sort", file, "--space", "host", "--algorithm",
                                                 "joint_sample"))

    def test_joint_sample_sort_takes_levels(self):
        keys = self.some_keys("u32", 20000)
        file = self.write_keys("keys.u32", "u32", keys)
        joint = ("sort", file, self.path("out"), "--space", "hybrid", "--algorithm", "joint_sample")
        report = self.json(*joint, "--levels", 3, "--splitters", 7, "--base-size", 32, "--verify",
                           "--phases")
        self.assertEqual(self.read_keys("out", "u32"), sorted(keys))
        self.assertEqual(report["levels"], 3)
        self.assertEqual(self.json(*joint, "--splitters", 2, "--phases")["levels"], 1)
        self.assertNotIn("levels", self.json("sort", file, "--space", "hybrid", "--phases"))
        for option, value in (("--splitters", 7), ("--levels", 2), ("--base-size", 64)):
            self.assertIn("--algorithm joint_sample",
                          self.fails(2, "sort", file, "--space", "hybrid", option, value))
        self.assertIn("--levels", self.fails(2, *joint, "--base-size", 64))
        for option, value in (("--splitters", 256), ("--levels", 0), ("--base-size", 15)):
            self.assertIn(option, self.fails(2, *joint, "--levels", 2, option, value))

    def test_permutation(self):
        keys = self.some_keys("i32", 3000)
        file = self.write_keys("keys", "i32", keys)
        for space in self.spaces:
            for reverse in (False, True):
                self.yoke("sort", file, "-o", self.path("out"), "--type", "i32", "--permutation",
                          self.path("order.u32"), "--space", space, "--verify",
                          *(["--reverse"] if reverse else []))
                order = sorted(range(3000), key=lambda i: -keys[i] if reverse else keys[i])
                self.assertEqual(self.read("order.u32"), order, "equal keys keep their order")
                self.assertEqual(self.read_keys("out", "i32"), [keys[i] for i in order])

    def test_permutation_of_narrow_keys(self):
        for type_name in NARROW:
            keys = self.some_keys(type_name, 3000)
            file = self.write_keys(f"keys.{type_name}", type_name, keys)
            for space in self.spaces:
                report = self.json("sort", file, "--permutation", self.path("order.u32"), "--space",
                                   space, "--verify")
                self.assertTrue(report["verified"])
                self.assertEqual(self.read("order.u32"), sorted(range(3000), key=keys.__getitem__))

    def test_nans_come_last_either_way(self):
        file = self.write_keys("keys.f64", "f64", [math.nan, 2, -math.nan, 1])
        for flags, expected in (([], [1, 2]), (["--reverse"], [2, 1])):
            self.yoke("sort", file, self.path("out"), "--verify", *flags)
            found = self.read_keys("out", "f64")
            self.assertEqual(found[:2], expected)
            self.assertTrue(all(map(math.isnan, found[2:])))

    def test_in_place_is_refused_and_pipes_are_read(self):
        file = self.write_keys("keys.u32", "u32", [3, 1, 2])
        self.assertIn("keys.u32", self.fails(2, "sort", file, file))
        self.assertEqual(self.read_keys("keys.u32", "u32"), [3, 1, 2])
        done = subprocess.run([self.YOKE, "sort", "-", "-", "--type", "u32"],
                              input=file.read_bytes(), capture_output=True, env=self.environment)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(array.array("I", done.stdout).tolist(), [1, 2, 3])

    def test_no_keys(self):
        file = self.write_keys("none.u64", "u64", [])
        self.yoke("sort", file, self.path("out"), "--verify")
        self.assertEqual(self.path("out").read_bytes(), b"")

    def test_what_cannot_be_obeyed(self):
        file = self.write_keys("keys.bin", "u64", [1, 2])
        self.assertIn("--type", self.fails(2, "sort", file))
        self.fails(2, "sort", file, "--type", "u128")
        self.fails(2, "sort", file, "--type", "u64", "--split", "0.5")
        self.fails(2, "sort")
        self.fails(1, "sort", self.path("missing.u32"), self.path("out"))

    def test_a_file_that_is_cut_short_writes_nothing(self):
        self.path("short.u64").write_bytes(b"123456789")
        self.path("out").write_bytes(b"before")
        message = self.fails(1, "sort", self.path("short.u64"), self.path("out"))
        self.assertIn("9 bytes, which is not a multiple of 8", message)
        self.assertEqual(self.path("out").read_bytes(), b"before")
        self.assertEqual(self.files(), ["out", "short.u64"])

    def test_a_file_larger_than_memory_is_refused_at_once(self):
        with open(self.path("huge.u32"), "wb") as file:
            os.truncate(file.fileno(), 1 << 43)  # a hole
        message = self.fails(1, "sort", self.path("huge.u32"), self.path("out"))
        self.assertIn("too large", message)
        self.assertIn("this machine has", message)
        self.assertEqual(self.files(), ["huge.u32"])


class SortStrings(SortingTest):
    LINES = [b"pear", b"", b"apple", b"apple\0", b"app", b"\xff", b"a long line " * 9 + b"b",
             b"a long line " * 9 + b"a", b"apple"]

    def test_lines_on_every_space(self):
        self.path("names.txt").write_bytes(b"\n".join(self.LINES))
        for space in self.spaces:
            for reverse in (False, True):
                report = self.json("sort", self.path("names.txt"), self.path("out"), "--space",
                                   space, "--verify", "--permutation", self.path("order.u32"),
                                   *(["--reverse"] if reverse else []))
                expected = sorted(self.LINES, reverse=reverse)
                self.assertEqual(self.path("out").read_bytes(), b"\n".join(expected) + b"\n")
                order = sorted(range(9), key=lambda i: self.LINES[i], reverse=reverse)
                self.assertEqual(self.read("order.u32"), order, "equal lines keep their order")
                self.assertEqual((report["strings"], report["algorithm"]), (9, "radix"))
                self.assertTrue(report["verified"])

    def test_lines_from_a_pipe(self):
        done = subprocess.run([self.YOKE, "sort", "-", "-", "--lines"], input=b"b\r\na\r\n",
                              capture_output=True, env=self.environment)
        self.assertEqual((done.returncode, done.stdout), (0, b"a\nb\n"))

    def test_fasta_by_header_and_by_sequence(self):
        self.path("some.fa").write_text(">b\nACGT\nAA\n>a\nTT\n>c\n\n")
        self.yoke("sort", self.path("some.fa"), self.path("out"), "--verify")
        self.assertEqual(self.path("out").read_text(), ">a\nTT\n>b\nACGTAA\n>c\n")
        self.yoke("sort", self.path("some.fa"), self.path("out"), "--by", "sequence",
                  "--look-ahead", 8, "--verify")
        self.assertEqual(self.path("out").read_text(), ">c\n>b\nACGTAA\n>a\nTT\n")

    def test_what_cannot_be_obeyed(self):
        self.path("bad.fa").write_text(">a\nAC1\n")
        message = self.fails(1, "sort", self.path("bad.fa"), self.path("out"))
        self.assertIn("line 2", message)
        self.path("names.txt").write_text("a\n")
        self.assertIn("--type", self.fails(2, "sort", self.path("names.txt"), "--type", "u32"))
        self.fails(2, "sort", self.path("names.txt"), "--look-ahead", 5)
        self.fails(1, "sort", self.path("missing.txt"))
        self.assertEqual(self.files(), ["bad.fa", "names.txt"])

    def test_generated_strings(self):
        report = self.json("generate", "strings", self.path("some.txt"), "--count", 1000)
        lines = self.path("some.txt").read_text().split("\n")
        self.assertEqual((report["strings"], len(lines)), (1000, 1001))
        self.yoke("generate", "strings", self.path("some.fa"), "--count", 500, "--kind", "protein")
        report = self.json("sort", self.path("some.fa"), "--by", "sequence", "--verify")
        self.assertEqual(report["strings"], 500)
        self.fails(2, "generate", "strings", self.path("other.fa"), "--count", 5)


class Histogram(SortingTest):
    def test_even_bins(self):
        for type_name in ("u32", "i64", "f32"):
            values = [value for value in self.some_keys(type_name, 5000) if abs(value) < 2000]
            file = self.write_keys(f"values.{type_name}", type_name, values)
            expected = [0] * 10
            for value in values:
                if 0 <= value < 50:
                    expected[int(value * 10 // 50)] += 1
            for space in self.spaces:
                report = self.json("histogram", file, self.path("counts.u64"), "--bins", 10,
                                   "--lower", 0, "--upper", 50, "--space", space, "--verify")
                self.assertEqual(self.read("counts.u64"), expected)
                self.assertEqual(report["counted"], sum(expected))
                self.assertEqual(report["most"], max(expected))
                self.assertTrue(report["verified"])

    def test_bins_from_the_least_to_the_greatest(self):
        largest = 2**32 - 1
        for values, expected in (([0, 1, largest, largest], [2, 0, 0, 2]), ([5, 5], [0, 0, 0, 2]),
                                 ([], [0, 0, 0, 0]), ([10, 11, 12, 13, 14], [1, 1, 1, 2])):
            file = self.write_keys("values.u32", "u32", values)
            report = self.json("histogram", file, self.path("counts.txt"), "--bins", 4, "--verify")
            self.assertEqual(self.read("counts.txt"), expected)
            self.assertEqual(report["counted"], len(values))

    def test_bounds(self):
        values = self.write_keys("values.f64", "f64", [0.5, math.nan, 1, 2, 7, -1])
        bounds = self.write_keys("bounds.f64", "f64", [0, 1, 1, 5])
        for space in self.spaces:
            self.yoke("histogram", values, self.path("counts.txt"), "--bounds", bounds, "--space",
                      space, "--verify")
            self.assertEqual(self.read("counts.txt"), [1, 0, 2])
        for bad, place, words in (([0, 1, 0.5], 16, "bound 2 is 0.5, and the bound before it is 1; "
                                                    "bounds must ascend"),
                                  ([math.nan, 1], 0, "bound 0 is nan; bounds must ascend")):
            falling = self.write_keys("falling.f64", "f64", bad)
            for space in self.spaces:
                self.assertEqual(
                    self.fails(1, "histogram", values, "--bounds", falling, "--space", space),
                    f"yoke: {falling}, byte {place}: {words}\n")

    def test_what_cannot_be_obeyed(self):
        message = self.fails(2, "histogram", self.write_keys("values.u8", "u8", [1]), "--bins", 4)
        self.assertIn("values.u8 ends in a type that this command does not take; it takes .u32 ", message)
        self.assertNotIn("--type", message)
        self.assertIn("u16", self.fails(2, "histogram", self.path("values.u8"), "--bins", 4,
                                        "--type", "u16"))
        file = self.write_keys("values.u32", "u32", [1, 2])
        self.assertIn("--bins", self.fails(2, "histogram", file))
        self.fails(2, "histogram", file, "--bins", 0)
        self.fails(2, "histogram", file, "--bins", "2^21")
        self.fails(2, "histogram", file, "--bins", 4, "--lower", 7, "--upper", 7)
        self.assertIn("--lower", self.fails(2, "histogram", file, "--bins", 4, "--lower", "x"))
        self.fails(2, "histogram", file, "--bins", 4, "--bounds", file)
        self.assertIn("both standard input",
                      self.fails(2, "histogram", "-", "--type", "u32", "--bounds", "-"))
        self.fails(1, "histogram", file, "--bounds", self.write_keys("one.u32", "u32", [1]))


class GenerateKeys(SortingTest):
    def test_distributions(self):
        for name, different in (("uniform", 9990), ("gaussian", 9990), ("all_equal", 1),
                                ("sorted", 10000), ("zipf", 10), ("randomised_duplicates", 10)):
            report = self.json("generate", "keys", self.path("keys.u32"), "--count", 10000,
                               "--distribution", name)
            self.assertEqual(report["keys"], 10000)
            keys = self.read_keys("keys.u32", "u32")
            self.assertEqual(len(keys), 10000)
            self.assertGreaterEqual(len(set(keys)), different)

    def test_seeds_types_and_shapes(self):
        made = set()
        for flags in ([], ["--seed", 2], ["--distribution", "staggered"],
                      ["--distribution", "staggered", "--blocks", 6]):
            self.yoke("generate", "keys", self.path("keys"), "--type", "f64", "--count", "2^10",
                      *flags)
            made.add(self.path("keys").read_bytes())
            self.assertTrue(all(0 <= key < 1 for key in self.read_keys("keys", "f64")))
        self.assertEqual(len(made), 4)
        for type_name, least, most in (("u8", 0, 255), ("i8", -128, 127), ("u16", 0, 65535),
                                       ("i16", -32768, 32767)):
            self.yoke("generate", "keys", self.path(f"k.{type_name}"), "--count", "2^20")
            keys = self.read_keys(f"k.{type_name}", type_name)
            self.assertEqual((len(keys), min(keys), max(keys)), (2**20, least, most))

    def test_what_cannot_be_obeyed(self):
        self.assertIn("--type", self.fails(2, "generate", "keys", self.path("keys"), "--count", 5))
        self.fails(2, "generate", "keys", self.path("keys.u32"))
        self.fails(2, "generate", "keys", self.path("keys.u32"), "--count", 5, "--blocks", "2^21")
        self.fails(1, "generate", "keys", self.path("keys.u32"), "--count", "2^60")
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    run_tests()
