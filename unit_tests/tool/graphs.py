"""Runs the tool's graph commands as their users do.

    python3 graphs.py PATH_OF_YOKE [unittest's arguments]

Needs Python's standard library only. Labels, levels and counts are compared with what a few lines
of Python make of the same edges.
"""

import gzip
import json
import os
import subprocess
import threading
from collections import Counter, deque

from tool_test import ToolTest, run_tests

COMPONENTS = "automatic sequential shiloach_vishkin soman afforest".split()
BFS = "automatic sequential level_synchronous direction_optimising".split()


def neighbours_of(vertices, edges):
    rows = [[] for _ in range(vertices)]
    for u, v in edges:
        rows[u].append(v)
        if u != v:
            rows[v].append(u)
    return rows


def levels_from(rows, sources):
    level = [-1] * len(rows)
    queue = deque(sources)
    for source in sources:
        level[source] = 0
    while queue:
        u = queue.popleft()
        for v in rows[u]:
            if level[v] < 0:
                level[v] = level[u] + 1
                queue.append(v)
    return level


def labels_of(rows):
    label = [-1] * len(rows)
    for v in range(len(rows)):
        if label[v] < 0:
            for u, level in enumerate(levels_from(rows, [v])):
                if level >= 0:
                    label[u] = v
    return label


class GraphTest(ToolTest):
    def write_edges(self, name, edges):
        self.path(name).write_text("".join(f"{u} {v}\n" for u, v in edges))
        return self.path(name)

    def random_edges(self, vertices, count):
        edges = [(self.random.randrange(vertices), self.random.randrange(vertices))
                 for _ in range(count)]
        return [*edges, (vertices - 1, vertices - 1)]  # so that there are as many

    def edges_in(self, name):
        lines = self.path(name).read_text().splitlines()
        return [tuple(map(int, line.split())) for line in lines if not line.startswith("#")]


