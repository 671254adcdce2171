"""Runs the command-line tool as its users do, and checks what it prints, writes and exits with.

    python3 end_to_end.py PATH_OF_YOKE [unittest's arguments]

Needs Python's standard library only. Ranks and tree numbers are compared with what a few lines of
Python make of the same input.
"""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from tool_test import ToolTest, run_tests

ALGORITHMS = ("automatic sequential wyllie helman_jaja random_splitter independent_set "
              "fractional_independent_set sublist_walk").split()


def make_lists(nodes, lists, generator, tail=None):
    """Successors of random lists; a list's end has itself, or `tail`, as its successor."""
    order = list(range(nodes))
    generator.shuffle(order)
    ends = {nodes - 1, *generator.sample(range(nodes - 1), lists - 1)}
    successor = [0] * nodes
    for position, node in enumerate(order):
        end = node if tail is None else tail
        successor[node] = end if position in ends else order[position + 1]
    return successor


def ranks_of(successor, tail=None, from_head=False):
    is_tail = lambda i: successor[i] == (i if tail is None else tail)
    heads = set(range(len(successor)))
    heads -= {s for i, s in enumerate(successor) if not is_tail(i)}
    ranks = [None] * len(successor)
    for node in heads:
        chain = [node]
        while not is_tail(chain[-1]):
            chain.append(successor[chain[-1]])
        for position, member in enumerate(chain):
            ranks[member] = position if from_head else len(chain) - 1 - position
    return ranks


def numbers_of_tree(parent):
    """(depth, subtree size, preorder, postorder) of each node, children in ascending order."""
    children = [[] for _ in parent]
    roots = []
    for node, up in enumerate(parent):
        (roots if up in (node, -1) else children[up]).append(node)
    depth, size, preorder, postorder = ([0] * len(parent) for _ in range(4))
    entered = left = 0
    for root in roots:
        stack = [(root, False)]
        while stack:
            node, done = stack.pop()
            if done:
                postorder[node] = left
                left += 1
                size[node] = 1 + sum(size[child] for child in children[node])
                continue
            preorder[node] = entered
            entered += 1
            stack.append((node, True))
            for child in reversed(children[node]):
                depth[child] = depth[node] + 1
                stack.append((child, False))
    return depth, size, preorder, postorder


