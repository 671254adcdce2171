"""Runs the tool's commands on several ranks, as their users do with mpirun.

    python3 ranks.py PATH_OF_YOKE PATH_OF_MPIRUN [unittest's arguments]

What files hold is what one process writes. Needs Python's standard library only.
"""

import array
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time

from distances import matrix_file
from many_runs import NOTHING
from tool_test import ToolTest, run_tests

SKIN = """1.0
1
skin.mco A
2003
0.01 0.01
20 10 5
2
1.0
1.4 1 100 0.9 0.1
1.5 5 50 0.5 0.2
1.0
"""

MPIRUN = os.path.abspath(sys.argv.pop(2))


class Ranks(ToolTest):
    def setUp(self):
        super().setUp()
        # What Open MPI keeps for its own needs is no leak of the tool's.
        self.environment["ASAN_OPTIONS"] += ":detect_leaks=0"
        self.usual_environment = dict(self.environment)

    def children_of(self, pid):
        with open(f"/proc/{pid}/task/{pid}/children") as children:
            return list(map(int, children.read().split()))

    def mpirun(self, *arguments):
        return subprocess.run([MPIRUN, *map(str, arguments)], capture_output=True, text=True,
                              env=self.environment, timeout=100)

    def on(self, ranks, *arguments):
        command = [self.YOKE, *map(str, arguments)]
        if self.may_share_a_process(command, {}):
            runs = self.many_runs([MPIRUN, "-n", str(ranks)], ranks)
            return runs.run(command, os.getcwd(), self.environment["YOKE_TUNING"], True, 100, stdin=NOTHING)
        return self.mpirun("-n", ranks, *command)

    def report(self, ranks, *arguments):
        done = self.on(ranks, *arguments, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)  # of the first rank alone

    def refused(self, ranks, *arguments):
        """All ranks end with one message: what it says, and with which code."""
        return self.expect_refusal(lambda: self.on(ranks, *arguments))

    def refused_by(self, *arguments):
        return self.expect_refusal(lambda: self.mpirun(*arguments))

    def expect_refusal(self, run):
        before = self.files()
        done = run()
        said = [line for line in done.stderr.splitlines() if line.startswith("yoke: ")]
        self.assertEqual(len(said), 1, done.stderr)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        self.assertEqual(self.files(), before, "nothing is written, nothing is left")
        return said[0], done.returncode

    def expect_file_of_one(self, arguments, output, is_timed=True):
        """The command writes the same file on any number of ranks. Returns the last report."""
        self.yoke(*arguments)
        expected = self.path(output).read_bytes()
        for ranks in (1, 2, 3):
            self.path(output).unlink()
            report = self.report(ranks, *arguments)
            self.assertEqual(self.path(output).read_bytes(), expected, f"{ranks} ranks")
            self.assertEqual("ranks" in report, is_timed and ranks > 1)
        return report

    def transports(self):
        """By which of them ranks send: where there are GPUs it depends on how many."""
        on_gpu = self.has_device()
        return ("staged", "nccl", "peer") if on_gpu else ("host",)

    def keys(self, name, typecode, count):
        most = min(1 << 30, 1 << (8 * array.array(typecode).itemsize - 1))
        numbers = array.array(typecode, (self.random.randrange(most) for _ in range(count)))
        self.path(name).write_bytes(numbers.tobytes())
        return self.path(name)

    def graph(self, name, weights, lines, *more):
        """A file of these edges with weights."""
        self.path("edges.wel").write_text("".join(f"{u} {v} {w}\n" for u, v, w in lines))
        self.yoke("convert", "--weights", weights, *more, self.path("edges.wel"), self.path(name))
        self.path("edges.wel").unlink()
        return self.path(name)

    def edges(self, vertices, count, weight):
        draw = self.random.randrange
        return [(draw(vertices), draw(vertices), weight()) for _ in range(count)] + [(vertices - 1, 0, 9)]


class Start(Ranks):
    def test_threads_of_each_rank_sleep_soon(self):
        """Each starts itself again, once, as one process does (waiting.py), and finds its place."""
        file = self.keys("keys.u32", "I", 1000)
        expected = sorted(array.array("I", file.read_bytes()))
        for decided, starts in (({}, 4), ({"OMP_WAIT_POLICY": "passive"}, 2)):
            for name in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "OMP_PROC_BIND", "OMP_PLACES"):
                self.environment.pop(name, None)
            self.environment |= {"OMP_DISPLAY_ENV": "true", **decided}
            done = self.on(2, "sort", file, self.path("out"))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r"(?m)^ranks +2$")
            self.assertEqual(done.stderr.count("OPENMP DISPLAY ENVIRONMENT BEGIN"), starts)
            self.assertEqual(list(array.array("I", self.path("out").read_bytes())), expected)


