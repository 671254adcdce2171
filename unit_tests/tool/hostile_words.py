"""Whatever stands where an option's value should: the right exit code, and one message to read.

    python3 hostile_words.py PATH_OF_YOKE [unittest's arguments]
"""

import array
import json
import os
import subprocess

from idle_options import MODES, VALUES, CommandsTest
from tool_test import run_tests

# Legal for some options, and then cheap.
WORDS = ("0", "-1", "-0", "1e308", "-1e308", "1e-320", "1e999", "2^64", "2^-1", "2^2^2", "0^0", "^", "nan",
         "inf", "-inf", "", " ", "9" * 1000, "x" * 100000, "0x10", "1,", ",", "5 ", "+5", "\ufeff5",
         "5\u00a0", "\x1b[2J", "\udcff", "a\nb", "\x7f", "options.split", "yoke::" + "a:" * 50000)
ALWAYS = ("-1", "2^64", "\x1b[2J\udcff\n", "")


def base_of(command):
    """A command that works, with a place for one more option."""
    return [*command.split(), *next(iter(MODES[command])).split()]


class HostileWords(CommandsTest):
    def check_message(self, done):
        self.assertIn(done.returncode, (0, 1, 2), done.stderr)
        if done.returncode == 0:
            return
        message, newline = done.stderr[:-1], done.stderr[-1:]
        self.assertEqual(newline, "\n")
        self.assertTrue(message.startswith("yoke: "), message)
        self.assertLess(len(message), 5000)
        self.assertTrue(message.isprintable(), message)
        for word in ("options.s", "shape.", "yoke::", "terminate", "std::"):
            if word not in str(done.args):
                self.assertNotIn(word, message)

    def test_any_word_for_any_option(self):
        for command in MODES:
            for option in self.options_of(command):
                if option not in VALUES:
                    continue
                for word in dict.fromkeys((*ALWAYS, *self.random.sample(WORDS, 3))):
                    with self.subTest(command=command, option=option, word=word[:50]):
                        self.check_message(self.run_yoke(*base_of(command), "--" + option, word,
                                                         cwd=self.folder))

    def test_flags_have_no_values(self):
        for command in ("rank", "sort", "convert"):
            for word in ("maybe", "\x1b", "2^64"):
                self.check_message(self.run_yoke(*base_of(command), "--json=" + word, cwd=self.folder))

    def test_any_word_for_a_graph(self):
        for shape in ("rmat:{}", "rmat:4,{}", "gnm:{},4", "gnm:4,{}", "gnp:{},0.5", "gnp:4,{}",
                      "lists:{}", "lists:4,{}", "trees:4,{}", "trees:4,2,{}", "grid:{},4", "grid:4,4,{}",
                      "{}"):
            for word in dict.fromkeys((*ALWAYS, *self.random.sample(WORDS, 6))):
                with self.subTest(shape=shape, word=word[:50]):
                    self.check_message(self.run_yoke("graph", "info", "--random", shape.format(word)))

    def test_ranges_are_true(self):
        """The most that a message names is taken, and one more is not."""
        for arguments, most in (
                ("generate keys o.u32 --count 1 --distribution zipf --zipf-values", "2^31"),
                ("generate keys o.u32 --count 1 --distribution staggered --blocks", "2^20"),
                ("generate keys o.u32 --count 1 --distribution randomised_duplicates --runs", "1024"),
                ("histogram keys.u32 --bins", "2^20"), ("random --words 1 --low-bits", "32"),
                ("photons a.mci --most-hops", "4294967295"), ("tree list.txt --top", "1000000"),
                ("random --words 1 --generator expander --length", "1000")):
            with self.subTest(arguments):
                self.yoke(*arguments.split(), most, cwd=self.folder)
                if most == "1000":
                    continue
                base, _, exponent = most.partition("^")
                more = int(base) ** int(exponent or 1) + 1
                message = self.fails(2, *arguments.split(), more, cwd=self.folder)
                self.assertIn(arguments.split()[-1], message)
        for option, shown in (("--bins", "from 1 to 2^20"), ("--repeat", "from 1 to 1000000")):
            self.assertIn(f"{option}: '0' is not {shown}",
                          self.fails(2, "histogram", "keys.u32", "--bins", 4, option, 0, cwd=self.folder)
                          if option != "--bins" else
                          self.fails(2, "histogram", "keys.u32", "--bins", 0, cwd=self.folder))
        self.assertIn("'99999999999999999999' is not from 0 to 2^64 - 1",
                      self.fails(2, "random", "--seed", "9" * 20))

    def test_more_lists_or_trees_than_nodes(self):
        for arguments in (["generate", "list", "o.u32", "--nodes", 3, "--lists", 4],
                          ["rank", "--random", 3, "--lists", 4], ["bfs", "--random", "lists:3,4"],
                          ["components", "--random", "trees:3,2,4"]):
            message = self.fails(2, *arguments, cwd=self.folder)
            self.assertIn("4", message)
            self.assertIn("3", message)
        self.assertEqual(self.json("rank", "--random", 0, cwd=self.folder)["nodes"], 0)

    def test_one_is_not_several(self):
        self.path("one.u32").write_bytes(b"\0")
        self.write("bound.u32", [1])
        self.path("b.mci").write_text(self.path("a.mci").read_text().replace("2 2 2", "1 1 1"))
        for code, arguments, words in (
                (1, "sort one.u32", "one.u32 has 1 byte, which"),
                (1, "histogram keys.u32 --bounds bound.u32", "has 1 bound; bins"),
                (1, "components --random grid:1,1 --max-memory 1", "has 1 vertex and about 0 edges"),
                (1, "components --random grid:2,1 --max-memory 1", "has 2 vertices and about 1 edge,"),
                (2, "rank --random 1 --tail 0", "--tail 0 is a node (from 0 to 0)"),
                (2, "rank --random 1 --lists 2", "there is 1"),
                (2, "photons a.mci --run 2", "has 1 run"),
                (1, "photons b.mci --max-memory 1", "a grid of 1 depth, 1 radius and 1 angle takes more than 1 byte")):
            with self.subTest(arguments):
                message = self.fails(code, *arguments.split(), cwd=self.folder)
                self.assertIn(words, message)
                self.assertNotRegex(message, r"\b1 (?!has\b|radius\b)[a-z]+s\b")

    def test_names_that_a_terminal_would_obey(self):
        name = "a\x1b[2J\udcff\n.txt"
        shown = r"a\x1b[2J\xff\n.txt"
        self.path(name).write_text("5\n")
        for arguments in (["rank", name], ["tree", name], ["rank", "list.txt", "no/" + name],
                          ["components", "missing" + name], ["convert", name, "out.mtx"],
                          ["photons", name], ["sort", name, "--type", "u64"], ["sort", name, name],
                          ["histogram", name, "--type", "u32", "--bins", 2, "--lower", 9],
                          ["rank", "--random", 8, name], [name]):
            message = self.run_yoke(*arguments, cwd=self.folder)
            self.assertIn(message.returncode, (1, 2), arguments)
            self.check_message(message)
            self.assertIn(shown, message.stderr)
        self.path(name).write_text("0\n")
        self.path("folder" + name).mkdir()
        for arguments in (["generate", "list", name, "--nodes", 3], ["tree", "--directory", "."],
                          ["convert", "a.el", name], ["generate", "keys", name, "--type", "u32",
                                                      "--count", 3]):
            report = self.yoke(*arguments, cwd=self.folder).stdout
            self.assertTrue(report.replace("\n", "").isprintable(), report)
            self.assertIn(shown, report)
            json.loads(self.yoke(*arguments, "--json", cwd=self.folder).stdout)

    def test_a_byte_order_mark_is_named(self):
        for content, name in ((b"\xef\xbb\xbf0\n", "a byte order mark"),
                              (b"\xff\xfe0\0\n\0", "the byte order mark of UTF-16")):
            self.path("bom.txt").write_bytes(content)
            self.assertIn(name, self.fails(1, "rank", self.path("bom.txt")))
        self.assertIn("a no-break space", self.fails(2, "rank", "--random", "5\u00a0"))

    def test_more_threads_than_there_is_room_for(self):
        for variable, option in (("OMP_NUM_THREADS", []), ("KOKKOS_NUM_THREADS", []),
                                 (None, ["--kokkos-num-threads=1000"])):
            if variable:
                self.environment[variable] = "1000"
            message = self.fails(2, "rank", "--random", 8, "--space", "host", *option)
            self.assertIn((variable or "--kokkos-num-threads") + "=1000", message)
            self.assertIn("512", message)
            self.environment.pop(variable, None)
        self.environment["OMP_NUM_THREADS"] = str(2**32 + 1)
        self.assertIn("512", self.fails(2, "rank", "--random", 8, "--space", "host"))
        self.environment |= {"OMP_NUM_THREADS": "1000", "OMP_THREAD_LIMIT": "4"}
        self.assertIn("threads", self.yoke("rank", "--random", 8, "--space", "host").stdout)
        del self.environment["OMP_THREAD_LIMIT"]
        self.environment |= {"OMP_NUM_THREADS": "-1", "OMP_PROC_BIND": "true"}
        done = self.run_yoke("rank", "--random", 8, "--space", "host")
        self.assertEqual(done.returncode, 0, "the runtime warns, and takes its own number")
        del self.environment["OMP_PROC_BIND"]
        self.environment["OMP_NUM_THREADS"] = str(4 * os.cpu_count())
        self.assertIn("threads", self.yoke("rank", "--random", 8, "--space", "host").stdout)

    def test_stacks_that_kernels_do_not_fit(self):
        self.environment["OMP_NUM_THREADS"] = "2"
        for name, size, kib in (("OMP_STACKSIZE", " 100 ", 100), ("OMP_STACKSIZE", "65536B", 64),
                                ("OMP_STACKSIZE", "+64", 64), ("OMP_STACKSIZE", "\t64k", 64),
                                ("GOMP_STACKSIZE", "64", 64)):
            self.environment[name] = size
            self.assertIn(f"stacks of {kib} KiB (OMP_STACKSIZE) are too small: at least 512",
                          self.fails(2, "rank", "--random", 8, "--space", "host"))
            del self.environment[name]
        self.environment["OMP_STACKSIZE"] = "64k"
        self.yoke("--version")  # starts no threads
        for size in ("512", "1M", "1 G", "no size", "0"):
            self.environment["OMP_STACKSIZE"] = size
            self.assertEqual(self.run_yoke("rank", "--random", 8, "--space", "host").returncode, 0)
        del self.environment["OMP_STACKSIZE"]
        small = subprocess.run(["bash", "-c", 'ulimit -s 128 && exec "$@"', "bash", self.YOKE, "rank",
                                "--random", "8"], capture_output=True, text=True, check=False)
        self.assertEqual(small.returncode, 2, small.stderr)
        self.assertIn("stacks of 128 KiB (ulimit -s) are too small", small.stderr)

    def test_more_than_64_bits(self):
        for number in ("18446744073709551616", "2^64", "9" * 30):
            for command in (["sort", "x.txt", "--max-memory"], ["generate", "list", "10", "--lists"]):
                self.assertIn(f"'{number}' is more than 2^64 - 1", self.fails(2, *command, number))