class CommandLine(GraphTest):
    def test_help(self):
        for command in (["components"], ["bfs"], ["graph", "info"], ["convert"],
                        ["generate", "graph"]):
            self.assertIn("--json", self.yoke(*command, "--help").stdout)

    def test_what_cannot_be_obeyed(self):
        rmat = ["--random", "rmat:5"]
        for arguments in (["components"], ["bfs"], ["graph"], ["graph", "info"], ["convert", "a"],
                          ["components", *rmat, "a", "b"], ["graph", "info", *rmat, "a"],
                          ["components", "a", "--seed", 3],
                          ["components", *rmat, "--algorithm", "direction_optimising"],
                          ["bfs", *rmat, "--algorithm", "soman"],
                          ["components", *rmat, "--split", "0.5", "--space", "host"],
                          ["bfs", *rmat, "--from", 1, "--sources", 2],
                          ["bfs", *rmat, "levels.txt", "--sources", 2],
                          ["tree", "a", "--graph", "b"], ["generate", "graph", "rmat:5"],
                          ["tune", "--capability", "bfs", "--sizes", "1000"]):
            with self.subTest(arguments):
                self.fails(2, *arguments)
        self.assertEqual(self.files(), [])

    def test_own_files_of_few_edges_are_read_again(self):
        for name in ("g.mtx", "g.gr", "g.col"):
            self.yoke("generate", "graph", "gnm:3000000,5", self.path(name))
            self.assertIn("--sparse-ids", self.fails(1, "components", self.path(name)))
            self.assertEqual(self.json("components", self.path(name), "--sparse-ids")["vertices"], 3000000)

    def test_a_bipartite_graph_has_no_second_vertex_0(self):
        for line in ("1 0", "2 0"):
            self.path("b.txt").write_text("% bip unweighted\n% 2 2 2\n2 1\n" + line + "\n")
            for option in ([], ["--compact-ids"]):
                self.assertIn("vertex 0 is below 1", self.fails(1, "components", self.path("b.txt"), *option))

    def test_the_last_vertex_may_be_of_the_first_column(self):
        text = "% bip unweighted\n% 1 %07d 1\n1 5000000000\n"
        text = text.replace("%07d", str(len(text) + 3 + 2**20 - 1))
        self.path("b.txt").write_text(text)
        for id in (0, 5, 5000000000):
            self.path("b.txt").write_text(text.replace("5000000000", str(id).rjust(10)))
            self.fails(1, "components", self.path("b.txt"))

    def test_shapes_that_are_none(self):
        for shape in ("", "rmat", "rmat:", "rmat:x", "rmat:4,", "rmat:4,,8", "rmat:99", "rmat:4,8,9",
                      "rmat:4,kronecker", "gnm:4", "gnm:4,7", "gnm:4,3,yes", "gnp:4,1.5", "gnp:4,-1",
                      "lists:4,0", "trees:4,0", "grid:4", "grid:4,4,2", "ring:4"):
            with self.subTest(shape):
                self.fails(2, "components", "--random", shape)

    def test_shapes_with_too_many_vertices_or_edges(self):
        """The message names no value that the shape does not have."""
        for shape, words in (("lists:2^62", "at most 4611686018427387903 are possible."),
                             ("lists:2^62,3", "at most 4611686018427387903 are possible."),
                             ("trees:2^63", "2305843009213693951 are possible with 2 children each"),
                             ("rmat:62", "a scale of 62 and 16 edges for each vertex make 2^62 edges or more"),
                             ("rmat:10,2^62", "edges for each vertex make 2^62 edges or more"),
                             ("rmat:10,-1", "'-1' is below 0"), ("trees:1,2^63", "children is 9223372036854775808, and at most"), ("rmat:10,2^x", "'2^x' is not a count")):
            with self.subTest(shape):
                message = self.fails(2, "components", "--random", shape)
                self.assertIn(words, message)
                self.assertNotIn("edge_factor", message)

    def test_generated_graphs_have_a_limit_of_memory(self):
        """Before any of it is made."""
        for shape, edges in (("grid:100000,100000", "19999800000"), ("gnp:2^32,1", "92233720347"),
                             ("rmat:36", "1099511627776"), ("lists:2^40", "1099511627775"),
                             ("gnm:2^30,2^40", "1099511627776")):
            for command in (["graph", "info", "--random", shape], ["bfs", "--random", shape],
                            ["generate", "graph", shape, self.path("graph.el")]):
                message = self.fails(1, *command)
                for words in (shape, edges, "the machine's", "--max-memory"):
                    self.assertIn(words, message)
        limited = ["--max-memory", "2^20"]
        for command in (["components", "--random", "grid:1000,1000,0"],
                        ["tree", "--graph", self.write_edges("path.el", [(v, v + 1) for v in range(99999)])],
                        ["graph", "info", "--random", "gnm:1000,1000000,loops"],
                        ["generate", "graph", "rmat:16", self.path("graph.el")]):
            self.assertIn("--max-memory", self.fails(1, *command, *limited))
            self.assertNotIn("machine", self.fails(1, *command, *limited))
        self.json("graph", "info", "--random", "gnm:1000,10000", *limited)
        # Sizes are shown in units that fit them.
        for shape, most, words in (("grid:3,3", 1, "takes about 424 bytes of memory: more than the 1 byte ("),
                                   ("grid:300,300", 3000, "MiB of memory: more than the 2.93 KiB ("),
                                   ("grid:100000,100000", "2^31", "GiB of memory: more than the 2.00 GiB ("),
                                   ("rmat:40", "2^41",
                                    "takes about 776 TiB of memory: more than the 2.00 TiB (")):
            message = self.fails(1, "graph", "info", "--random", shape, "--max-memory", most)
            self.assertIn(words, message)
        self.assertEqual(self.files(), ["path.el"])

    def test_what_a_file_has_not_is_not_left_out(self):
        self.write_edges("graph.el", [(0, 1), (1, 2)])
        for name in ("graph.yoke", "graph.sg", "graph.mtx", "graph.graph"):
            self.yoke("convert", self.path("graph.el"), self.path(name))
            for command in (["components", self.path(name)], ["graph", "info", self.path(name)],
                            ["convert", self.path(name), self.path("new.el")]):
                self.assertIn(f"--compact-ids does nothing for {self.path(name)} (",
                              self.fails(2, *command, "--compact-ids"))
                if name in ("graph.yoke", "graph.sg"):
                    message = self.fails(2, *command, "--skip", 1)
                    self.assertIn("--skip does nothing for ", message)
                    self.assertIn("it is for texts", message)
        for option in (["--compact-ids"], ["--skip", 1]):
            self.assertIn("does nothing for a generated graph",
                          self.fails(2, "bfs", "--random", "rmat:3", *option))
        self.assertFalse(self.path("new.el").exists())

    def test_sizes_that_would_wrap(self):
        self.path("huge.el").write_text("3 2305843009213693949\n")
        for arguments in (["--random", "gnm:2^61,1,loops"], ["--random", "rmat:61,0"],
                          ["--random", "gnm:5,2^61,loops"], ["--random", "lists:2^61,2^61"],
                          [self.path("huge.el"), "--wide", "--sparse-ids"]):
            with self.subTest(arguments):
                done = self.run_yoke("components", *arguments)
                self.assertIn(done.returncode, (1, 2), done.stderr)
                self.assertIn("yoke: ", done.stderr)