class Rank(ToolTest):
    def test_ranks_are_those_of_an_independent_walk(self):
        for nodes, lists in ((1, 1), (2, 2), (2, 1), (33, 5), (1000, 1), (20000, 300)):
            for tail, from_head in ((None, False), (-1, False), (nodes + 3, True), (None, True)):
                with self.subTest(nodes=nodes, lists=lists, tail=tail, from_head=from_head):
                    successor = make_lists(nodes, lists, self.random, tail)
                    self.write("list.txt", successor)
                    report = self.json("rank", self.path("list.txt"), self.path("rank.txt"),
                                       "--tail", "self" if tail is None else tail,
                                       "--from", "head" if from_head else "tail", "--verify")
                    self.assertEqual((report["nodes"], report["lists"]), (nodes, lists))
                    self.assertTrue(report["verified"])
                    self.assertEqual(self.read("rank.txt"), ranks_of(successor, tail, from_head))

    def test_every_algorithm_on_every_side(self):
        successor = make_lists(5000, 7, self.random)
        expected = ranks_of(successor)
        self.write("list.u32", successor)
        for space in self.spaces:
            for algorithm in ALGORITHMS:
                with self.subTest(space=space, algorithm=algorithm):
                    report = self.json("rank", self.path("list.u32"), self.path("rank.u32"),
                                       "--space", space, "--algorithm", algorithm, "--verify")
                    self.assertEqual(report["space"], space)
                    if algorithm != "automatic":
                        self.assertEqual(report["algorithm"], algorithm)
                    self.assertEqual(self.read("rank.u32"), expected)

    def test_every_split(self):
        self.write("list.u32", make_lists(5000, 3, self.random))
        for split in ("auto", "0", "0.3", "1"):
            report = self.json("rank", self.path("list.u32"), "--space", "hybrid", "--split", split,
                               "--verify", "--phases")
            self.assertTrue(report["verified"])
            self.assertTrue(0 <= report["host_share"] <= 1)
            if split in ("0", "1"):
                self.assertEqual(report["host_share"], float(split))
            ways = {"0": ["device"], "0.3": ["both"], "1": ["host"], "auto": ["device", "host"]}
            self.assertIn(report["way"], ways[split])

    def test_every_format_in_and_out(self):
        successor = make_lists(500, 4, self.random)
        expected = ranks_of(successor)
        for source in ("list.txt", "list.u32", "list.u64"):
            self.write(source, successor)
            for target in ("rank.txt", "rank.u32", "rank.u64"):
                self.yoke("rank", self.path(source), self.path(target))
                self.assertEqual(self.read(target), expected, (source, target))

    def test_options_say_more_than_names(self):
        successor = make_lists(100, 1, self.random)
        self.write("list.u64", successor).rename(self.path("list"))
        self.yoke("rank", self.path("list"), self.path("rank.txt"), "--type", "u64",
                  "--output-type", "u32")
        self.path("rank.txt").rename(self.path("rank.u32"))
        self.assertEqual(self.read("rank.u32"), ranks_of(successor))

    def test_text_may_hold_comments_and_white_space(self):
        self.path("list.txt").write_text("# a list of three\n\n  1 # the head\r\n2\n\t2  #end")
        self.yoke("rank", self.path("list.txt"), self.path("rank.txt"))
        self.assertEqual(self.read("rank.txt"), [2, 1, 0])

    def test_text_that_needs_64_bits(self):
        tail = 2**40
        self.write("list.txt", [1, 2, tail])
        self.yoke("rank", self.path("list.txt"), self.path("rank.txt"), "--tail", tail, "--verify")
        self.assertEqual(self.read("rank.txt"), [2, 1, 0])

    def test_no_nodes_at_all(self):
        for name in ("empty.txt", "empty.u32", "empty.u64"):
            self.path(name).touch()
            report = self.json("rank", self.path(name), self.path("rank.u32"), "--verify")
            self.assertEqual((report["nodes"], report["lists"]), (0, 0))
            self.assertEqual(self.read("rank.u32"), [])

    def test_a_generated_list(self):
        self.yoke("generate", "list", self.path("list.u32"), "--nodes", 1000, "--seed", 5)
        self.yoke("rank", "--random", 1000, "--seed", 5, self.path("rank.u32"))
        self.assertEqual(self.read("rank.u32"), ranks_of(self.read("list.u32")))

    def test_energy_is_measured_or_said_to_be_unknown(self):
        report = self.json("rank", "--random", "2^12", "--energy")
        for side in ("host", "device"):
            if f"{side}_joules" in report:
                self.assertGreaterEqual(report[f"{side}_joules"], 0)
            else:
                self.assertGreater(len(report[f"no_{side}_joules"]), 10)
        self.assertEqual(len(report["seconds"]), 1)
        text = self.yoke("rank", "--random", "2^12", "--energy").stdout
        self.assertRegex(text, r"host energy +(unknown: |[0-9.e+-]+ J a run)")
        self.assertRegex(text, r"device energy +(unknown: |[0-9.e+-]+ J a run)")

    def test_the_report_of_several_runs(self):
        report = self.json("rank", "--random", "2^12", "--repeat", 5, "--phases")
        self.assertEqual(report["nodes"], 4096)
        self.assertEqual(len(report["seconds"]), 5)
        self.assertEqual(report["best_seconds"], min(report["seconds"]))
        self.assertEqual(report["median_seconds"], sorted(report["seconds"])[2])
        self.assertGreater(report["nodes_per_second"], 0)
        self.assertTrue(report["phases"])
        self.assertNotIn("verified", report, "it was not asked for")
        text = self.yoke("rank", "--random", "2^12", "--repeat", 5, "--phases", "--verify").stdout
        for word in ("nodes", "lists", "4096", "median of 5", "nodes/s", "every rank"):
            self.assertIn(word, text)

    def test_a_trace(self):
        for space in ("host", "hybrid"):
            trace = self.path(space + ".json")
            self.yoke("rank", "--random", "2^12", "--space", space, "--timeline", trace)
            events = json.loads(trace.read_text())["traceEvents"]
            self.assertTrue([event for event in events if event["ph"] == "X"], space)