class Blame(CommandsTest):
    """What is wrong with the data is no fault of the command line."""

    def keys(self, name, values):
        self.path(name).write_bytes(array.array("d", values).tobytes())
        return self.path(name)

    def test_a_histogram_of_values_without_ends(self):
        infinite, nan = float("inf"), float("nan")
        ends = "is infinite, and bins of one width have finite ends"
        for values, place, words in (
                ([1, nan, infinite, infinite], 16, f"value 2 {ends}: --upper gives another end"),
                ([1, 2, -infinite, nan], 16, f"value 2 {ends}: --lower gives another least value"),
                ([1, infinite, -infinite], 8, f"value 1 {ends}: --lower and --upper give others"),
                ([nan, infinite, infinite], 8, f"value 1 {ends}: --lower and --upper give others"),
                ([-infinite], 0, f"value 0 {ends}: --lower and --upper give others")):
            file = self.keys("keys.f64", values)
            self.assertEqual(self.fails(1, "histogram", file, "--bins", 4),
                             f"yoke: {file}, byte {place}: {words}\n")
        file = self.keys("keys.f64", [infinite, 1, -infinite])
        self.assertIn("byte 16: value 2", self.fails(1, "histogram", file, "--bins", 4, "--upper", 9))
        self.assertIn("byte 0: value 0", self.fails(1, "histogram", file, "--bins", 4, "--lower", 0))
        for values, words in (([-1.5e308, 1.5e308], "finite range"), ([1e-320, 2e-320], "too narrow")):
            file = self.keys("keys.f64", values)
            message = self.fails(1, "histogram", file, "--bins", 4)
            for word in (str(file), words, "--lower", "--upper"):
                self.assertIn(word, message)
            self.assertLess(len(message), 400)
        file = self.keys("keys.f64", [1, 2, float("inf")])
        self.assertIn("--upper", self.fails(1, "histogram", file, "--bins", 4, "--lower", 0))
        report = self.json("histogram", file, "--bins", 4, "--lower", 0, "--upper", 4)
        self.assertEqual(report["counted"], 2)

    def test_ends_that_make_no_bins(self):
        file = self.keys("keys.f64", [1, 2])
        for ends in (["7", "7"], ["8", "7"], ["-1.5e308", "1.5e308"], ["nan", "1"], ["0", "inf"]):
            self.fails(2, "histogram", file, "--bins", 4, "--lower", ends[0], "--upper", ends[1])
        # By the names of the options.
        for options, code, words in (
                (["--lower", 8, "--upper", 7], 2, "--lower is 8 and --upper is 7: --lower must be less than "
                                                  "--upper"),
                (["--lower", 8], 1, f"{file}: --lower is 8 and --upper is 2: --lower must be less than --upper; "
                                    "--upper is the greatest value unless it is given"),
                (["--upper", 1], 1, f"{file}: --lower is 1 and --upper is 1: --lower must be less than --upper; "
                                    "--lower is the least value unless it is given")):
            self.assertEqual(self.fails(code, "histogram", file, "--bins", 4, *options), f"yoke: {words}\n")

    def test_names_of_other_types(self):
        keys = self.keys("keys.f64", [1, 2, 0])
        self.path("g.el").write_text("0 1\n")
        self.path("n.f32").write_bytes(bytes(16))
        for name in ("sorted.u32", "sorted.f32"):
            self.assertIn("raw words go to a file *.f64, not *." + name[-3:],
                          self.fails(2, "sort", keys, self.path(name)))
            self.assertFalse(self.path(name).exists())
        self.yoke("sort", keys, self.path("sorted.f64"))
        self.assertIn("n.f32 is the name of a file of f32",
                      self.fails(2, "histogram", keys, "--bounds", self.path("n.f32")))
        for command in (["components", self.path("g.el")], ["bfs", self.path("g.el"), "--from", 0]):
            self.assertIn("o.f64 is the name of a file of f64, and the output is text or words of type u32",
                          self.fails(2, *command, self.path("o.f64")))

        # --type says what names do not.
        self.path("k.u32").write_bytes(bytes(32))
        self.yoke("sort", self.path("k.u32"), self.path("o.u32"), "--type", "f64")
        self.path("b.u32").write_bytes(bytes(8) + b"\1" + bytes(7))
        self.yoke("histogram", self.path("k.u32"), "--type", "f64", "--bounds", self.path("b.u32"))

    def test_what_fits_no_memory_is_named(self):
        self.assertIn("--random 9223372036854775808 is too large: ranking it takes",
                      self.fails(1, "rank", "--random", "2^63"))

    def test_too_many_bounds(self):
        bounds = self.keys("bounds.f64", range(2**20 + 2))
        self.assertIn("2^20", self.fails(1, "histogram", self.keys("keys.f64", [1]), "--bounds", bounds))


if __name__ == "__main__":
    run_tests()