class Generate(GraphTest):
    def counts(self, shape, *options):
        report = self.json("generate", "graph", shape, self.path("graph.el"), *options)
        edges = self.edges_in("graph.el")
        self.assertEqual(report["file"], str(self.path("graph.el")))
        return report, edges

    def test_shapes(self):
        self.assertEqual(self.counts("rmat:8,2^2", "--seed", 3)[1], self.counts("rmat:8,4", "--seed", 3)[1])
        report, edges = self.counts("rmat:8,4", "--seed", 3)
        self.assertEqual((report["vertices"], report["edges"]), (256, 1024))
        self.assertEqual(len(edges), 1024)
        report, edges = self.counts("gnm:2^6,300")
        self.assertEqual(len({frozenset(edge) for edge in edges}), 300)
        self.assertTrue(all(u != v for u, v in edges))
        report, edges = self.counts("gnm:10,3000,loops")
        self.assertEqual(len(edges), 3000)
        self.assertTrue(any(u == v for u, v in edges))
        self.assertEqual(self.counts("gnp:20,1")[0]["edges"], 190)
        self.assertEqual(self.counts("gnp:20,0")[0]["edges"], 0)
        report, edges = self.counts("lists:100,7")
        self.assertEqual(len(edges), 93)
        self.assertLessEqual(max(Counter(v for edge in edges for v in edge).values()), 2)
        self.assertEqual(len(set(labels_of(neighbours_of(100, edges)))), 7)
        report, edges = self.counts("trees:100,3,2")
        self.assertEqual(len(edges), 98)
        self.assertLessEqual(max(Counter(v for edge in edges for v in edge).values()), 4)
        report, edges = self.counts("grid:7,5")
        self.assertEqual((report["vertices"], report["edges"]), (35, 6 * 5 + 7 * 4))
        self.assertTrue(all(abs(u - v) in (1, 7) for u, v in edges))
        self.assertLess(self.counts("grid:70,50,0.5")[0]["edges"], 4500)

    def test_seeds(self):
        first = self.counts("rmat:8", "--seed", 1)[1]
        self.assertEqual(first, self.counts("rmat:8", "--seed", 1)[1])
        self.assertNotEqual(first, self.counts("rmat:8", "--seed", 2)[1])

    def test_every_format_that_is_written(self):
        for name in ("a.el", "a.mtx", "a.gr", "a.graph", "a.sg", "a.yoke"):
            self.yoke("generate", "graph", "gnm:300,900", self.path(name))
            report = self.json("graph", "info", self.path(name))
            self.assertEqual((report["vertices"], report["edges"]), (300, 900), name)
        self.yoke("generate", "graph", "gnm:300,900", self.path("plain"), "--format", "binary")
        self.assertEqual(self.path("plain").read_bytes(), self.path("a.yoke").read_bytes())


class GraphInfo(GraphTest):
    def test_what_it_counts(self):
        # A triangle, one edge of it twice; a pendant vertex; a loop twice; a pair; 8 and 9 alone.
        edges = [(0, 1), (1, 2), (2, 0), (1, 0), (2, 3), (4, 4), (4, 4), (5, 6), (7, 7)]
        self.write_edges("graph.el", [*edges, (9, 9)])
        report = self.json("graph", "info", self.path("graph.el"), "--drop-loops")
        self.assertEqual((report["vertices"], report["edges"], report["loops"]), (10, 6, 0))
        report = self.json("graph", "info", self.path("graph.el"))
        for name, value in dict(vertices=10, edges=10, arcs=16, loops=4, multi_edges=2, isolated=1,
                                pendant=3, pendant_share=0.3, components=6,
                                largest_component=4).items():
            self.assertEqual(report[name], value, name)
        self.assertEqual(report["degree"], {"min": 0, "mean": 1.6, "median": 1.0, "max": 3})
        text = self.yoke("graph", "info", self.path("graph.el")).stdout
        for words in ("vertices", "multi-edges", "pendant", "3 (30 %)", "components"):
            self.assertIn(words, text)
        merged = self.json("graph", "info", self.path("graph.el"), "--merge")
        self.assertEqual((merged["edges"], merged["multi_edges"]), (8, 0))

    def test_against_python(self):
        edges = self.random_edges(500, 600)
        self.write_edges("graph.el", edges)
        rows = neighbours_of(500, edges)
        labels = labels_of(rows)
        degrees = sorted(map(len, rows))
        report = self.json("graph", "info", self.path("graph.el"))
        self.assertEqual(report["components"], len(set(labels)))
        self.assertEqual(report["largest_component"], max(Counter(labels).values()))
        self.assertEqual(report["degree"]["median"], (degrees[249] + degrees[250]) / 2)
        self.assertEqual(report["pendant"], sum(len(row) == 1 and row[0] != v
                                                for v, row in enumerate(rows)))

    def test_id_gaps(self):
        self.path("graph.txt").write_text("# from\tto\n10\t20\n20\t30\n")
        self.assertEqual(self.json("graph", "info", self.path("graph.txt"))["vertices"], 31)
        report = self.json("graph", "info", self.path("graph.txt"), "--compact-ids")
        self.assertEqual((report["vertices"], report["components"]), (3, 1))

    def test_ids_of_compacted_vertices(self):
        self.path("graph.txt").write_text(f"70 5000000000\n20 30\n{2**64 - 1} 30\n")
        for name in ("ids.txt", "ids.u64"):
            self.yoke("components", self.path("graph.txt"), self.path("label.txt"), "--compact-ids",
                      "--ids", self.path(name))
            self.assertEqual(self.read(name), [20, 30, 70, 5000000000, 2**64 - 1])
        self.assertEqual(self.read("label.txt"), [0, 0, 2, 2, 0])
        self.fails(2, "components", self.path("graph.txt"), "--ids", self.path("ids.txt"))