class BadLists(ToolTest):
    def setUp(self):
        super().setUp()
        self.path("rank.txt").write_text("as it was\n")

    def refused(self, source, *words, options=(), code=1):
        """The input is refused, the words are said, and the output is as it was."""
        before = self.files()
        message = self.fails(code, "rank", self.path(source), self.path("rank.txt"), *options)
        for word in words:
            self.assertIn(str(word), message)
        self.assertEqual(self.path("rank.txt").read_text(), "as it was\n")
        self.assertEqual(self.files(), before)

    def test_files_that_cannot_be_read(self):
        self.refused("nowhere.txt", "nowhere.txt", "No such file")
        self.refused("nowhere.u32", "nowhere.u32", "No such file")
        self.path("folder.u32").mkdir()
        self.refused("folder.u32", "is a folder")

    def test_binary_that_is_cut_short(self):
        self.path("list.u32").write_bytes(bytes(10))
        self.refused("list.u32", "10 bytes", "multiple of 4", "--type")
        self.path("list.u64").write_bytes(bytes(12))
        self.refused("list.u64", "12 bytes", "multiple of 8")

    def test_text_that_is_no_number(self):
        for text in ("zero", "1 2", "1.5", "0x1", "-2", "+1", "1e3", str(2**64)):
            self.path("list.txt").write_text(f"# one comment\n1\n{text}\n")
            self.refused("list.txt", "list.txt, line 3", text)

    def test_values_out_of_range(self):
        self.path("list.txt").write_text("# three nodes\n1\n\n2 # fine\n3\n")
        self.refused("list.txt", "list.txt, line 5", "3 is no successor", "0 to 2")
        self.path("list.txt").write_text("1\n-1\n")
        self.refused("list.txt", "list.txt, line 2", "(-1)", "; if -1 is that mark, add --tail -1\n")
        for tail in ("-1", "self"):  # it is one already; another number is none
            self.path("list.txt").write_text("1\n7\n")
            self.assertTrue(self.fails(1, "rank", self.path("list.txt"), "--tail", tail)
                            .endswith("the mark of a list's end (--tail)\n"))
        self.path("list.txt").write_text("1\n-1\n")
        self.assertEqual(self.json("rank", self.path("list.txt"), "--tail", "-1")["lists"], 1)
        self.path("list.txt").write_text("1\n5000000000\n")
        self.refused("list.txt", "list.txt, line 2", "5000000000")
        self.write("list.u32", [1, 2, 7, 3])
        self.refused("list.u32", "word 2", "7 is no successor")

    def test_structures_that_are_no_lists(self):
        n = 3000
        cycle = [(i + 1) % n for i in range(n)]
        rho = [min(i + 1, n - 1) for i in range(n)]
        rho[n - 1] = n // 2
        beside = [*make_lists(n, 2, self.random), *(n + (i + 1) % n for i in range(n))]
        in_tree = [n - 1] * n
        for name, successor in dict(cycle=cycle, rho=rho, beside=beside, in_tree=in_tree).items():
            self.write("list.u32", successor)
            # Pointer jumping cannot see that two nodes have one successor: its ranks are distances.
            unchecked = [] if name == "in_tree" else [[]]
            for options in (*unchecked, ["--validate"], ["--verify"], ["--from", "head"]):
                for algorithm in ("sequential", "wyllie", "sublist_walk"):
                    with self.subTest(name, algorithm=algorithm, options=options):
                        self.refused("list.u32", "node ",
                                     options=[*options, "--algorithm", algorithm])

    def test_a_cycle_is_named(self):
        self.write("list.txt", [0, 2, 3, 1])
        self.refused("list.txt", "node 1", "cycle", options=["--validate"])


