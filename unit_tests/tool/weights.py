"""Runs yoke convert --weights as its users do.

    python3 weights.py PATH_OF_YOKE [unittest's arguments]

Weights are compared with what the test wrote, through the text of an edge list.
"""

import struct

from tool_test import ToolTest, run_tests

EDGES = [(0, 1, "3"), (0, 2, "1"), (1, 2, "2147483647"), (3, 4, "7")]
WHOLE = ["a.mtx", "b.gr", "c.csv", "d.graph", "e.wsg", "f.tsv", "i.yoke", "g.col", "h.wel"]


class WeightsTest(ToolTest):
    def put(self, name, text):
        self.path(name).write_text(text)
        return self.path(name)

    def write_list(self, name, edges):
        return self.put(name, "".join(" ".join(map(str, edge)) + "\n" for edge in edges))

    def convert(self, source, target, kind, *options):
        return self.json("convert", self.path(source), self.path(target), "--weights", kind, *options)

    def refused(self, code, source, target, kind, *options):
        message = self.fails(code, "convert", self.path(source), self.path(target), "--weights", kind,
                             *options)
        self.assertFalse(self.path(target).exists())
        self.assertEqual(len(message.splitlines()), 1, message)
        return message

    def edges_in(self, name):
        lines = self.path(name).read_text().splitlines()
        return [tuple(line.split()) for line in lines if not line.startswith("#")]

    def texts(self, edges):
        return [tuple(map(str, edge)) for edge in edges]


class RoundTrips(WeightsTest):
    def test_through_every_format(self):
        for kind in ("i32", "i64"):
            self.write_list("start.wel", EDGES)
            for source, target in zip(["start.wel", *WHOLE], WHOLE):
                report = self.convert(source, target, kind)
                self.assertEqual((report["vertices"], report["arcs"], report["symmetric"]),
                                 (5, 8, True), target)
            self.assertEqual(self.edges_in("h.wel"), self.texts(EDGES))

    def test_directed_ones(self):
        """With both directions of one pair, which have weights of their own."""
        edges = [(0, 1, "3"), (1, 0, "-4"), (2, 0, "5"), (3, 4, "6")]
        names = [name for name in WHOLE if name != "d.graph"]
        self.write_list("start.wel", edges)
        for source, target in zip(["start.wel", *names], names):
            report = self.convert(source, target, "i32", "--directed")
            self.assertEqual((report["vertices"], report["arcs"], report["symmetric"]), (5, 4, False))
        self.assertEqual(self.edges_in("h.wel"), self.texts(edges))

    def test_fractions(self):
        """Each is the shortest text that is read as the same number again."""
        names = ["a.mtx", "b.gr", "c.csv", "e.yoke", "d.wel"]
        for kind, weights in (("f32", ["0.1", "-2.5", "16777216", "1e-30"]),
                              ("f64", ["0.1", "0.30000000000000004", "-1e+300", "5e-324"])):
            edges = [(v, v + 1, weight) for v, weight in enumerate(weights)]
            self.write_list("start.wel", edges)
            for source, target in zip(["start.wel", *names], names):
                self.convert(source, target, kind)
            code = "f" if kind == "f32" else "d"
            for (_, _, read), wrote in zip(self.edges_in("d.wel"), weights):
                self.assertEqual(struct.pack(code, float(read)), struct.pack(code, float(wrote)))
            self.assertEqual(len(self.edges_in("d.wel")), len(weights))

    def test_words_of_64_bits(self):
        self.write_list("a.wel", [(0, 1, 2**40), (1, 2, -2**63)])
        self.convert("a.wel", "b.mtx", "i64", "--wide")
        self.convert("b.mtx", "c.wel", "i64", "--wide")
        self.assertEqual(self.edges_in("c.wel"), self.texts([(0, 1, 2**40), (1, 2, -2**63)]))
        self.assertIn(str(2**40), self.refused(1, "a.wel", "d.mtx", "i32"))
        self.assertIn("the weight of arc 0 is 1099511627776", self.refused(1, "a.wel", "d.wsg", "i64"))

    def test_pipes_and_headers(self):
        done = self.run_yoke("convert", "-", "-", "--weights", "f64", "--header", input="0 1 0.5\n")
        self.assertEqual((done.returncode, done.stdout),
                         (0, "# yoke edge list: undirected 2 vertices\n0 1 0.5\n"), done.stderr)
        self.put("a.mtx", "%%MatrixMarket matrix coordinate real general\n4 4 1\n1 2 2\n")
        self.assertEqual(self.convert("a.mtx", "b.wel", "f64")["vertices_left_out"], 2)
        self.convert("a.mtx", "b.wel", "f64", "--header")
        self.assertEqual(self.convert("b.wel", "c.mtx", "f64")["vertices"], 4)