class Components(GraphTest):
    def test_every_algorithm_on_every_side(self):
        edges = self.random_edges(3000, 2500)
        self.write_edges("graph.el", edges)
        expected = labels_of(neighbours_of(3000, edges))
        for space in self.spaces:
            for algorithm in COMPONENTS:
                for more in ([], ["--wide"]):
                    with self.subTest(space=space, algorithm=algorithm, more=more):
                        report = self.json("components", self.path("graph.el"),
                                           self.path("label.u32"), "--space", space, "--algorithm",
                                           algorithm, "--verify", *more)
                        self.assertTrue(report["verified"])
                        self.assertEqual(report["components"], len(set(expected)))
                        self.assertEqual(report["largest_component"],
                                         max(Counter(expected).values()))
                        self.assertEqual(self.read("label.u32"), expected)

    def test_every_split(self):
        for split in ("auto", "0", "0.4", "1"):
            report = self.json("components", "--random", "rmat:10", "--space", "hybrid", "--split",
                               split, "--verify", "--phases")
            self.assertTrue(report["verified"])
            self.assertTrue(0 <= report["host_share"] <= 1)

    def test_a_spanning_forest(self):
        edges = self.random_edges(2000, 1500)
        self.write_edges("graph.el", edges)
        labels = labels_of(neighbours_of(2000, edges))
        pairs = {frozenset(edge) for edge in edges}
        for space in self.spaces:
            for algorithm in COMPONENTS:
                with self.subTest(space=space, algorithm=algorithm):
                    report = self.json("components", self.path("graph.el"), "--forest",
                                       self.path("forest.el"), "--space", space, "--algorithm",
                                       algorithm, "--verify")
                    forest = self.edges_in("forest.el")
                    self.assertEqual(len(forest), 2000 - report["components"])
                    self.assertTrue({frozenset(edge) for edge in forest} <= pairs)
                    self.assertEqual(labels_of(neighbours_of(2000, forest)), labels)

    def test_reports(self):
        report = self.json("components", "--random", "grid:50,40,0.7", "--repeat", 5, "--phases")
        self.assertEqual(report["graph"], "grid:50,40,0.7")
        self.assertEqual(len(report["seconds"]), 5)
        self.assertEqual(report["best_seconds"], min(report["seconds"]))
        self.assertTrue(report["phases"])
        text = self.yoke("components", "--random", "rmat:8", "--repeat", 3, "--verify").stdout
        for words in ("components", "largest component", "median of 3", "arcs/s", "every label"):
            self.assertIn(words, text)

    def test_a_trace(self):
        for space in ("host", "hybrid"):
            trace = self.path(space + ".json")
            self.yoke("components", "--random", "rmat:10", "--space", space, "--timeline", trace)
            events = json.loads(trace.read_text())["traceEvents"]
            self.assertTrue([event for event in events if event["ph"] == "X"], space)

    def test_nothing_at_all(self):
        self.yoke("generate", "graph", "gnm:0,0", self.path("none.yoke"))
        report = self.json("components", self.path("none.yoke"), self.path("label.txt"), "--verify")
        self.assertEqual((report["vertices"], report["components"]), (0, 0))
        self.assertEqual(self.read("label.txt"), [])