class Generate(ToolTest):
    def test_each_generator(self):
        for name, command in (("list.u32", ["list", "{}", "--nodes", 1000]),
                              ("graph.el", ["graph", "gnm:300,900", "{}"]),
                              ("keys.u32", ["keys", "{}", "--count", 1000]),
                              ("lines.txt", ["strings", "{}", "--count", 100])):
            command = [self.path(name) if word == "{}" else word for word in command]

            def made_by(*options):
                self.yoke("generate", *command, "--seed", 5, *options)
                return self.path(name).read_bytes()

            made = [made_by("--generator", g) for g in ("philox", "threefry", "expander")]
            self.assertEqual(len(set(made)), 3, name)
            self.assertEqual(made_by("--generator", "expander"), made[2])
            self.assertEqual(made_by(), made[0])
            message = self.fails(2, "generate", *command, "--generator", "rand")
            self.assertIn("'rand' is none of philox|threefry|expander", message)

    def test_shapes(self):
        n = 3000
        for order in ("random", "ordered", "reversed", "block_shuffled"):
            seed = [] if order in ("ordered", "reversed") else ["--seed", 3]
            for lists in (1, 7, n):
                report = self.json("generate", "list", self.path("list.u32"), "--nodes", n,
                                   "--order", order, "--lists", lists, *seed)
                self.assertEqual((report["nodes"], report["lists"]), (n, lists))
                successor = self.read("list.u32")
                ranks = ranks_of(successor)
                self.assertNotIn(None, ranks)
                self.assertEqual(ranks.count(0), lists)
                if order == "ordered" and lists == 1:
                    self.assertEqual(successor, [*range(1, n), n - 1])

    def test_formats_and_tails(self):
        for name in ("list.txt", "list.u32", "list.u64"):
            self.yoke("generate", "list", self.path(name), "--nodes", "2^10", "--tail", 2000)
        self.assertEqual(self.read("list.u32"), self.read("list.txt"))
        self.assertEqual(self.read("list.u64"), self.read("list.txt"))
        self.assertEqual(self.read("list.txt").count(2000), 1)
        self.yoke("generate", "list", self.path("list.u32"), "--nodes", 10, "--tail", -1)
        self.assertEqual(self.read("list.u32").count(2**32 - 1), 1)

    def test_a_tail_of_minus_one_is_read_back_from_every_format(self):
        for name in ("list.txt", "list.u32", "list.u64"):
            self.yoke("generate", "list", self.path(name), "--nodes", 10, "--lists", 3, "--tail", -1)
            report = self.json("rank", self.path(name), "--tail", -1, "--verify")
            self.assertEqual(report["lists"], 3, name)
        self.assertEqual(self.read("list.txt").count(-1), 3)

    def test_a_tail_that_is_a_node(self):
        for command in (["generate", "list", self.path("list.txt"), "--nodes", 10],
                        ["rank", "--random", 10]):
            for tail in (0, 9):
                self.assertIn(f"--tail {tail} is a node (from 0 to 9): a list's end",
                              self.fails(2, *command, "--tail", tail))
            self.yoke(*command, "--tail", 10)

    def test_seeds(self):
        for name, seed in (("a.u32", 1), ("b.u32", 1), ("c.u32", 2)):
            self.yoke("generate", "list", self.path(name), "--nodes", 100, "--seed", seed)
        self.assertEqual(self.read("a.u32"), self.read("b.u32"))
        self.assertNotEqual(self.read("a.u32"), self.read("c.u32"))


