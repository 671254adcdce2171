"""Runs yoke forest as its users do.

    python3 forest.py PATH_OF_YOKE [unittest's arguments]

Forests are compared with Kruskal's algorithm in the plainest way there is.
"""

from tool_test import ToolTest, run_tests

VERTICES = 60


def kruskal(edges):
    """The forest's edges, of edges whose weights differ."""
    part = list(range(VERTICES))
    forest = []
    for u, v, weight in sorted(edges, key=lambda edge: edge[2]):
        if part[u] != part[v]:
            forest.append((min(u, v), max(u, v), weight))
            old, new = part[v], part[u]
            part = [new if p == old else p for p in part]
    return sorted(forest)


class Forest(ToolTest):
    def setUp(self):
        super().setUp()
        weights = self.random.sample(range(-1000, 1000), 90)
        self.edges = [(self.random.randrange(VERTICES), self.random.randrange(VERTICES), weight)
                      for weight in weights]
        self.edges.append((VERTICES - 2, VERTICES - 1, 5000))
        self.forest = kruskal(self.edges)
        self.path("a.wel").write_text("".join("{} {} {}\n".format(*edge) for edge in self.edges))

    def written(self, name):
        lines = [line.split() for line in self.path(name).read_text().splitlines()
                 if not line.startswith("#")]
        return sorted((min(int(u), int(v)), max(int(u), int(v)), int(float(weight)))
                      for u, v, weight in lines)

    def check(self, report, name):
        self.assertEqual(self.written(name), self.forest)
        self.assertEqual(report["edges"], len(self.forest))
        self.assertEqual(report["components"], VERTICES - len(self.forest))
        self.assertEqual(report["total"], sum(weight for _, _, weight in self.forest))
        self.assertTrue(report["verified"])

    def test_every_format_space_and_type(self):
        for source in ("a.wel", "b.mtx", "c.csv", "d.wsg", "e.yoke"):
            if source != "a.wel":
                self.json("convert", self.path("a.wel"), self.path(source), "--weights", "i32")
            for kind, space in (("i32", "serial"), ("i64", "host"), ("f32", "hybrid"), ("f64", "host")):
                with self.subTest(source=source, kind=kind, space=space):
                    report = self.json("forest", self.path(source), self.path("out.wel"), "--weights",
                                       kind, "--space", space, "--verify", "--phases")
                    self.check(report, "out.wel")

    def test_every_algorithm_gives_the_same_bytes(self):
        files = set()
        for options in (["--algorithm", "sequential"], ["--algorithm", "boruvka"], ["--wide"],
                        ["--space", "hybrid", "--split", "0.4"]):
            report = self.json("forest", self.path("a.wel"), "-o", self.path("out.wel"), "--verify",
                               *options)
            self.check(report, "out.wel")
            files.add(self.path("out.wel").read_bytes())
        self.assertEqual(len(files), 1)

    def test_fractions_are_kept(self):
        self.path("b.wel").write_text("0 1 0.5\n1 2 0.25\n0 2 0.75\n")
        report = self.json("forest", self.path("b.wel"), "--verify")
        self.assertEqual(report["total"], 0.75)
        self.assertIn("0.5", self.fails(1, "forest", self.path("b.wel"), "--weights", "i32"))

    def test_what_is_wrong_is_said(self):
        self.path("plain.el").write_text("0 1\n1 2\n")
        self.assertIn("plain.el", self.fails(1, "forest", self.path("plain.el")))
        self.path("most.wel").write_text("0 1 9223372036854775807\n1 2 1\n")
        self.assertIn("most.wel: the total of the forest's weights leaves the range of i64 (--weights f64 takes it)",
                      self.fails(1, "forest", self.path("most.wel"), "--weights", "i64"))
        self.yoke("forest", self.path("most.wel"), "--weights", "f64")


if __name__ == "__main__":
    run_tests()