class Bfs(GraphTest):
    def check_parents(self, rows, level, parent):
        for v, up in enumerate(parent):
            if level[v] <= 0:
                self.assertEqual(up, v if level[v] == 0 else -1)
            else:
                self.assertEqual(level[up], level[v] - 1)
                self.assertIn(up, rows[v])

    def test_every_algorithm_on_every_side(self):
        edges = self.random_edges(3000, 4500)
        self.write_edges("graph.el", edges)
        rows = neighbours_of(3000, edges)
        source = max(range(3000), key=lambda v: len(rows[v]))
        expected = levels_from(rows, [source])
        reached = [v for v in range(3000) if expected[v] >= 0]
        traversed = sum(expected[u] >= 0 for u, _ in edges)
        for space in self.spaces:
            for algorithm in BFS:
                for more in ([], ["--wide", "--deterministic"]):
                    with self.subTest(space=space, algorithm=algorithm, more=more):
                        report = self.json("bfs", self.path("graph.el"), self.path("level.txt"),
                                           "--parents", self.path("parent.txt"), "--from", source,
                                           "--space", space, "--algorithm", algorithm, "--verify",
                                           *more)
                        self.assertTrue(report["verified"])
                        search, = report["searches"]
                        self.assertEqual(search["reached"], len(reached))
                        self.assertEqual(search["depth"], max(expected))
                        self.assertEqual(search["edges"], traversed)
                        self.assertEqual(self.read("level.txt"), expected)
                        parent = self.read("parent.txt")
                        self.check_parents(rows, expected, parent)
                        if "--deterministic" in more:
                            self.assertEqual(parent, [
                                min(u for u in rows[v] if expected[u] == expected[v] - 1)
                                if expected[v] > 0 else parent[v] for v in range(3000)])

    def test_the_nearest_of_several(self):
        edges = self.random_edges(1000, 1500)
        self.write_edges("graph.el", edges)
        sources = self.random.sample(range(1000), 3)
        self.json("bfs", self.path("graph.el"), self.path("level.txt"), "--from",
                  ",".join(map(str, sources)), "--verify")
        self.assertEqual(self.read("level.txt"), levels_from(neighbours_of(1000, edges), sources))

    def test_directions(self):
        self.write_edges("graph.el", [(0, 1), (1, 2), (3, 0)])
        graph, level = self.path("graph.el"), self.path("level.txt")
        self.yoke("bfs", graph, level, "--from", 0, "--directed", "--verify")
        self.assertEqual(self.read("level.txt"), [0, 1, 2, -1])
        self.yoke("bfs", graph, level, "--from", 0, "--verify")
        self.assertEqual(self.read("level.txt"), [0, 1, 2, 1])

    def test_what_is_not_reached_in_raw_words(self):
        self.write_edges("graph.el", [(0, 1), (2, 2)])
        for wide in ([], ["--wide"]):
            for name, most in (("level.u32", 2**32 - 1), ("level.u64", 2**64 - 1)):
                self.yoke("bfs", self.path("graph.el"), self.path(name), "--from", 1, *wide)
                self.assertEqual(self.read(name), [1, 0, most])

    def test_random_sources(self):
        report = self.json("bfs", "--random", "rmat:9", "--sources", 16, "--verify", "--repeat", 2)
        searches = report["searches"]
        self.assertEqual(len({search["from"][0] for search in searches}), 16)
        self.assertTrue(all(search["edges"] > 0 for search in searches))
        mean = 16 / sum(1 / search["teps"] for search in searches)
        self.assertAlmostEqual(report["mean_teps"] / mean, 1)
        for search in searches:
            self.assertAlmostEqual(search["teps"] * min(search["seconds"]) / search["edges"], 1)
        again = self.json("bfs", "--random", "rmat:9", "--sources", 16)
        self.assertEqual([search["from"] for search in again["searches"]],
                         [search["from"] for search in searches])
        text = self.yoke("bfs", "--random", "rmat:9", "--sources", 16, "--verify").stdout
        for words in ("16, from random vertices", "mean speed", "edges/s", "Graph500"):
            self.assertIn(words, text)

    def test_sources_that_are_not_there(self):
        self.write_edges("graph.el", [(0, 1)])
        for source in (2, 2**32, 2**63):
            message = self.fails(1, "bfs", self.path("graph.el"), "--from", source)
            self.assertIn(f"no vertex {source}", message)
        self.yoke("generate", "graph", "gnm:5,0", self.path("none.yoke"))
        self.assertIn("no vertex", self.fails(1, "bfs", self.path("none.yoke")))
        self.assertEqual(self.json("bfs", self.path("none.yoke"), "--from", 3, "--verify")
                         ["searches"][0]["reached"], 1)