class Tree(ToolTest):
    def random_forest(self, nodes, roots, root_mark):
        names = list(range(nodes))
        self.random.shuffle(names)
        parent = [0] * nodes
        for i, node in enumerate(names):
            is_root = i < roots
            up = node if root_mark is None else root_mark
            parent[node] = up if is_root else names[self.random.randrange(i)]
        return parent

    def table(self):
        lines = self.path("table.txt").read_text().splitlines()
        return lines[0], [line.split("\t") for line in lines[1:]]

    def test_numbers_are_those_of_an_independent_traversal(self):
        for nodes, roots, mark in ((1, 1, None), (2, 2, -1), (50, 1, -1), (5000, 1, None),
                                   (5000, 40, -1)):
            with self.subTest(nodes=nodes, roots=roots):
                parent = self.random_forest(nodes, roots, mark)
                self.write("parent.txt", parent)
                report = self.json("tree", self.path("parent.txt"), "--verify", "--output",
                                   self.path("table.txt"), "--top", 3)
                depth, size, preorder, postorder = numbers_of_tree(parent)
                header, rows = self.table()
                self.assertEqual(header.split("\t"), ["# node", "parent", "depth", "subtree_size",
                                                      "preorder", "postorder"])
                roots_are_own = [i if up == -1 else up for i, up in enumerate(parent)]
                self.assertEqual([list(map(int, row)) for row in rows],
                                 [list(row) for row in zip(range(nodes), roots_are_own, depth, size,
                                                           preorder, postorder)])
                self.assertEqual(report["nodes"], nodes)
                self.assertEqual(report["roots"], roots)
                self.assertEqual(report["leaves"], size.count(1))
                self.assertEqual(report["height"], max(depth))
                self.assertEqual(report["deepest"]["node"], depth.index(max(depth)))
                below = sorted((-size[v], v) for v in range(nodes) if depth[v] == 1)[:3]
                self.assertEqual([(-node["subtree_size"], node["node"])
                                  for node in report["largest_subtrees"]], below)

    def test_every_format_and_space(self):
        parent = self.random_forest(1000, 3, None)
        reports = []
        for name in ("parent.txt", "parent.u32", "parent.u64"):
            self.write(name, parent)
            for space in ("serial", "host"):
                report = self.json("tree", self.path(name), "--space", space, "--verify")
                del report["seconds"], report["space"]
                reports.append(report)
        self.assertEqual(reports, [reports[0]] * 6)

    def test_no_nodes_at_all(self):
        self.path("parent.txt").touch()
        self.assertEqual(self.json("tree", self.path("parent.txt"), "--verify")["nodes"], 0)

    def test_directories(self):
        for path in ("usr/a/b/c", "usr/a/b/d", "usr/e", "usr/new\nline", "usr/a/ü"):
            self.path(path).mkdir(parents=True)
        os.mkdir(os.fsencode(self.path("usr/e")) + b"/no\xfftf8")
        self.path("usr/e/link").symlink_to(self.path("usr"))
        self.path("usr/e/file").touch()
        report = self.json("tree", "--directory", self.path("usr"), "--verify", "--output",
                           self.path("table.txt"))
        self.assertEqual(report["nodes"], 9)
        self.assertEqual(report["height"], 3)
        self.assertEqual(report["unreadable"], 0)
        self.assertEqual(report["deepest"]["path"], str(self.path("usr/a/b/c")))
        self.assertEqual([(node["path"], node["subtree_size"])
                          for node in report["largest_subtrees"]],
                         [(str(self.path("usr/a")), 5), (str(self.path("usr/e")), 2),
                          (str(self.path("usr/new\nline")), 1)])
        rows = self.path("table.txt").read_bytes().splitlines()[1:]
        self.assertEqual(len(rows), 9)
        paths = {row.split(b"\t")[-1] for row in rows}
        self.assertIn(os.fsencode(self.path("usr")) + b"/new\\nline", paths)
        text = self.yoke("tree", "--directory", self.path("usr")).stdout
        self.assertRegex(text, r"directories +9\n")

    def test_a_real_directory_tree(self):
        report = self.json("tree", "--directory", sys.prefix, "--verify")
        walked = {folder: len(inner) for folder, inner, _ in os.walk(sys.prefix)}
        links = sum(os.path.islink(os.path.join(folder, name))
                    for folder, inner, _ in os.walk(sys.prefix) for name in inner)
        self.assertEqual(report["nodes"], 1 + sum(walked.values()) - links)

    def test_bad_trees(self):
        self.path("table.txt").write_text("as it was\n")
        for text, words in (("0\n2\n1\n", ["parent.txt: ", "node 1"]),
                            ("1\n0\n", ["parent.txt: ", "cycle"]),
                            ("0\n0\n3\n", ["parent.txt, line 3", "3 is no parent"]),
                            ("0\nzero\n", ["parent.txt, line 2", "zero"])):
            self.path("parent.txt").write_text(text)
            message = self.fails(1, "tree", self.path("parent.txt"), "--output",
                                 self.path("table.txt"))
            for word in words:
                self.assertIn(word, message)
        self.assertEqual(self.path("table.txt").read_text(), "as it was\n")
        self.assertEqual(self.files(), ["parent.txt", "table.txt"])
        self.assertIn("nowhere", self.fails(1, "tree", "--directory", self.path("nowhere")))


