"""Runs yoke paths as its users do.

    python3 paths.py PATH_OF_YOKE [unittest's arguments]

Distances are compared with those of relaxing all edges again and again.
"""

import array
import math
import subprocess

from tool_test import ToolTest, run_tests

VERTICES = 60


def relax(edges, sources, directed):
    """The distances, inf for those out of reach."""
    arcs = edges if directed else edges + [(v, u, weight) for u, v, weight in edges]
    distance = [math.inf] * VERTICES
    for source in sources:
        distance[source] = 0
    for _ in range(VERTICES):
        for u, v, weight in arcs:
            distance[v] = min(distance[v], distance[u] + weight)
    return distance


class Paths(ToolTest):
    def setUp(self):
        super().setUp()
        # The last vertices are no sources' neighbours. Some edges are equal, some weights too.
        self.edges = [(self.random.randrange(VERTICES - 5), self.random.randrange(VERTICES - 5),
                       self.random.randrange(20)) for _ in range(90)]
        self.edges.append((VERTICES - 2, VERTICES - 1, 7))
        self.path("a.wel").write_text("".join("{} {} {}\n".format(*edge) for edge in self.edges))

    def numbers(self, name):
        return [float(line) for line in self.path(name).read_text().splitlines()]

    def check(self, report, sources, directed=False):
        expected = relax(self.edges, sources, directed)
        distance = self.numbers("out.txt")
        self.assertEqual(distance, expected)
        finite = [number for number in expected if number < math.inf]
        self.assertEqual(report["reached"], len(finite))
        self.assertEqual(report["farthest"], max(finite))
        self.assertEqual(report["from"], sources)
        self.assertTrue(report["verified"])
        lightest = {}
        for u, v, weight in self.edges:
            for pair in [(u, v)] + [(v, u)] * (not directed):
                lightest[pair] = min(weight, lightest.get(pair, weight))
        for v, parent in enumerate(map(int, self.numbers("parents.txt"))):
            if expected[v] == math.inf:
                self.assertEqual(parent, -1)
            elif v in sources:
                self.assertEqual(parent, v)
            else:
                self.assertEqual(expected[parent] + lightest[parent, v], expected[v])

    def paths(self, name, sources, *options):
        return self.json("paths", self.path(name), self.path("out.txt"), "--parents",
                         self.path("parents.txt"), "--from", ",".join(map(str, sources)), "--verify",
                         *options)

    def test_every_format_space_and_type(self):
        for source in ("a.wel", "b.mtx", "c.csv", "d.wsg", "e.yoke"):
            if source != "a.wel":
                self.json("convert", self.path("a.wel"), self.path(source), "--weights", "i32")
            for kind, space in (("i32", "serial"), ("i64", "host"), ("f32", "hybrid"), ("f64", "host")):
                with self.subTest(source=source, kind=kind, space=space):
                    report = self.paths(source, [3], "--weights", kind, "--space", space, "--phases")
                    self.check(report, [3])

    def test_every_algorithm_gives_the_same_bytes(self):
        files = set()
        for options in (["sequential"], ["delta_stepping"], ["delta_stepping", "--delta", "2.5"],
                        ["bellman_ford"], ["automatic", "--wide"]):
            report = self.paths("a.wel", [5, 0, 5], "--algorithm", *options)
            self.check(report, [5, 0, 5])
            files.add((self.path("out.txt").read_bytes(), self.path("parents.txt").read_bytes()))
        self.assertEqual(len(files), 1)

    def test_directed_edges_and_negative_weights(self):
        self.check(self.paths("a.wel", [1, 2], "--directed"), [1, 2], directed=True)
        self.path("b.wel").write_text("0 1 5\n1 2 -9\n")
        report = self.json("paths", self.path("b.wel"), self.path("out.txt"), "--from", 0, "--directed",
                           "--algorithm", "bellman_ford", "--verify", "--weights", "i32")
        self.assertEqual(report["farthest"], 5)
        self.assertEqual(self.path("out.txt").read_text(), "0\n5\n-4\n")
        said = self.fails(1, "paths", self.path("b.wel"), "--from", 0, "--directed")
        self.assertIn("b.wel: the weight of arc 1 is -9; negative weights need --algorithm bellman_ford", said)
        said = self.fails(1, "paths", self.path("b.wel"), "--from", 0)
        self.assertIn("need --algorithm bellman_ford, in a directed graph (--directed)", said)
        graph = self.path("a.wel").read_bytes()
        for command in (["paths", "-", "--from", "0"], ["forest", "-"], ["eccentricities", "-"], ["closeness", "-"]):
            done = subprocess.run([self.YOKE, *command], input=graph, env=self.environment, capture_output=True,
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
        done = subprocess.run([self.YOKE, "paths", "-", "--from", "0"], input=b"0 1 -5\n", env=self.environment,
                              capture_output=True, check=False)
        self.assertIn(b"yoke: standard input: the weight of arc 0 is -5", done.stderr)
        for command in ("eccentricities", "closeness"):
            self.assertIn("b.wel: the weight", self.fails(1, command, self.path("b.wel"), "--weights", "i32"))

    def test_raw_words_are_of_the_weights_type(self):
        expected = relax(self.edges, [3], False)
        for kind, typecode, infinity in (("i32", "i", 2**31 - 1), ("i64", "q", 2**63 - 1),
                                         ("f32", "f", math.inf), ("f64", "d", math.inf)):
            out = self.path("out." + kind)
            self.yoke("paths", self.path("a.wel"), out, "--from", 3, "--weights", kind, "--parents",
                      self.path("parents.u64"))
            self.assertEqual(list(array.array(typecode, out.read_bytes())),
                             [infinity if number == math.inf else number for number in expected])
            self.assertEqual(len(self.read("parents.u64")), VERTICES)
        for ending in (".i32", ".u8"):
            self.assertIn("*.f64, not *" + ending, self.fails(2, "paths", self.path("a.wel"), "--from", 3,
                                                              self.path("new" + ending)))

    def test_fractions_are_kept(self):
        self.path("b.wel").write_text("0 1 0.1\n1 2 0.2\n")
        self.yoke("paths", self.path("b.wel"), self.path("out.txt"), "--from", 0)
        self.assertEqual(self.path("out.txt").read_text(), f"0\n0.1\n{0.1 + 0.2}\n")

    def test_what_is_wrong_is_said(self):
        self.path("plain.el").write_text("0 1\n1 2\n")
        self.assertIn("convert without --weights need none",
                      self.fails(1, "paths", self.path("plain.el"), "--from", 0))
        self.assertIn("there is no vertex 60", self.fails(1, "paths", self.path("a.wel"), "--from", 60))
        self.assertIn("--from", self.fails(2, "paths", self.path("a.wel")))
        self.assertIn("--delta", self.fails(2, "paths", self.path("a.wel"), "--from", 0, "--delta", "-1"))


if __name__ == "__main__":
    run_tests()