class Convert(GraphTest):
    def test_there_and_back(self):
        self.yoke("generate", "graph", "gnm:200,700", self.path("a.el"), "--seed", 9)
        names = ["a.el", "b.graph", "c.sg", "d.yoke", "e.mtx", "f.gr", "e.el"]
        for source, target in zip(names, names[1:]):
            report = self.json("convert", self.path(source), self.path(target))
            self.assertEqual((report["vertices"], report["arcs"]), (200, 1400))
        self.assertEqual(self.edges_in("e.el"), self.edges_in("a.el"))

    def test_what_an_edge_list_leaves_out(self):
        """It holds edges alone, which all read, unless Yoke alone is to read it."""
        self.write_edges("a.el", [(0, 1), (1, 2)])
        self.path("a.mtx").write_text("%%MatrixMarket matrix coordinate pattern symmetric\n"
                                      "6 6 2\n2 1\n3 2\n")
        for name, text in (("b.el", "0 1\n1 2\n"), ("b.csv", "source,target\n0,1\n1,2\n"),
                           ("b.tsv", "source\ttarget\n0\t1\n1\t2\n")):
            report = self.json("convert", self.path("a.mtx"), self.path(name))
            self.assertEqual(report["vertices_left_out"], 3)
            self.assertEqual(self.path(name).read_text(), text)
            self.assertEqual(self.json("convert", self.path(name), self.path("c.yoke"))["vertices"], 3)
            report = self.json("convert", self.path("a.mtx"), self.path(name), "--header")
            self.assertNotIn("vertices_left_out", report)
            self.assertEqual(self.path(name).read_text(),
                             "# yoke edge list: undirected 6 vertices\n" + text)
            self.assertEqual(self.json("convert", self.path(name), self.path("c.yoke"))["vertices"], 6)
        text = self.yoke("convert", self.path("a.mtx"), self.path("b.el")).stdout
        self.assertRegex(text, "left out +3 vertices at the end, without edges: --header keeps them")
        self.assertNotIn("left out", self.yoke("convert", self.path("a.el"), self.path("b.el")).stdout)

    def test_headers_are_for_edge_lists(self):
        self.write_edges("a.el", [(0, 1), (1, 2)])
        self.yoke("generate", "graph", "gnm:9,0", self.path("g.txt"), "--header")
        self.assertEqual(self.path("g.txt").read_text(), "# yoke edge list: undirected 9 vertices\n")
        self.assertEqual(self.json("generate", "graph", "gnm:9,0", self.path("g.txt"))
                         ["vertices_left_out"], 9)
        self.yoke("components", self.path("g.txt"), "--forest", self.path("f.el"), "--header")
        for command in (["convert", self.path("a.el"), self.path("b.sg")],
                        ["generate", "graph", "gnm:9,0", self.path("b.mtx")],
                        ["components", self.path("a.el"), "--forest", self.path("b.yoke")],
                        ["components", self.path("a.el")]):
            self.assertIn("--header", self.fails(2, *command, "--header"))
        self.assertEqual(self.files(), ["a.el", "f.el", "g.txt"])

    def test_what_metis_files_cannot_hold(self):
        for edges, word, option in (([(0, 1), (2, 2)], "loop", "--drop-loops"),
                                    ([(0, 1), (1, 0)], "twice", "--merge")):
            self.write_edges("a.el", edges)
            message = self.fails(1, "convert", self.path("a.el"), self.path("b.graph"))
            self.assertIn(word, message)
            self.assertIn(option, message)
            self.yoke("convert", self.path("a.el"), self.path("b.graph"), option)

    def test_options(self):
        self.write_edges("a.el", [(0, 1), (1, 0), (2, 2), (0, 1)])
        for options, arcs in (([], 7), (["--merge"], 3), (["--drop-loops"], 6),
                              (["--directed"], 4), (["--directed", "--merge"], 3)):
            report = self.json("convert", self.path("a.el"), self.path("b.yoke"), *options)
            self.assertEqual(report["arcs"], arcs, options)
            self.assertEqual(report["symmetric"], "--directed" not in options)
        self.assertIn("loop", self.fails(1, "convert", self.path("a.el"), self.path("b.graph")))


class BadGraphs(GraphTest):
    def test_they_are_refused_and_nothing_is_written(self):
        self.path("out.u32").write_text("as it was")
        for name, text, words in (("a.el", "0 1\n1 two\n", ["a.el, line 2", "two"]),
                                  ("a.graph", "3 1\n2\n", ["a.graph"]),
                                  ("a.mtx", "%%MatrixMarket matrix\n", ["a.mtx, line 1"]),
                                  ("a.yoke", "nothing", ["a.yoke"]),
                                  ("a.sg", "short", ["a.sg"])):
            self.path(name).write_text(text)
            for command in (["components", self.path(name), self.path("out.u32")],
                            ["bfs", self.path(name), self.path("out.u32")],
                            ["graph", "info", self.path(name)],
                            ["convert", self.path(name), self.path("out.u32")],
                            ["tree", "--graph", self.path(name)]):
                with self.subTest(command):
                    message = self.fails(1, *command)
                    for word in words:
                        self.assertIn(word, message)
            self.path(name).unlink()
        self.assertIn("nowhere", self.fails(1, "components", self.path("nowhere.el")))
        self.assertEqual(self.path("out.u32").read_text(), "as it was")
        self.assertEqual(self.files(), ["out.u32"])