class Columns(WeightsTest):
    def test_by_name_and_by_number(self):
        self.put("a.csv", "from,to,toll,length\nx,y,1,2.5\ny,z,3,4.5\n")
        for options, weights in (([], ["2.5", "4.5"]), (["--weight-column", "toll"], ["1", "3"]),
                                 (["--weight-column", "3"], ["1", "3"])):
            names = self.path("names.txt")
            done = self.run_yoke("convert", self.path("a.csv"), self.path("b.wel"), "--weights", "f32",
                                 "--names", names, *options)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.edges_in("b.wel"),
                             [("0", "1", weights[0]), ("1", "2", weights[1])])
            self.assertEqual(names.read_text(), "x\ny\nz\n")

    def test_messages_name_the_option(self):
        self.put("a.csv", "from,to,toll\n0,1,2\n")
        message = self.refused(1, "a.csv", "b.wel", "f32", "--weight-column", "fee")
        self.assertIn("(--weight-column)", message)
        self.assertIn("--weight-column says which", self.refused(1, "a.csv", "b.wel", "f32"))
        self.write_list("a.mtx", [])
        message = self.refused(2, "a.mtx", "b.wel", "f32", "--weight-column", 3)
        self.assertIn("--weight-column does nothing", message)


class Losses(WeightsTest):
    def test_without_the_option_a_note_tells_of_the_loss(self):
        self.put("a.gr", "p sp 2 1\na 1 2 5\n")
        done = self.run_yoke("convert", self.path("a.gr"), self.path("b.el"))
        self.assertEqual(done.returncode, 0)
        self.assertIn("the edges' weights were not kept", done.stderr)
        self.assertEqual(self.edges_in("b.el"), [("0", "1")])
        self.assertIn("promises weights", self.fails(2, "convert", self.path("a.gr"), self.path("b.wel")))

    def test_mapped_files_too(self):
        """Where they are used as they are, and where they are read."""
        self.write_list("a.wel", EDGES)
        self.convert("a.wel", "a.yoke", "f64")
        for options in ([], ["--drop-loops"]):
            done = self.run_yoke("convert", self.path("a.yoke"), self.path("b.el"), *options)
            self.assertEqual(done.returncode, 0)
            self.assertEqual(done.stderr.count("the edges' weights were not kept"), 1)
            self.assertEqual(self.edges_in("b.el"), [edge[:2] for edge in self.texts(EDGES)])
        self.assertIn("weights were not kept", self.run_yoke("bfs", self.path("a.yoke")).stderr)

    def test_formats_that_hold_none_refuse(self):
        """Before the input is read, and named by its format."""
        self.write_list("a.wel", EDGES)
        for name, kind, words in (("b.el", "i32", "write " + str(self.path("b.wel"))),
                                  ("b.sg", "i32", "write " + str(self.path("b.wsg"))),
                                  ("b.wsg", "f32", ".wsg files hold whole weights: read them with "
                                                   "--weights i64"),
                                  ("b.graph", "f64", "METIS files hold whole weights")):
            self.assertIn(words, self.refused(2, "a.wel", name, kind))
        self.write_list("a.wel", [(0, 1, 0)])
        self.assertIn("weights from 1 up", self.refused(1, "a.wel", "b.graph", "i32"))

    def test_files_without_weights_refuse(self):
        for name, text in (("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n"),
                           ("a.el", "0 1\n"), ("a.graph", "2 1\n2\n1\n"), ("a.csv", "u,v\n0,1\n")):
            self.assertIn("convert without --weights need none",
                          self.refused(1, self.put(name, text), "b.wel", "f32"))
        for name in ("a.yoke", "a.sg"):
            self.yoke("convert", self.path("a.el"), self.path(name))
            self.assertIn("convert without --weights need none",
                          self.refused(1, name, "b.wel", "f32"))

    def test_numbers_that_the_type_does_not_hold(self):
        for weight in ("nan", "NaN", "1e40", "x"):
            message = self.refused(1, self.put("a.mtx", "%%MatrixMarket matrix coordinate real general\n"
                                               f"2 2 1\n1 2 {weight}\n"), "b.wel", "f32")
            self.assertIn("a.mtx, line 3", message)
        self.assertIn("1.5", self.refused(1, self.write_list("a.wel", [(0, 1, "1.5")]), "b.wsg", "i32"))
        self.write_list("a.wel", [(0, 1, 1), (1, 2, "nan")])
        self.assertIn("a.wel, line 2", self.refused(1, "a.wel", "b.mtx", "f64"))