class Sort(Ranks):
    def test_keys_of_several_ranks_are_those_of_one(self):
        for name, typecode, count in (("a.u32", "I", 10007), ("b.f64", "d", 5000),
                                      ("c.i64", "q", 2), ("d.u32", "I", 0), ("e.u8", "B", 3001),
                                      ("f.i16", "h", 4000)):
            file = self.keys(name, typecode, count)
            report = self.expect_file_of_one(["sort", file, self.path("out")], "out")
            self.assertEqual((report["keys"], report["ranks"]), (count, 3))
            self.assertIn(report["transport"], self.transports())
        self.assertEqual(self.files(), ["a.u32", "b.f64", "c.i64", "d.u32", "e.u8", "f.i16", "out"])

    def test_all_find_a_compressed_file(self):
        self.path("keys.gz").write_bytes(gzip.compress(b"", mtime=0))  # 20 bytes: whole words
        done = self.on(3, "sort", self.path("keys.gz"), "--type", "u32")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("is a compressed file"), 1)
        self.assertNotIn("MPI_ABORT", done.stderr)

    def test_the_report_says_what_was_sent(self):
        file = self.keys("keys.u32", "I", 30000)
        report = self.report(3, "sort", file, self.path("out"), "--repeat", 2, "--reverse")
        # Two of three keys change ranks; for each digit 2040 bytes go to each other rank.
        self.assertGreater(report["bytes_sent"], 4 * 15000)
        self.assertLess(report["bytes_sent"], 4 * 25000 + 4 * 3 * 2 * 2040 + 10000)
        self.assertGreater(report["rounds"], 4)
        self.assertEqual(len(report["seconds"]), 2)
        text = self.on(3, "sort", file, self.path("out")).stdout
        self.assertRegex(text, r"(?m)^ranks +3$")
        self.assertRegex(text, rf"(?m)^sent .* rounds, .*, by ({'|'.join(self.transports())})$")

    def test_the_order_is_numbered_through_all_ranks(self):
        file = self.keys("keys.u32", "I", 5001)
        self.expect_file_of_one(["sort", file, "--permutation", self.path("order.u32")],
                                "order.u32")

    def test_what_one_process_does_alone_is_refused(self):
        file = self.keys("keys.u32", "I", 100)
        text = self.write("lines.txt", [3, 1, 2])
        out = self.path("out")
        for arguments, why in (
                (["sort", file, out, "--verify"], "--verify is for one process"),
                (["sort", file, out, "--space", "hybrid"], "--space hybrid is for one process"),
                (["sort", file, out, "--permutation", self.path("p.u32")], "not both"),
                (["sort", file, "-"], "give the output a name"),
                (["sort", file, out, "--timeline", self.path("trace")], "--timeline is for one"),
                (["sort", file, "--permutation", self.path("order.txt")], "only raw words"),
                (["sort", text, out], "strings are sorted in one process"),
                (["info"], "start it without mpirun")):
            said, code = self.refused(2, *arguments)
            self.assertIn(why, said)
            self.assertEqual(code, 2)


class Rank(Ranks):
    def test_ranks_of_several_ranks_are_those_of_one(self):
        for arguments in (["--random", 5000, "--lists", 7], ["--random", 3], ["--random", 4999]):
            out = self.path("out.u32")
            self.expect_file_of_one(["rank", *arguments, out], "out.u32")
            out.unlink()

    def test_ranks_that_differ_are_refused(self):
        out = self.write("out.u32", [1, 2, 3])
        keys = self.write("k.u32", range(1000))
        first = ["-n", 1, self.YOKE, "sort", keys, out, ":", "-n", 1, self.YOKE]
        for second in (["sort", keys], ["sort", keys, out, "--repeat", 2],
                       ["sort", keys, self.path("other.u32")], ["--version"], ["sort", "--help"],
                       ["info"], ["sort", "--none"], []):
            said, code = self.refused_by(*first, *second)
            self.assertIn("different command lines", said)
            self.assertEqual(code, 2)
        # Each in a folder of its own, as nodes without a common file system.
        (self.path("a")).mkdir()
        (self.path("b")).mkdir()
        self.write("a/k.u32", range(1000))
        self.write("b/k.u32", range(3))
        of_each = [self.YOKE, "sort", "k.u32", out]
        said, code = self.refused_by("-n", 1, "--wdir", self.path("a"), *of_each, ":",
                                     "-n", 1, "--wdir", self.path("b"), *of_each)
        self.assertIn("not of one size on all ranks", said)
        self.assertEqual(code, 1)
        self.assertEqual(self.read("out.u32"), [1, 2, 3])

    def test_lists_in_files(self):
        nodes = list(range(1, 1000)) + [999]
        for name in ("list.u32", "list.u64", "list.txt"):
            report = self.expect_file_of_one(
                ["rank", self.write(name, nodes), self.path("out.u64")], "out.u64")
            self.assertEqual((report["nodes"], report["lists"]), (1000, 1))

    def test_a_bad_input_on_one_rank_ends_all(self):
        nodes = list(range(1, 1000)) + [999]
        nodes[900] = 4000  # the last rank's
        said, code = self.refused(3, "rank", self.write("list.u32", nodes), self.path("out.u32"))
        self.assertIn("list.u32, word 900: 4000 is no successor", said)
        self.assertIn("(0 to 999)", said)
        self.assertEqual(code, 1)

    def test_what_all_ranks_find_wrong_is_said_once(self):
        said, code = self.refused(3, "rank", self.path("none.u32"), self.path("out.u32"))
        self.assertIn("none.u32", said)
        self.assertEqual(code, 1)
        ring = self.write("ring.u32", [(i + 1) % 500 for i in range(500)])
        said, code = self.refused(3, "rank", ring, self.path("out.u32"))
        self.assertIn("cycle", said)
        self.assertEqual(code, 1)

    def test_only_files_are_read(self):
        said, code = self.refused(2, "rank", "-", self.path("out.u32"))
        self.assertIn("several ranks can read only regular files", said)
        self.assertEqual(code, 2)

    def test_an_output_that_was_there_stays_when_ranks_fail(self):
        out = self.write("out.u32", [1, 2, 3])
        said, _ = self.refused(2, "rank", self.write("list.u32", [7, 7]), out)
        self.assertIn("no successor", said)
        self.assertEqual(self.read("out.u32"), [1, 2, 3])


class KilledRank(Ranks):
    def test_a_first_rank_that_is_killed_leaves_nothing(self):
        if not self.has_unnamed_files():
            self.skipTest("the file system has only files with names")
        output = self.path("rank.u32")
        output.write_text("as it was")
        command = [MPIRUN, "-n", 2, self.YOKE, "rank", "--random", "2^16", "--repeat", 1000000,
                   "-o", output]
        with subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=self.environment) as process:
            deadline = time.monotonic() + 60
            while not (first := [pid for pid in self.children_of(process.pid)
                                 if self.open_files(pid)]):
                self.assertLess(time.monotonic(), deadline, "no output was opened")
                self.assertIsNone(process.poll())
                time.sleep(0.01)
            self.assertEqual(self.files(), ["rank.u32"])
            os.kill(first[0], signal.SIGKILL)
            process.communicate(timeout=60)
            self.assertNotEqual(process.returncode, 0)
        self.assertEqual(output.read_text(), "as it was")
        self.assertEqual(self.files(), ["rank.u32"])