class Sources(GraphTest):
    """Pipes, standard input, compressed files; each is opened once."""

    def feed(self, path, content):
        def write():
            with open(path, "wb") as pipe:
                for begin in range(0, len(content), 4096):
                    pipe.write(content[begin:begin + 4096])
                    pipe.flush()
        writer = threading.Thread(target=write)
        writer.start()
        self.addCleanup(writer.join)

    def contents(self):
        self.yoke("generate", "graph", "gnm:300,900", self.path("a.el"))
        for name in ("a.mtx", "a.gr", "a.graph", "a.sg", "a.yoke"):
            self.yoke("convert", self.path("a.el"), self.path(name))
        return {name: self.path(name).read_bytes() for name in self.files()
                if name.startswith("a.")}

    def test_pipes(self):
        for name, content in self.contents().items():
            format = dict(el="edge_list", mtx="matrix_market", gr="dimacs", graph="metis", sg="gapbs",
                          yoke="binary")[name[2:]]
            with self.subTest(name):
                fifo = self.path("fifo" + name[1:])
                os.mkfifo(fifo)
                self.feed(fifo, content)
                report = self.json("components", fifo, "--verify")
                self.assertEqual((report["vertices"], report["arcs"]), (300, 1800))
                for source in ("-", "/dev/stdin"):
                    done = subprocess.run([self.YOKE, "graph", "info", source, "--format", format,
                                           "--json"], input=content, capture_output=True)
                    self.assertEqual(done.stderr, b"")
                    report = json.loads(done.stdout)
                    self.assertEqual((report["vertices"], report["edges"]), (300, 900))

    def test_a_pipe_that_brings_nothing(self):
        self.assertIn("standard input: nothing came through the pipe",
                      self.fails(1, "components", "-", input=""))

    def test_standard_input_from_a_file(self):
        self.write_edges("a.el", [(0, 1), (1, 2)])
        with open(self.path("a.el")) as file:
            self.assertEqual(self.json("components", "-", stdin=file)["arcs"], 4)

    def test_compressed(self):
        plain = self.contents()
        self.path("probe.el.gz").write_bytes(gzip.compress(b"0 1\n"))
        probe = self.run_yoke("components", self.path("probe.el.gz"))
        if probe.returncode != 0:
            self.assertIn("built without zlib", probe.stderr)
            return
        for name, content in plain.items():
            path = self.path(name + ".gz")
            path.write_bytes(gzip.compress(content))
            self.assertEqual(self.json("graph", "info", path)["edges"], 900)
        path.write_bytes(gzip.compress(content)[:-9])
        self.assertIn("cut short", self.fails(1, "graph", "info", path))
        bomb = self.path("bomb.el.gz")
        bomb.write_bytes(gzip.compress(b"#" * 2**24))
        message = self.fails(1, "components", bomb, "--max-memory", "2^20")
        self.assertIn("takes more than 1048576 bytes of memory (--max-memory)", message)
        self.assertIn("not written compressed",
                      self.fails(2, "convert", self.path("a.el"), self.path("b.el.gz")))


class Unsymmetric(GraphTest):
    def test_it_is_made_symmetric_only_when_asked(self):
        # As many neighbours as the header says, and not the right ones: 2 3 is listed once.
        self.path("a.graph").write_text("4 3\n2 3\n1\n1 2\n3\n")
        for command in (["components"], ["bfs"], ["graph", "info"], ["tree", "--graph"]):
            message = self.fails(1, *command, self.path("a.graph"))
            self.assertIn("a.graph, line 4: vertex 3 lists 2 more often than the reverse", message)
            self.assertIn("--symmetrise", message)
        for flag in ("--symmetrise", "--symmetrize"):
            report = self.json("graph", "info", self.path("a.graph"), flag)
            self.assertEqual((report["edges"], report["multi_edges"]), (4, 0))
        self.fails(2, "bfs", self.path("a.graph"), "--symmetrise", "--directed")

    def test_damaged_binary_files(self):
        self.yoke("generate", "graph", "gnm:50,100", self.path("a.el"))
        for name, last in (("a.sg", 4), ("a.yoke", 4)):
            self.yoke("convert", self.path("a.el"), self.path(name))
            content = bytearray(self.path(name).read_bytes())
            content[-last] ^= 1  # one neighbour becomes another
            self.path(name).write_bytes(content)
            for more in ([], ["--wide"], ["--merge"], ["--drop-loops"], ["--wide", "--merge"]):
                with self.subTest(name=name, more=more):
                    message = self.fails(1, "components", self.path(name), *more)
                    self.assertIn("more often than the reverse", message)
            report = self.json("graph", "info", self.path(name), "--symmetrise")
            self.assertIn(report["edges"], (100, 101))  # the new one may have been there