class Tune(ToolTest):
    def test_the_file_is_written_and_then_used(self):
        tuning = self.json("info")["tuning"]
        self.assertEqual(tuning["file"], str(self.path("tuning.json")))
        self.assertFalse(tuning["used"])
        report = self.json("tune", "--capability", "list_rank", "--sizes", "1000,2^11", "--repetitions", 1)
        self.assertEqual(report["file"], str(self.path("tuning.json")))
        self.assertEqual([tuned["size"] for tuned in report["list_rank"]], [1000, 2048])
        for tuned in report["list_rank"]:
            for seconds in tuned["seconds"]:
                self.assertGreater(seconds["median"], 0)
                self.assertGreaterEqual(seconds["scatter"], 0)
        call, = json.loads(self.path("tuning.json").read_text())["machines"][report["machine"]]
        self.assertEqual((call["capability"], call["place"], call["index_bits"]),
                         ("list_rank", report["place"], 32))
        shares = call["shares"]
        self.assertEqual([(point["size"], point["host_share"]) for point in shares],
                         [(tuned["size"], tuned["host_share"]) for tuned in report["list_rank"]])
        self.assertEqual([point["gain"] for point in shares],
                         [tuned["gain"] for tuned in report["list_rank"]])
        self.assertTrue(0 <= report["gain"] < 1)
        tuning = self.json("info")["tuning"]
        self.assertTrue(tuning["used"])
        self.assertEqual([(row["capability"], row["size"], row["gain"]) for row in tuning["shares"]],
                         [("list_rank", point["size"], point["gain"]) for point in shares])
        self.assertIn("in use for list_rank", self.yoke("info").stdout)
        self.assertEqual(self.files(), ["tuning.json"])

    def test_the_gain_is_that_over_the_untuned_share(self):
        report = self.json("tune", "--capability", "joint_sort", "--sizes", 1000, "--repetitions", 1)
        tuned, = report["joint_sort"]
        seconds = {one["host_share"]: one["median"] for one in tuned["seconds"]}
        saved = 1 - seconds[tuned["host_share"]] / seconds[tuned["untuned"]]
        self.assertAlmostEqual(tuned["gain"], max(0, saved))
        self.assertAlmostEqual(report["gain"], tuned["gain"])

    def test_everything_is_tuned(self):
        """docs/tuning.md names it, and unit_tests/ways.cpp compares that with what calls ask for."""
        text = Path(__file__).parents[2].joinpath("docs/tuning.md").read_text()
        names = sorted(re.findall(r"^\| `(\w+)` \| [\w ]+ \| [\w, ]+ \|", text, re.MULTILINE))
        self.assertEqual(len(names), 12)
        report = self.json("tune", "--sizes", 1024, "--repetitions", 1)
        calls = json.loads(self.path("tuning.json").read_text())["machines"][report["machine"]]
        self.assertEqual(sorted({call["capability"] for call in calls}), names)
        for name in names:
            self.assertEqual({tuned["size"] for tuned in report[name]}, {1024}, name)
            self.assertIn(name, self.yoke("tune", "--help").stdout)
        self.assertEqual({row["capability"] for row in self.json("info")["tuning"]["shares"]}, set(names))

    def test_quick(self):
        report = self.json("tune", "--quick", "--capability", "fill")
        self.assertEqual(report["fill"][0]["size"], 2**16)
        shares = {seconds["host_share"] for seconds in report["fill"][0]["seconds"]}
        self.assertEqual(shares, {0, 0.1, 0.25, 0.5, 1})

    def test_it_ends_in_its_time(self):
        begin = time.monotonic()
        report = self.json("tune", "--quick", "--seconds", 3)
        self.assertLess(time.monotonic() - begin, 30)
        self.assertIn("list_rank", report)
        self.assertIn("no time", [one["why"] for one in report["left_out"]])
        self.assertTrue(self.json("info")["tuning"]["used"])

    def test_an_interrupted_one_leaves_what_it_has(self):
        file = self.path("tuning.json")
        tuning = subprocess.Popen([self.YOKE, "tune", "--sizes", "1024", "--repetitions", "100"],
                                  env=self.environment, stdout=subprocess.DEVNULL)
        while not file.exists() or not file.read_text():
            self.assertIsNone(tuning.poll())
            time.sleep(0.01)
        tuning.send_signal(signal.SIGINT)
        self.assertEqual(tuning.wait(), -signal.SIGINT)
        names = {row["capability"] for row in self.json("info")["tuning"]["shares"]}
        self.assertIn("list_rank", names)
        self.assertLess(len(names), 12)
        self.assertEqual(self.files(), ["tuning.json"])

    def test_unknown_names_are_not_in_use(self):
        report = self.json("tune", "--capability", "list_rank", "--sizes", 1000, "--repetitions", 1)
        tables = json.loads(self.path("tuning.json").read_text())
        calls = tables["machines"][report["machine"]]
        calls.append(dict(calls[0], capability="dance"))
        self.path("tuning.json").write_text(json.dumps(tables))
        text = self.yoke("info").stdout
        self.assertRegex(text, r"in use for list_rank\b(?!, )")
        self.assertIn("unknown: dance", text)

    def test_by_energy(self):
        if self.has_device():
            self.skipTest("the GPU's counter cannot be played")
        zone = self.path("powercap") / "intel-rapl:0"
        zone.mkdir(parents=True)
        (zone / "name").write_text("package-0")
        (zone / "max_energy_range_uj").write_text("1000000000000")
        begin, over = time.monotonic(), threading.Event()

        def count():
            (zone / "next").write_text(str(int(1e9 * (time.monotonic() - begin))))
            (zone / "next").replace(zone / "energy_uj")

        def count_until_over():
            while not over.wait(0.001):
                count()

        count()
        counter = threading.Thread(target=count_until_over)
        counter.start()
        self.addCleanup(counter.join)
        self.addCleanup(over.set)
        self.environment["YOKE_POWERCAP"] = str(zone.parent)
        report = self.json("tune", "--by", "energy", "--capability", "fill", "--sizes", 2**16,
                           "--repetitions", 1)
        self.assertEqual(report["by"], "energy")
        tuned, = report["fill"]
        self.assertTrue(all(one["median"] > 0 for one in tuned["joules"]))
        share, = json.loads(self.path("tuning.json").read_text())["machines"][report["machine"]][0]["shares"]
        self.assertEqual((share["by"], share["host_share"]), ("energy", tuned["host_share"]))
        self.assertEqual([row["by"] for row in self.json("info")["tuning"]["shares"]], ["energy"])
        self.assertIn("by energy: fill", self.yoke("info").stdout)

    def test_by_energy_without_counters(self):
        self.path("empty").mkdir()
        self.environment["YOKE_POWERCAP"] = str(self.path("empty"))
        error = self.fails(1, "tune", "--by", "energy", "--capability", "fill", "--sizes", 1000)
        self.assertIn("no processor has a counter", error)
        self.assertIn("Or tune by time", error)
        self.assertEqual(self.files(), ["empty"])

    def test_other_sizes_are_kept(self):
        for size in (1000, 2000):
            self.yoke("tune", "--capability", "list_rank", "--sizes", size, "--repetitions", 1,
                      "--output", self.path("t.json"))
        machine = self.json("info")["machine"]
        call, = json.loads(self.path("t.json").read_text())["machines"][machine]
        self.assertEqual([point["size"] for point in call["shares"]], [1000, 2000])
        self.assertEqual(self.files(), ["t.json"])

    def test_other_machines_and_wide_indices_have_tables_of_their_own(self):
        other = {"Babbage": [{"capability": "list_rank", "place": "pinned", "index_bits": 32,
                              "host_threads": 1, "shares": [{"size": 10, "host_share": 0.5}]}]}
        self.path("tuning.json").write_text(
            json.dumps({"format": "yoke tuning 2", "machines": other}))
        tuning = self.json("info")["tuning"]
        self.assertFalse(tuning["used"])
        self.assertIn("Babbage", tuning["why"])
        for wide in ([], ["--wide"]):
            report = self.json("tune", "--capability", "list_rank", "--sizes", 1000, "--repetitions", 1,
                               *wide)
        machines = json.loads(self.path("tuning.json").read_text())["machines"]
        self.assertEqual(machines["Babbage"], other["Babbage"])
        self.assertEqual([call["index_bits"] for call in machines[report["machine"]]], [32, 64])
        self.assertTrue(self.json("info")["tuning"]["used"])

    def test_a_file_of_yoke_0_1_0_is_refused_with_the_way_out(self):
        old = '{"format": "yoke tuning 1", "machine": "m", "host_share": {}}'
        self.path("tuning.json").write_text(old)
        error = self.fails(1, "tune", "--capability", "list_rank", "--sizes", 1000, "--repetitions", 1)
        self.assertIn("Yoke 0.1.0", error)
        self.assertIn("remove it", error)
        self.assertIn("0.1.0", self.json("info")["tuning"]["why"])
        self.assertEqual(self.path("tuning.json").read_text(), old)

    def test_a_broken_file_is_neither_used_nor_overwritten(self):
        self.path("tuning.json").write_text("{")
        tuning = self.json("info")["tuning"]
        self.assertFalse(tuning["used"])
        self.assertIn("tuning.json", self.fails(1, "tune", "--capability", "list_rank", "--sizes", 1000,
                                                "--repetitions", 1))
        self.assertEqual(self.path("tuning.json").read_text(), "{")

    def test_a_name_that_is_too_long(self):
        shares = [{"size": i + 1, "host_share": 0.5} for i in range(4000)]
        call = {"capability": "é" * 300000, "place": "pageable", "index_bits": 32, "host_threads": 1,
                "shares": shares}
        self.path("tuning.json").write_text(
            json.dumps({"format": "yoke tuning 2", "machines": {"m": [call]}}, ensure_ascii=False))
        self.assertIn("capability has 600000 bytes, not up to 256", self.json("info")["tuning"]["why"])

    def test_what_is_no_json(self):
        self.path("tuning.json").write_bytes(b'{"format": "yoke tuning 2", "machines": {}}\0x')
        self.assertIn("zero byte", self.json("info")["tuning"]["why"])
        self.path("tuning.json").write_text('{"' + "é" * 40 + '": x}')
        self.assertIn("é...", self.json("info")["tuning"]["why"])

    def test_no_home(self):
        self.environment.pop("YOKE_TUNING")
        self.environment.pop("XDG_CONFIG_HOME", None)
        self.environment["HOME"] = "/dev/null"
        self.assertEqual(self.yoke("rank", "--random", 1000, "--space", "hybrid").stderr, "")

    def test_a_file_below_a_regular_file(self):
        self.path("file").touch()
        self.environment["YOKE_TUNING"] = str(self.path("file") / "tuning.json")
        self.assertIn("Not a directory", self.json("info")["tuning"]["why"])
        self.assertIn("it is no folder", self.fails(1, "tune", "--capability", "list_rank", "--sizes", 1000,
                                                      "--repetitions", 1))