class Photons(Ranks):
    def setUp(self):
        super().setUp()
        self.path("skin.mci").write_text(SKIN)

    def test_arrays_of_several_ranks_are_those_of_one(self):
        arguments = ["photons", self.path("skin.mci"), "--formats", "npy",
                     "--output-folder", self.folder]
        for name in ("A_rz", "Rd_ra", "Tt_ra"):
            report = self.expect_file_of_one(arguments, f"skin.{name}.npy")
        self.assertEqual(report["runs"][0]["simulated"], 2003)
        # The tallies of each part: 10 (20 + 2 * 5) counts, and 64 (9 + 2) sums, of 3 ranks.
        self.assertGreaterEqual(report["bytes_sent"], 3 * 8 * (300 + 704))

    def test_a_run_goes_on_where_another_one_ended(self):
        arguments = ["photons", self.path("skin.mci"), "--formats", "none", "--go-on",
                     "--output-folder", self.folder]
        self.yoke(*arguments)
        self.yoke(*arguments)
        expected = self.counts("skin.tallies")
        self.path("skin.tallies").unlink()
        self.report(2, *arguments)
        self.report(3, *arguments)
        self.assertEqual(self.counts("skin.tallies"), expected)

    def counts(self, name):
        """All that a file of tallies has beside the time that they took."""
        return re.sub(rb"\nseconds [^\n]+\n", b"\n", self.path(name).read_bytes(), count=1)

    def test_what_one_process_does_alone_is_refused(self):
        said, code = self.refused(2, "photons", "-")
        self.assertIn("several ranks can read only regular files", said)
        self.assertEqual(code, 2)
        said, code = self.refused(2, "photons", self.path("skin.mci"), "--space", "hybrid")
        self.assertIn("--space hybrid is for one process", said)
        self.assertEqual(code, 2)