class Advice(GraphTest):
    """What the tool says of files that are not what they seem, in its own words."""

    def test_messages_name_the_tools_options(self):
        for name, text, option in (("a.el", "0 99999999\n", "--sparse-ids"),
                                   ("b.el", "0 99999999\n", "--compact-ids"),
                                   ("c.el", "x 1\n", "--format"),
                                   ("d.el", "3 2\n0 1 5\n", "--skip"),
                                   ("e.el", "1 2 3 4 5\n", "--lenient"),
                                   ("f.el", "0 4294967295\n", "--wide"),
                                   ("a.col", "p edge 2 2\ne 1 2\n", "--lenient"),
                                   ("b.col", "p edge 2 1 7\ne 1 2\n", "--lenient"),
                                   ("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n"
                                             "2 2 1\n1 2 0.5\n", "--lenient"),
                                   ("a.graph", "2 1\n2\n2\n", "--symmetrise")):
            with self.subTest(name):
                self.path(name).write_text(text)
                message = self.fails(1, "components", self.path(name))
                self.assertIn(option, message)
                self.assertNotIn("::", message)
                self.assertNotIn("options.", message)

    def test_the_options_do_what_they_say(self):
        self.path("a.col").write_text("p edge 3 4 7\ne 1 2\ne 1 2\n")
        self.assertEqual(self.json("components", self.path("a.col"), "--lenient")["components"], 2)
        self.path("a.el").write_text("3 2\n0 1 5\n1 2 5\n")
        done = self.run_yoke("components", self.path("a.el"), "--skip", 1, "--json")
        self.assertEqual(json.loads(done.stdout)["arcs"], 4)
        self.assertIn("weights", done.stderr)
        self.path("b.el").write_text("0 99999999\n")
        compact = self.json("components", self.path("b.el"), "--compact-ids")
        self.assertEqual(compact["vertices"], 2)
        message = self.fails(1, "components", self.path("b.el"), "--sparse-ids", "--max-memory", "2^20")
        self.assertIn("--max-memory", message)

    def test_a_first_line_that_may_be_no_edge(self):
        self.path("a.el").write_text("3 2\n0 1\n1 2\n")
        done = self.run_yoke("components", self.path("a.el"), "--json")
        self.assertEqual(json.loads(done.stdout)["arcs"], 6)
        self.assertIn("note: the first line of", done.stderr)
        self.assertIn("add --skip 1", done.stderr)
        self.assertEqual(self.json("components", self.path("a.el"), "--skip", 1)["arcs"], 4)

    def test_line_ends_of_old_macs(self):
        self.path("a.el").write_bytes(b"# x\r0 1\r1 2\r")
        self.assertEqual(self.json("components", self.path("a.el"))["arcs"], 4)


class Tree(GraphTest):
    def test_a_graph_by_way_of_its_spanning_forest(self):
        edges = self.random_edges(1000, 900)
        self.write_edges("graph.el", edges)
        rows = neighbours_of(1000, edges)
        for space in self.spaces:
            if space == "hybrid":
                continue
            report = self.json("tree", "--graph", self.path("graph.el"), "--space", space,
                               "--verify", "--output", self.path("table.txt"))
            labels = labels_of(rows)
            self.assertTrue(report["verified"])
            self.assertEqual(report["nodes"], 1000)
            self.assertEqual(report["roots"], len(set(labels)))
            table = [line.split("\t") for line in self.path("table.txt").read_text().splitlines()]
            for node, parent, *_ in table[1:]:
                node, parent = int(node), int(parent)
                if node == parent:
                    self.assertEqual(labels[node], node)
                else:
                    self.assertIn(parent, rows[node])


class Tune(GraphTest):
    def test_graph_capabilities(self):
        for capability in ("connected_components", "bfs"):
            report = self.json("tune", "--capability", capability, "--sizes", "2^8,2^10",
                               "--repetitions", 1)
            self.assertEqual([(tuned["arcs_per_vertex"], tuned["size"]) for tuned in report[capability]],
                             [(8, 256), (8, 1024), (32, 256), (32, 1024)])
        calls = json.loads(self.path("tuning.json").read_text())["machines"][report["machine"]]
        self.assertEqual(sorted((call["capability"], call["arcs_per_vertex"]) for call in calls),
                         [("bfs", 8), ("bfs", 32), ("connected_components", 8),
                          ("connected_components", 32)])

    def test_only_where_a_call_asks_for_a_share(self):
        """docs/tuning.md says where that is."""
        asks = {"list_rank": ["pinned", "pageable", "device"],
                "connected_components": ["pinned", "pageable"], "bfs": ["pinned"]}
        if not self.has_device():
            asks = dict.fromkeys(asks, ["pageable"])
        for capability, places in asks.items():
            for place in ("pinned", "pageable", "device", "managed"):
                command = ["tune", "--capability", capability, "--memory", place, "--sizes", 256,
                           "--repetitions", 1]
                if place in places:
                    self.assertEqual(self.json(*command)["place"], place)
                else:
                    self.assertIn("--memory", self.fails(2, *command))


if __name__ == "__main__":
    run_tests()