class EqualEdges(WeightsTest):
    def test_ends_that_disagree(self):
        self.put("a.graph", "2 1 001\n2 5\n1 6\n")
        self.put("b.wsg", "")
        self.path("b.wsg").write_bytes(
            struct.pack("<?qq3q4i", False, 2, 2, 0, 1, 2, 1, 5, 0, 6))
        for name in ("a.graph", "b.wsg"):
            message = self.refused(1, name, "c.wel", "i32")
            self.assertIn("5", message)
            self.assertIn("--symmetrise", message)
            for options, weight in (([], "5"), (["--repeated", "least"], "5")):
                self.convert(name, "c.wel", "i32", "--symmetrise", *options)
                self.assertEqual(self.edges_in("c.wel"), [("0", "1", weight)])
                self.path("c.wel").unlink()
            done = self.run_yoke("convert", self.path(name), self.path("c.wel"), "--weights", "i32",
                                 "--symmetrise", "--repeated", "sum")
            self.assertIn("--repeated says what becomes of equal edges", done.stderr)
            self.assertEqual(self.edges_in("c.wel"), [("0", "1", "11")])
            self.path("c.wel").unlink()
        self.put("d.wel", "# Undirected graph\n0 1 5\n1 0 6\n")
        self.assertIn("weight", self.refused(1, "d.wel", "e.wel", "i32"))
        self.put("d.wel", "# Undirected graph\n0 1 5\n1 0 5\n")
        done = self.run_yoke("convert", self.path("d.wel"), self.path("e.wel"), "--weights", "i32")
        self.assertIn("was read once", done.stderr)
        self.assertEqual(self.edges_in("e.wel"), [("0", "1", "5")])

    def test_each_way(self):
        self.write_list("a.wel", [(0, 1, 4), (1, 0, 3), (0, 1, 9), (2, 2, 1)])
        loop = ("2", "2", "1")
        for options, edges in (([], ["4", "3", "9"]), (["--merge"], ["4"]),
                               (["--repeated", "keep"], ["4", "3", "9"]),
                               (["--repeated", "sum"], ["16"]), (["--repeated", "least"], ["3"]),
                               (["--repeated", "first"], ["4"])):
            self.convert("a.wel", "b.wel", "i32", *options)
            self.assertEqual(self.edges_in("b.wel"), [*(("0", "1", edge) for edge in edges), loop])
            self.path("b.wel").unlink()
        self.convert("a.wel", "b.wel", "i32", "--directed", "--repeated", "sum", "--drop-loops")
        self.assertEqual(self.edges_in("b.wel"), [("0", "1", "13"), ("1", "0", "3")])
        self.path("b.wel").unlink()
        self.assertIn("edge 1", self.refused(1, "a.wel", "b.wel", "i32", "--repeated", "refuse"))
        self.assertIn("excludes --merge",
                      self.refused(2, "a.wel", "b.wel", "i32", "--repeated", "sum", "--merge"))
        message = self.fails(2, "convert", self.path("a.wel"), self.path("b.el"), "--repeated", "sum")
        self.assertIn("--repeated does nothing here: it is for --weights", message)

    def test_a_graph_that_metis_cannot_hold_names_the_option(self):
        self.write_list("a.wel", [(0, 1, 4), (0, 1, 3)])
        self.assertIn("--repeated", self.refused(1, "a.wel", "b.graph", "i32"))
        self.convert("a.wel", "b.graph", "i32", "--repeated", "sum")
        self.assertEqual(self.path("b.graph").read_text().split("\n")[0], "2 1 001")


if __name__ == "__main__":
    run_tests()