class InterruptedPhotons(Ranks):
    def children(self, parent):
        found = []
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{process}/stat") as stat:
                    if int(stat.read().rpartition(")")[2].split()[1]) == parent:
                        found.append(int(process))
            except OSError:  # it has ended
                pass
        self.assertEqual(len(found), 2)
        return found

    def test_the_first_run_and_the_counts_of_the_second_are_kept(self):
        """One rank gets the signal, and all end by it."""
        second = SKIN.replace("1.0\n1\n", "").replace("skin", "long").replace("2003", "34359738368")
        self.path("two.mci").write_text(SKIN.replace("1.0\n1\n", "1.0\n2\n") + second)
        arguments = ["photons", self.path("two.mci"), "--formats", "npy", "--go-on",
                     "--output-folder", self.folder]
        process = subprocess.Popen([MPIRUN, "-n", "2", self.YOKE, *map(str, arguments)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=self.environment)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 100
        while not self.path("skin.A_rz.npy").exists():
            self.assertLess(time.monotonic(), deadline)
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        time.sleep(1)
        os.kill(self.random.choice(self.children(process.pid)), signal.SIGTERM)
        _, message = process.communicate(timeout=100)
        self.assertNotEqual(process.returncode, 0)
        self.assertRegex(message, r"interrupted in long\.mco: \d+ photons counted in \S*long\.tallies\n")
        heading = self.path("long.tallies").read_bytes().split(b"\nphotons ")[1].split(b"\n")[0]
        self.assertIn(b", unfinished, from 0", heading)
        self.assertEqual([name for name in self.files() if name.startswith(".yoke")], [])
        # To an end of its choice, by other ranks: as many as one process draws.
        photons = int(heading.split(b",")[0]) + 100
        first, other = self.report(3, *arguments, "--photons", photons)["runs"]
        self.assertEqual((first["simulated"], other["simulated"]), (0, 100))
        found = self.path("long.A_rz.npy").read_bytes()
        self.yoke("photons", self.path("two.mci"), "--run", 2, "--photons", photons, "--formats", "npy",
                  "--output-folder", self.folder)
        self.assertEqual(self.path("long.A_rz.npy").read_bytes(), found)


class LateSignals(Ranks):
    def rank_of(self, pid):
        with open(f"/proc/{pid}/environ", "rb") as environment:
            variables = dict(line.partition(b"=")[::2] for line in environment.read().split(b"\0"))
        return int(variables.get(b"OMPI_COMM_WORLD_RANK", variables.get(b"PMI_RANK", b"-1")))

    def test_a_rank_that_is_signalled_when_the_outputs_are_complete_ends_well(self):
        """Else the command has failed by its code and succeeded by its files, and goes on once more."""
        self.path("skin.mci").write_text(SKIN)
        arguments = ["photons", self.path("skin.mci"), "--formats", "none", "--go-on", "--photons", 2**18,
                     "--output-folder", self.folder]
        process = subprocess.Popen([MPIRUN, "-n", "2", self.YOKE, *map(str, arguments)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=self.environment)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 100
        while not any(self.open_files(pid) for pid in self.children_of(process.pid)):
            self.assertLess(time.monotonic(), deadline)
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        last = next(pid for pid in self.children_of(process.pid) if self.rank_of(pid) == 1)
        # No rank comes to its end without mpirun, which is stopped.
        process.send_signal(signal.SIGSTOP)
        self.addCleanup(process.send_signal, signal.SIGCONT)
        while not self.path("skin.tallies").exists():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        time.sleep(0.2)
        os.kill(last, signal.SIGTERM)
        time.sleep(0.2)
        process.send_signal(signal.SIGCONT)
        _, message = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 0, message)
        self.assertNotIn("yoke: ", message)  # mpirun may speak of its signal


class MissingInputs(Ranks):
    def test_a_file_that_is_not_there_is_what_is_said(self):
        for command in (["rank", "gone.txt"], ["rank", "gone.u32"], ["sort", "gone.u32"],
                        ["histogram", "gone.f32", "--bins", 4], ["components", "gone.el"], ["components", "gone.sg"],
                        ["bfs", "gone.mtx"], ["paths", "gone.wsg", "--from", 0], ["forest", "gone.wsg"],
                        ["distances", "gone.yoke"], ["distances", "gone.npy"], ["photons", "gone.mci"]):
            name = self.path(command[1])
            said, code = self.refused(2, command[0], name, *command[2:])
            self.assertIn(str(name), said)
            self.assertIn("No such file", said)
            self.assertEqual(code, 1, said)


class Components(Ranks):
    def test_labels_of_several_ranks_are_those_of_one(self):
        out = self.path("out.u32")
        for graph in (["--random", "rmat:9,3"], ["--random", "gnm:2000,900", "--seed", 3],
                      ["--random", "grid:40,30", "--wide"], ["--random", "gnm:2,3,loops", "--drop-loops"]):
            report = self.expect_file_of_one(["components", *graph, out], "out.u32")
            out.unlink()
            alone = json.loads(self.yoke("components", *graph, "--json").stdout)
            for name in ("vertices", "arcs", "components"):
                self.assertEqual(report[name], alone[name])
            self.assertNotIn("largest_component", report)

    def test_graphs_in_files(self):
        for name in ("a.sg", "a.yoke", "directed.yoke"):
            more = ["--directed"] if "directed" in name else []
            self.yoke("generate", "graph", "rmat:9,3", *more, self.path(name))
            out = self.path("out.u64")
            self.expect_file_of_one(["components", self.path(name), out, "--merge"], "out.u64")
            out.unlink()

    def edges_in(self, graph):
        self.yoke("convert", graph, self.path("edges.el"))
        lines = self.path("edges.el").read_text().splitlines()
        self.path("edges.el").unlink()
        return [tuple(map(int, line.split())) for line in lines if not line.startswith("#")]

    def test_forests_of_several_ranks_span_the_graph(self):
        graph, labels, of_forest = (self.path(name) for name in ("graph.sg", "out.u32", "of.u32"))
        for shape, name in (("rmat:9,3", "forest.sg"), ("gnm:2000,900", "forest.yoke"),
                            ("lists:2", "forest.sg"), ("gnm:0,0", "forest.yoke")):
            self.yoke("generate", "graph", shape, graph)
            pairs = {frozenset(edge) for edge in self.edges_in(graph)}
            alone = self.json("components", graph, labels)
            forest = self.path(name)
            for ranks in (1, 2, 3):
                report = self.report(ranks, "components", graph, "--forest", forest)
                self.assertEqual(report["components"], alone["components"])
                edges = self.edges_in(forest)
                self.assertEqual(len(edges), alone["vertices"] - alone["components"])
                self.assertTrue({frozenset(edge) for edge in edges} <= pairs)
                joined = self.json("components", forest, of_forest)
                for what in ("vertices", "components"):
                    self.assertEqual(joined[what], alone[what], f"{shape}, {ranks} ranks")
                self.assertEqual(of_forest.read_bytes(), labels.read_bytes())
                forest.unlink()

    def test_a_forest_comes_with_the_labels_or_neither_does(self):
        graph, labels, forest = (self.path(name) for name in ("graph.sg", "out.u32", "forest.sg"))
        self.yoke("generate", "graph", "grid:40,30", graph)
        self.report(3, "components", graph, labels, "--forest", forest, "--repeat", 2)
        expected = labels.read_bytes(), forest.read_bytes()
        bad = bytearray(graph.read_bytes())
        bad[-4:] = b"\xff\xff\x00\x00"  # the last rank's
        graph.write_bytes(bad)
        said, code = self.refused(3, "components", graph, labels, "--forest", forest)
        self.assertIn("neighbour 65535 of vertex 1199 is not below 1200", said)
        self.assertEqual(code, 1)
        self.assertEqual((labels.read_bytes(), forest.read_bytes()), expected)

    def test_the_report_says_what_was_sent(self):
        report = self.report(3, "components", "--random", "rmat:10,8", "--phases")
        # Two bits for each vertex of other ranks, of three ranks; 14 rounds where one component is
        # large.
        self.assertGreaterEqual(report["bytes_sent"], 2 * 1024 * 2 / 8)
        self.assertEqual(report["rounds"], 14)
        self.assertGreater(len(report["phases"]), 1)

    def test_what_one_process_does_alone_is_refused(self):
        text, out = self.path("edges.txt"), self.path("out.u32")
        text.write_text("0 1\n")
        random = ["--random", "rmat:5"]
        for arguments, why in (
                ([text, out], "only regular .sg and .yoke files, not"),
                (["-", out], "not standard input: yoke convert makes one of it"),
                ([*random, "--forest", self.path("f.txt")], "can write only .sg and .yoke files, not"),
                ([*random, "--forest", "-"], "can write only .sg and .yoke files, not -"),
                ([*random, "--algorithm", "afforest"], "--algorithm is for one process"),
                ([*random, "--verify"], "--verify is for one process"),
                ([*random, "--space", "hybrid"], "--space hybrid is for one process")):
            said, code = self.refused(2, "components", *arguments)
            self.assertIn(why, said)
            self.assertEqual(code, 2)
        said, code = self.refused(2, "components", self.path("none.sg"), out)
        self.assertIn("none.sg", said)
        self.assertEqual(code, 1)
        said, code = self.refused(2, "components", *random, "--max-memory", 100)
        self.assertIn("--max-memory", said)


class Searches(Ranks):
    def test_levels_and_smallest_parents_of_several_ranks_are_those_of_one(self):
        for graph in (["--random", "rmat:9,3", "--source-seed", 7], ["--random", "grid:40,30", "--from", "77,1199"],
                      ["--random", "gnm:900,500", "--wide"], ["--random", "rmat:8,4", "--directed"]):
            out, parents = self.path("levels"), self.path("parents")
            words = "u64" if "--wide" in graph else "u32"
            arguments = ["bfs", *graph, out, "--parents", parents, "--deterministic", "--output-type", words]
            alone = json.loads(self.yoke(*arguments, "--json").stdout)
            expected = out.read_bytes(), parents.read_bytes()
            out.unlink(), parents.unlink()
            for ranks in (2, 3):
                report = self.report(ranks, *arguments)
                self.assertEqual((out.read_bytes(), parents.read_bytes()), expected, f"{ranks} ranks")
                for name in ("vertices", "arcs"):
                    self.assertEqual(report[name], alone[name])
                for name in ("from", "reached", "depth", "edges"):
                    self.assertEqual(report["searches"][0][name], alone["searches"][0][name])
                out.unlink(), parents.unlink()

    def test_random_sources_are_those_of_one(self):
        graph = self.path("graph.sg")
        self.yoke("generate", "graph", "rmat:8,2", graph)
        arguments = ["bfs", graph, "--sources", 20]
        alone = json.loads(self.yoke(*arguments, "--json").stdout)["searches"]
        report = self.report(3, *arguments)
        self.assertEqual([search["from"] for search in report["searches"]],
                         [search["from"] for search in alone])
        self.assertEqual([search["reached"] for search in report["searches"]],
                         [search["reached"] for search in alone])
        self.assertGreater(report["bytes_sent"], 0)

    def test_what_one_process_does_alone_is_refused(self):
        random = ["--random", "rmat:5"]
        for arguments, why in (([*random, "--algorithm", "sequential"], "--algorithm sequential is for one process"),
                               ([*random, "--verify"], "--verify is for one process")):
            said, code = self.refused(2, "bfs", *arguments)
            self.assertIn(why, said)
            self.assertEqual(code, 2)
        said, code = self.refused(2, "bfs", *random, "--from", 32)
        self.assertIn("there is no vertex 32 to search from: the graph has 32", said)
        self.assertEqual(code, 1)


class Paths(Ranks):
    def expect_paths_of_one(self, graph, weights, *more):
        out, parents = self.path("out." + weights), self.path("parents.u32")
        arguments = ["paths", graph, out, "--parents", parents, "--weights", weights, *more]
        alone = json.loads(self.yoke(*arguments, "--json").stdout)
        expected = out.read_bytes(), parents.read_bytes()
        out.unlink(), parents.unlink()
        for ranks in (2, 3):
            report = self.report(ranks, *arguments)
            self.assertEqual((out.read_bytes(), parents.read_bytes()), expected, f"{ranks} ranks")
            for name in ("vertices", "arcs", "from", "reached", "farthest"):
                self.assertEqual(report[name], alone[name])
            self.assertEqual(report["ranks"], ranks)
            self.assertIn(report["transport"], self.transports())
            out.unlink(), parents.unlink()
        return report

    def test_distances_and_parents_of_several_ranks_are_those_of_one(self):
        draw = self.random.randrange
        for name, weights, more in (("a.wsg", "i32", []), ("b.yoke", "i64", ["--from", "5,299"]),
                                    ("c.yoke", "f32", ["--drop-loops", "--merge"]),
                                    ("d.wsg", "i32", ["--delta", "1", "--repeat", "2"])):
            graph = self.graph(name, weights, self.edges(300, 700, lambda: draw(4) * draw(50)))
            report = self.expect_paths_of_one(graph, weights, *([] if "--from" in more else ["--from", 7]), *more)
            self.assertEqual(report["algorithm"], "delta_stepping")
            self.assertGreater(report["bytes_sent"], 0)

    def test_negative_weights(self):
        height = [self.random.randrange(1000) for _ in range(200)]
        # The source has an arc.
        edges = [(u, v, height[v] - height[u] + w) for u, v, w in [*self.edges(200, 600, lambda: 3), (7, 150, 3)]]
        for name, weights in (("a.yoke", "i32"), ("b.yoke", "f64")):
            graph = self.graph(name, weights, edges, "--directed")
            report = self.expect_paths_of_one(graph, weights, "--directed", "--from", 7, "--algorithm",
                                              "bellman_ford", "--phases")
            self.assertEqual(report["algorithm"], "bellman_ford")
            self.assertGreater(report["rounds"], 3)  # of messages
            self.assertGreater(report["followed_rounds"], 0)
        out = self.path("out.i32")
        said, code = self.refused(3, "paths", self.path("a.yoke"), out, "--weights", "i32", "--directed",
                                  "--from", 7)
        self.assertIn("negative weights need --algorithm bellman_ford", said)
        self.assertEqual(code, 1)
        cycle = self.graph("cycle.yoke", "i32", [(0, 1, 1), (1, 2, -3), (2, 0, 1)], "--directed")
        said, code = self.refused(3, "paths", cycle, out, "--weights", "i32", "--directed", "--from", 0,
                                  "--algorithm", "bellman_ford")
        self.assertIn("cycle of negative weight", said)
        self.assertEqual(code, 1)

    def test_what_one_process_does_alone_is_refused(self):
        graph = self.graph("graph.wsg", "i32", [(0, 1, 1), (1, 2, 3)])
        text, out = self.path("edges.wel"), self.path("out.i32")
        text.write_text("0 1 5\n")
        of_graph = [graph, "--weights", "i32", "--from", 0]
        for arguments, why in (
                ([text, out, "--weights", "i32", "--from", 0], "only regular .wsg and .yoke files, not"),
                ([*of_graph, "-o", out, "--verify"], "--verify is for one process"),
                ([*of_graph, "-o", out, "--algorithm", "sequential"], "--algorithm sequential is for one process"),
                ([*of_graph, "-o", out, "--space", "hybrid"], "--space hybrid is for one process"),
                ([*of_graph, "-o", "-"], "give the output a name"),
                ([*of_graph, "-o", self.path("out.txt")], "only raw words: call the output *.i32"),
                ([*of_graph, "-o", out, "--parents", self.path("p.txt")], "only raw words: call the output *.u32")):
            said, code = self.refused(2, "paths", *arguments)
            self.assertIn(why, said)
            self.assertEqual(code, 2)
        said, code = self.refused(2, "paths", graph, "--weights", "i32", "--from", 3)
        self.assertIn("there is no vertex 3 to search from: the graph has 3", said)
        self.assertEqual(code, 1)
        self.yoke("generate", "graph", "rmat:5", self.path("bare.sg"))
        said, code = self.refused(2, "paths", self.path("bare.sg"), out, "--weights", "i32", "--from", 0)
        self.assertIn("weights", said)
        self.assertEqual(code, 1)


class Forest(Ranks):
    def expect_forest_of_one(self, graph, name, weights, *more):
        out = self.path(name)
        arguments = ["forest", graph, out, "--weights", weights, *more]
        report = self.expect_file_of_one(arguments, name)
        alone = self.json(*arguments)
        for what in ("vertices", "arcs", "components", "edges", "total"):
            self.assertEqual(report[what], alone[what])
        self.assertIn(report["transport"], self.transports())
        out.unlink()
        return report

    def test_forests_of_several_ranks_are_those_of_one(self):
        draw = self.random.randrange
        for name, weights, weight in (("a.wsg", "i32", lambda: draw(5)), ("b.yoke", "i64", lambda: draw(-9, 1 << 40)),
                                      ("c.yoke", "f32", lambda: draw(3) / 10), ("d.yoke", "f64", self.random.random)):
            graph = self.graph(name, weights, self.edges(300, 350, weight))
            report = self.expect_forest_of_one(graph, "out.yoke", weights)
            self.assertEqual(report["algorithm"], "boruvka")
            self.assertGreater(report["components"], 1)  # vertices without edges, too
            self.assertGreater(report["bytes_sent"], 0)
        self.expect_forest_of_one(self.path("a.wsg"), "out.wsg", "i32", "--merge", "--drop-loops", "--repeat", 2)
        self.expect_forest_of_one(self.path("a.wsg"), "out.wsg", "i64", "--algorithm", "sequential", "--wide")

    def test_small_graphs(self):
        for edges in ([(0, 1, 7)], [(0, 0, 3)], [(4, 0, -2), (4, 0, -2)]):
            self.expect_forest_of_one(self.graph("a.yoke", "i32", edges), "out.wsg", "i32")
        self.path("none.gr").write_text("p sp 3 0\n")
        self.yoke("convert", "--weights", "i32", self.path("none.gr"), self.path("none.yoke"))
        self.expect_forest_of_one(self.path("none.yoke"), "out.yoke", "i32")

    def test_the_report_says_what_was_done(self):
        graph = self.graph("a.wsg", "i32", self.edges(300, 900, lambda: self.random.randrange(99)))
        report = self.report(3, "forest", graph, "--weights", "i32", "--phases")
        self.assertGreater(report["own_rounds"], 0)
        self.assertGreater(report["rounds"], report["own_rounds"])  # of messages
        self.assertGreater(report["listed_edges"], 0)

    def test_what_one_process_does_alone_is_refused(self):
        graph = self.graph("graph.wsg", "i32", [(0, 1, 1), (1, 2, 3)])
        text = self.path("edges.wel")
        text.write_text("0 1 5\n")
        of_graph = [graph, "--weights", "i32"]
        for arguments, why in (
                ([text, "--weights", "i32"], "only regular .wsg and .yoke files, not"),
                ([*of_graph, "-o", self.path("out.wel")], "can write only .wsg and .yoke files, not"),
                ([*of_graph, "-o", "-"], "can write only .wsg and .yoke files, not -: yoke convert"),
                ([graph, "-o", self.path("out.wsg")], "files hold whole weights"),
                ([*of_graph, "-o", self.path("out.sg")], "out.wsg"),
                ([*of_graph, "--verify"], "--verify is for one process"),
                ([*of_graph, "--space", "hybrid"], "--space hybrid is for one process")):
            said, code = self.refused(2, "forest", *arguments)
            self.assertIn(why, said)
            self.assertEqual(code, 2)

    def test_what_all_ranks_find_wrong_is_said_once(self):
        heavy = self.graph("heavy.yoke", "i64", [(0, 1, 2**63 - 1), (1, 2, 2**63 - 1), (3, 4, 2**40)])
        out = self.write("out.wsg", [1, 2, 3])
        before = out.read_bytes()
        said, code = self.refused(3, "forest", heavy, out, "--weights", "i64")
        self.assertIn("leaves the range of i64 (--weights f64 takes it)", said)
        self.assertEqual(code, 1)
        wide = self.graph("wide.yoke", "i64", [(0, 1, 5), (1, 2, 5), (3, 4, 2**40)])
        said, code = self.refused(3, "forest", wide, out, "--weights", "i64")
        self.assertIn(".wsg files hold weights of 32 bits", said)
        self.assertEqual(code, 1)
        self.assertEqual(out.read_bytes(), before)
        self.yoke("generate", "graph", "rmat:5", self.path("bare.sg"))
        said, code = self.refused(2, "forest", self.path("bare.sg"), "--weights", "i32")
        self.assertIn("weights", said)
        self.assertEqual(code, 1)


class Distances(Ranks):
    def rows(self, n, weight):
        return [[None if self.random.random() < 0.9 else weight() for _ in range(n)] for _ in range(n)]

    def matrix(self, name, kind, rows, by_columns=False):
        self.path(name).write_bytes(matrix_file(kind, rows, by_columns))
        return self.path(name)

    def expect_distances_of_one(self, file, *more, alone=()):
        out, after = self.path("out.npy"), self.path("next.npy")
        arguments = ["distances", file, out, "--next", after, *more]
        one = json.loads(self.yoke(*arguments, *alone, "--json").stdout)
        expected = out.read_bytes(), after.read_bytes()
        out.unlink(), after.unlink()
        for ranks in (2, 3):
            report = self.report(ranks, *arguments)
            self.assertEqual((out.read_bytes(), after.read_bytes()), expected, f"{ranks} ranks")
            for name in ("vertices", "type", "pairs", "farthest", "may_be_clamped"):
                self.assertEqual(report[name], one[name])
            self.assertEqual(report.get("arcs"), one.get("arcs"))
            self.assertEqual(report["ranks"], ranks)
            self.assertIn(report["transport"], self.transports())
            out.unlink(), after.unlink()
        # Without next too, whose steps are others.
        self.yoke("distances", file, out, *more, *alone)
        expected = out.read_bytes()
        self.report(3, "distances", file, out, *more)
        self.assertEqual(out.read_bytes(), expected)
        out.unlink()
        return report

    def test_matrices(self):
        draw = self.random.randrange
        for n, kind, weight in ((150, "i32", lambda: draw(99)), (131, "i16", lambda: draw(9000)),
                                (140, "f32", self.random.random), (40, "f64", self.random.random),
                                (2, "i32", lambda: 5), (1, "f64", lambda: 1), (0, "i32", None)):
            report = self.expect_distances_of_one(self.matrix("a.npy", kind, self.rows(n, weight)))
            self.assertEqual(report["algorithm"], "blocked" if n > 0 else "automatic")
        height = [draw(1000) for _ in range(150)]
        rows = [[None if draw(9) else 5 + height[j] - height[i] for j in range(150)] for i in range(150)]
        self.expect_distances_of_one(self.matrix("a.npy", "i32", rows), "--repeat", 2)

    def test_graphs(self):
        draw = self.random.randrange
        for name, weights, weight, more in (("a.wsg", "i32", lambda: draw(50), []),
                                            ("b.yoke", "i16", lambda: draw(50), ["--merge", "--wide"]),
                                            ("c.yoke", "f32", self.random.random, []),
                                            ("d.yoke", "f64", self.random.random, ["--directed"])):
            kept = "i32" if weights == "i16" else weights
            graph = self.graph(name, kept, self.edges(150, 400, weight), *(one for one in more if one == "--directed"))
            self.expect_distances_of_one(graph, "--weights", weights, *more, alone=["--algorithm", "blocked"])
            self.assertEqual(self.files(), [name])
            self.path(name).unlink()

    def test_what_all_ranks_find_wrong_is_said_once(self):
        """By the words of one process."""
        out = self.path("out.npy")
        cycle = self.graph("cycle.yoke", "i32", [(0, 1, 1), (1, 2, -3), (2, 0, 1)], "--directed")
        wide = self.graph("wide.yoke", "i32", [(k, k + 1, 5) for k in range(50)] + [(49, 51, 20000)])
        bare = self.path("bare.sg")
        self.yoke("generate", "graph", "rmat:5", bare)
        rows = self.rows(20, lambda: 1)
        short, long = self.matrix("short.npy", "i32", rows), self.matrix("long.npy", "i32", rows)
        short.write_bytes(short.read_bytes()[:-4])
        long.write_bytes(long.read_bytes() + b"1234")
        rows[19][0] = -(2**30)
        low = self.matrix("low.npy", "i32", rows)
        for arguments, why in (([cycle, "--weights", "i32", "--directed"], "cycle of negative weight"),
                               ([wide, "--weights", "i16"], "is not a number from -8192 to 16383"),
                               ([bare], "weights"), ([short], "fewer than the 1600 bytes of 20 x 20 elements"),
                               ([long], "more than the 1600 bytes of 20 x 20 elements"),
                               ([low], "low.npy: ")):
            said, code = self.refused(3, "distances", *arguments, "-o", out)
            self.assertIn(why, said)
            self.assertEqual(code, 1)
            of_one = self.fails(1, "distances", *arguments, "-o", out).strip()
            self.assertEqual(said.removesuffix(" (on rank 2)"), of_one)

    def test_what_one_process_does_alone_is_refused(self):
        graph = self.graph("graph.wsg", "i32", [(0, 1, 1), (1, 2, 3)])
        text, out = self.path("edges.wel"), self.path("out.npy")
        text.write_text("0 1 5\n")
        matrix = self.matrix("a.npy", "i32", self.rows(9, lambda: 4))
        by_columns = self.matrix("b.npy", "i32", self.rows(9, lambda: 4), True)
        for arguments, why in (
                ([text, out], "only regular .wsg and .yoke files, not"),
                ([by_columns, out], "numpy.ascontiguousarray"),
                (["-", out, "--matrix"], "several ranks can read only regular files"),
                ([matrix, self.path("out.txt")], "only .npy matrices, not"),
                ([matrix, out, "--next", self.path("next")], "only .npy matrices, not"),
                ([matrix, out, "--output-type", "text"], "only .npy matrices, not"),
                ([matrix, "-"], "give the output a name"),
                ([graph, out, "--algorithm", "searches"], "--algorithm searches is for one process"),
                ([matrix, out, "--verify"], "--verify is for one process"),
                ([matrix, out, "--space", "hybrid"], "--space hybrid is for one process")):
            said, code = self.refused(2, "distances", *arguments)
            self.assertIn(why, said)
            self.assertEqual(code, 2)


class Histogram(Ranks):
    def test_counts_of_several_ranks_are_those_of_one(self):
        numbers = [self.random.gauss(0, 1) for _ in range(5000)] + [float("nan")] * 7 + [9.5] * 3
        files = {"a.u32": self.keys("a.u32", "I", 10007), "b.i64": self.keys("b.i64", "q", 2),
                 "c.f64": self.path("c.f64"), "d.u32": self.keys("d.u32", "I", 0),
                 "e.f32": self.path("e.f32")}
        files["c.f64"].write_bytes(array.array("d", numbers).tobytes())
        files["e.f32"].write_bytes(array.array("f", [-2.5] * 100).tobytes())
        for name, output, *more in (("a.u32", "out.u64"), ("b.i64", "out.txt"),
                                    ("c.f64", "out.txt"), ("d.u32", "out.u64"),
                                    ("e.f32", "out.u64"),
                                    ("c.f64", "out.u64", "--lower", -1, "--upper", 1)):
            arguments = ["histogram", files[name], self.path(output), "--bins", 13, *more]
            report = self.expect_file_of_one(arguments, output)
            alone = self.json(*arguments)
            for what in ("values", "bins", "counted", "fullest", "most"):
                self.assertEqual(report[what], alone[what])

    def test_bins_by_bounds(self):
        file = self.keys("keys.u32", "I", 3001)
        bounds = self.write("bounds.u32", [0, 5, 1 << 20, 1 << 28, 1 << 29, 3 << 28])
        arguments = ["histogram", file, self.path("out.u32"), "--bounds", bounds, "--repeat", 3]
        report = self.expect_file_of_one(arguments, "out.u32")
        self.assertEqual(report["counted"], sum(self.read("out.u32")))
        self.assertEqual(len(report["seconds"]), 3)
        self.assertGreaterEqual(report["bytes_sent"], 3 * 5 * 8)

    def test_bounds_that_ranks_do_not_share_are_refused(self):
        for name, numbers in (("a", [1, 2, 3]), ("b", [1, 2, 4])):
            self.path(name).mkdir()
            self.write(f"{name}/bounds.u32", numbers)
        self.keys("keys.u32", "I", 100)
        of_each = [self.YOKE, "histogram", self.path("keys.u32"), self.path("out.u32"), "--bounds",
                   "bounds.u32"]
        said, code = self.refused_by("-n", 1, "--wdir", self.path("a"), *of_each, ":",
                                     "-n", 1, "--wdir", self.path("b"), *of_each)
        self.assertIn("the bounds must be the same on all ranks", said)
        self.assertEqual(code, 2)

    def test_what_all_ranks_find_wrong_is_said_once(self):
        file, out = self.keys("keys.u32", "I", 100), self.path("out.u32")
        falling = self.write("falling.u32", [1, 7, 3])
        for arguments, why, expected in (
                ([file, out, "--bounds", falling], "bounds must ascend", 1),
                ([file, out, "--bins", 3, "--lower", "x"], "--lower: 'x' is no value", 2),
                ([file, out], "needs either --bins or --bounds", 2),
                ([file, self.path("none") / "out.u32", "--bins", 3], "none", 1)):
            said, code = self.refused(3, "histogram", *arguments)
            self.assertIn(why, said)
            self.assertEqual(code, expected)

    def test_what_one_process_does_alone_is_refused(self):
        file, out = self.keys("keys.u32", "I", 100), self.path("out.u32")
        for arguments, why, expected in (
                ([file, out, "--verify"], "--verify is for one process", 2),
                ([file, out, "--space", "hybrid"], "--space hybrid is for one process", 2),
                ([file, "-"], "give the output a name", 2),
                (["-", out, "--type", "u32"], "several ranks can read only regular files", 2)):
            said, code = self.refused(2, "histogram", *arguments, "--bins", 4)
            self.assertIn(why, said)
            self.assertEqual(code, expected)


    def test_pipes_are_refused_before_they_are_opened(self):
        """Nobody is at their other end."""
        file, pipe = self.keys("keys.u32", "I", 100), self.path("pipe")
        os.mkfifo(pipe)
        for arguments in ([pipe, self.path("out.u32"), "--type", "u32", "--bins", 4],
                          [file, pipe, "--bins", 4],
                          [file, self.path("out.u32"), "--bounds", pipe],
                          [file, "/dev/null", "--bins", 4]):
            said, code = self.refused(3, "histogram", *arguments)
            self.assertRegex(said, "several ranks can (read|write) only regular files")
            self.assertEqual(code, 2)


class GenerateGraph(Ranks):
    def test_files_of_several_ranks_are_those_of_one(self):
        for name, shape, *more in (
                ("out.sg", "rmat:9,3"), ("out.yoke", "rmat:9,3"),
                ("out.sg", "gnm:700,9000,loops", "--directed"),
                ("out.yoke", "gnm:700,9000,loops", "--directed", "--merge", "--drop-loops"),
                ("out.yoke", "grid:40,30", "--wide"),
                ("out.sg", "gnp:300,0.02", "--generator", "threefry", "--seed", 3),
                ("out.sg", "trees:500,3,7", "--generator", "expander", "--directed", "--wide"),
                ("out.yoke", "lists:2"), ("out.sg", "gnm:2,1", "--directed"),
                ("out.sg", "gnm:1,0"), ("out.yoke", "gnm:0,0"), ("out.sg", "gnm:0,0", "--directed")):
            arguments = ["generate", "graph", shape, self.path(name), *more]
            report = self.expect_file_of_one(arguments, name, is_timed=False)
            self.assertEqual(report, self.json(*arguments))

    def test_the_format_may_be_asked_for(self):
        arguments = ["generate", "graph", "rmat:7", self.path("graph"), "--format", "binary"]
        self.expect_file_of_one(arguments, "graph", is_timed=False)

    def test_a_file_that_was_there_stays_when_ranks_fail(self):
        graph = self.write("graph.sg", [1, 2, 3])
        said, code = self.refused(3, "generate", "graph", "rmat:9", graph, "--max-memory", 100)
        self.assertIn("--max-memory", said)
        self.assertEqual(code, 1)
        self.assertEqual(self.read("graph.sg"), [1, 2, 3])

    def test_what_one_rank_finds_wrong_ends_all(self):
        graph = self.path("none") / "graph.sg"
        said, code = self.refused(3, "generate", "graph", "rmat:9", graph)
        self.assertIn("none/graph.sg", said)
        self.assertEqual(code, 1)

    def test_what_one_process_does_alone_is_refused(self):
        alone = "start it without mpirun"
        text, keys = self.path("graph.txt"), self.path("keys.u32")
        for arguments, why in (
                (["graph", "rmat:5", text], "can write only .sg and .yoke files, not"),
                (["graph", "rmat:5", self.path("g.sg"), "--format", "metis"], "only .sg and .yoke files, not"),
                (["graph", "rmat:5", self.path("g.sg.gz")], "not written compressed"),
                (["graph", "rmat:5", "/dev/stdout", "--format", "gapbs"], "give the output a name"),
                (["keys", keys, "--count", 10], alone),
                (["list", keys, "--nodes", 10], alone),
                (["strings", text, "--count", 10], alone)):
            said, code = self.refused(2, "generate", *arguments)
            self.assertIn(why, said)
            self.assertEqual(code, 2)


class Alone(Ranks):
    def test_each_process_does_the_work_of_one_where_it_is_asked_to(self):
        self.environment["YOKE_ALONE"] = "1"
        self.keys("keys.u32", "I", 100)
        sort = f"{self.YOKE} sort keys.u32 out$OMPI_COMM_WORLD_RANK$PMI_RANK.u32"
        done = self.mpirun("-n", 2, "--wdir", self.folder, "sh", "-c", sort)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.files(), ["keys.u32", "out0.u32", "out1.u32"])
        self.assertEqual(self.read("out0.u32"), self.read("out1.u32"))


class Help(Ranks):
    def test_it_is_said_once(self):
        done = self.on(3, "--version")
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (0, 1))


if __name__ == "__main__":
    run_tests()