class Info(ToolTest):
    def test_what_it_says(self):
        info = self.json("info")
        self.assertRegex(info["kokkos"]["version"], r"^[45]\.\d+\.\d+$")
        self.assertTrue(info["kokkos"]["backends"])
        self.assertGreaterEqual(info["host"]["threads"], 1)
        self.assertEqual(info["host"]["omp_proc_bind"], os.environ.get("OMP_PROC_BIND", ""))
        text = self.yoke("info").stdout
        for word in ("yoke", "kokkos", "device", "host", "affinity", "huge pages", "pinned memory",
                     "tuning file"):
            self.assertIn(word, text)


class ProgressLine(ToolTest):
    def rank_slowly(self, seconds):
        """What a terminal shows while a list trickles in for that long."""
        fifo = self.path("slow.txt")
        os.mkfifo(fifo)

        def feed():
            with open(fifo, "w") as file:
                file.write("1\n")
                file.flush()
                time.sleep(seconds)
                file.write("1\n")

        feeder = threading.Thread(target=feed)
        feeder.start()
        done, shown = self.on_terminal("rank", fifo, "--verify")
        feeder.join()
        self.assertIn(b"every rank", done.stdout)
        return shown

    def test_it_is_shown_on_a_terminal_and_erased(self):
        shown = self.rank_slowly(2)
        self.assertIn(b"reading slow.txt", shown)
        self.assertTrue(shown.endswith(b"\r\x1b[K"), shown)

    def test_short_work_shows_none(self):
        self.assertEqual(self.rank_slowly(0), b"")


if __name__ == "__main__":
    run_tests()
