"""Runs yoke distances, eccentricities and closeness as their users do.

    python3 distances.py PATH_OF_YOKE [unittest's arguments]

They are compared with Floyd's and Warshall's algorithm, and with searches by a queue.
"""

import array
import ast
import math

from tool_test import ToolTest, run_tests

# numpy's name, the array's typecode, what no path has.
TYPES = {"i16": ("<i2", "h", 16383), "i32": ("<i4", "i", 2**30 - 1), "f32": ("<f4", "f", math.inf),
         "f64": ("<f8", "d", math.inf)}


def npy(descr, shape, content, by_columns=False, version=1):
    """A file as numpy writes it."""
    header = f"{{'descr': {descr!r}, 'fortran_order': {by_columns}, 'shape': {shape}, }}"
    width = 2 if version == 1 else 4
    header += " " * (-(9 + width + len(header)) % 64) + "\n"
    size = len(header).to_bytes(width, "little")
    return b"\x93NUMPY" + bytes([version, 0]) + size + header.encode() + content


def matrix_file(kind, rows, by_columns=False, version=1):
    descr, typecode, far = TYPES[kind]
    lines = zip(*rows) if by_columns else rows
    words = array.array(typecode, [far if one is None else one for line in lines for one in line])
    return npy(descr, (len(rows), len(rows)), words.tobytes(), by_columns, version)


def read_matrix(content):
    """The type, the rows with None for no path, and whether they are stored by columns."""
    width = 2 if content[6] == 1 else 4
    begin = 8 + width
    size = int.from_bytes(content[8:begin], "little")
    assert (begin + size) % 64 == 0
    header = ast.literal_eval(content[begin:begin + size].decode())
    kind, = (kind for kind, (descr, _, _) in TYPES.items() if descr == header["descr"])
    _, typecode, far = TYPES[kind]
    words = [None if one == far else one for one in array.array(typecode, content[begin + size:])]
    n, columns = header["shape"]
    assert n == columns and len(words) == n * n
    lines = [words[k * n:k * n + n] for k in range(n)]
    by_columns = header["fortran_order"]
    return kind, [list(line) for line in zip(*lines)] if by_columns else lines, by_columns


def floyd_warshall(rows):
    n = len(rows)
    far = [[math.inf if one is None else one for one in row] for row in rows]
    for k in range(n):
        far[k][k] = min(far[k][k], 0)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                far[i][j] = min(far[i][j], far[i][k] + far[k][j])
    return [[None if one == math.inf else one for one in row] for row in far]


class Distances(ToolTest):
    def random_rows(self, n, least=0):
        """Multiples of 1/2 are exact in every type; whole ones for integers."""
        return [[None if self.random.random() < 0.8 else self.random.randrange(least, 50) for _ in range(n)]
                for _ in range(n)]

    def check(self, report, rows, expected):
        self.assertEqual(rows, expected)
        near = [one for row in expected for one in row if one is not None]
        self.assertEqual(report["vertices"], len(expected))
        self.assertEqual(report["pairs"], len(near))
        self.assertEqual(report["farthest"], max(near, default=0))
        self.assertTrue(report["verified"])

    def test_matrices_of_every_type_order_and_space(self):
        for n, space in ((40, "serial"), (150, "device" if self.has_device() else "host")):
            rows = self.random_rows(n)
            for k in range(n):
                rows[k][k] = 9  # a positive one counts as 0
            expected = floyd_warshall(rows)
            for kind in TYPES:
                for by_columns in (False, True):
                    with self.subTest(n=n, kind=kind, by_columns=by_columns):
                        self.path("a.npy").write_bytes(matrix_file(kind, rows, by_columns, 1 + by_columns))
                        report = self.json("distances", self.path("a.npy"), self.path("out.npy"), "--verify",
                                           "--space", space, "--phases", "--next", self.path("next.npy"))
                        found = read_matrix(self.path("out.npy").read_bytes())
                        self.assertEqual(found[::2], (kind, by_columns))
                        self.assertEqual(report["type"], kind)
                        self.check(report, found[1], expected)
                        after = read_matrix(self.path("next.npy").read_bytes())
                        self.assertEqual(after[::2], ("i32", by_columns))
                        self.check_next(after[1], rows, expected)

    def test_hybrids(self):
        for n, split, share in ((150, "0", 0), (150, "1", 1), (300, "0.5", (300 - 128) / 300)):
            rows = self.random_rows(n)
            expected = floyd_warshall(rows)
            for by_columns in (False, True):
                with self.subTest(n=n, split=split, by_columns=by_columns):
                    self.path("a.npy").write_bytes(matrix_file("i32", rows, by_columns, 1 + by_columns))
                    report = self.json("distances", self.path("a.npy"), self.path("out.npy"), "--verify", "--phases",
                                       "--space", "hybrid", "--split", split, "--next", self.path("next.npy"))
                    self.check(report, read_matrix(self.path("out.npy").read_bytes())[1], expected)
                    self.check_next(read_matrix(self.path("next.npy").read_bytes())[1], rows, expected)
                    self.assertEqual(report["way"], {0: "device", 1: "host"}.get(share, "both"))
                    self.assertEqual(report["host_share"], share)
        self.path("a.wel").write_text("0 1 5\n1 2 6\n")
        self.yoke("distances", self.path("a.wel"), self.path("out.txt"), "--space", "hybrid", "--directed", "--verify")
        self.assertEqual(self.path("out.txt").read_text(), "0\t5\t11\ninf\t0\t6\ninf\tinf\t0\n")

    def check_next(self, after, rows, expected):
        n = len(rows)
        for i in range(n):
            for j in range(n):
                if expected[i][j] is None or i == j:
                    self.assertEqual(after[i][j], -1 if i != j else i)
                    continue
                v, total, steps = i, 0, 0
                while v != j and steps < n:
                    total += rows[v][after[v][j]]
                    v = after[v][j]
                    steps += 1
                self.assertEqual((v, total), (j, expected[i][j]))

    def test_in_place_repeated_and_traced(self):
        rows = self.random_rows(30)
        self.path("a.npy").write_bytes(matrix_file("i32", rows))
        outputs = set()
        for options in ([], ["--repeat", 3], ["--timeline", self.path("trace.json")], ["--verify"]):
            self.yoke("distances", self.path("a.npy"), self.path("out.npy"), *options)
            outputs.add(self.path("out.npy").read_bytes())
        self.assertTrue(outputs == {matrix_file("i32", floyd_warshall(rows))})
        # In the place of the input: no output may be the input.
        self.assertIn("a.npy", self.fails(2, "distances", self.path("a.npy"), self.path("a.npy")))

    def test_graphs_of_every_format_and_type(self):
        n = 30
        edges = [(self.random.randrange(n), self.random.randrange(n), self.random.randrange(1, 20))
                 for _ in range(50)] + [(n - 2, n - 1, 5), (n - 1, n - 2, 4), (3, 3, 2)]
        self.path("a.wel").write_text("".join("{} {} {}\n".format(*edge) for edge in edges))
        for directed in (False, True):
            rows = [[None] * n for _ in range(n)]
            for u, v, weight in edges + [(v, u, weight) for u, v, weight in edges] * (not directed):
                rows[u][v] = weight if rows[u][v] is None else min(weight, rows[u][v])
            expected = floyd_warshall(rows)
            options = ["--directed"] * directed
            for source in ("a.wel", "b.mtx", "d.wsg", "e.yoke"):
                if source != "a.wel":
                    self.json("convert", self.path("a.wel"), self.path(source), "--weights", "i32", *options)
                for kind in TYPES if source == "a.wel" else ("i32",):
                    with self.subTest(source=source, kind=kind, directed=directed):
                        report = self.json("distances", self.path(source), self.path("out.npy"), "--verify",
                                           "--weights", kind, *options)
                        found = read_matrix(self.path("out.npy").read_bytes())
                        self.assertEqual(found[0], kind)
                        self.check(report, found[1], expected)
                        self.assertGreater(report["arcs"], 50)
            for algorithm in ("blocked", "searches"):
                report = self.json("distances", self.path("a.wel"), self.path("out.npy"), "--verify", "--space",
                                   "host", "--weights", "i32", "--algorithm", algorithm, *options)
                self.assertEqual(report["algorithm"], algorithm)
                self.check(report, read_matrix(self.path("out.npy").read_bytes())[1], expected)
        searches = ["--space", "host", "--algorithm", "searches"]
        self.assertIn("--algorithm is searches", self.fails(2, "distances", self.path("a.wel"), *searches, "--next",
                                                            self.path("next.txt")))
        self.path("a.npy").write_bytes(matrix_file("i16", [[0]]))
        self.assertIn("--algorithm", self.fails(2, "distances", self.path("a.npy"), *searches))
        self.path("negative.wel").write_text("0 1 -5\n")
        self.assertIn("negative weights need --algorithm blocked",
                      self.fails(1, "distances", self.path("negative.wel"), *searches, "--directed"))

    def test_through_pipes_and_as_text(self):
        rows = [[0, 1.5, None], [None, 0, 2], [None, None, 0]]
        content = matrix_file("f64", rows)
        expected = floyd_warshall(rows)
        done = self.run_yoke("distances", "-", "-", "--matrix", "--output-type", "npy", input=content, text=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(read_matrix(done.stdout), ("f64", expected, False))
        self.path("a.npy").write_bytes(matrix_file("f64", rows))
        self.yoke("distances", self.path("a.npy"), "--next", self.path("next.txt"))
        self.assertEqual(self.path("next.txt").read_text(), "0\t1\t1\n-1\t1\t2\n-1\t-1\t2\n")
        self.path("matrix").write_bytes(matrix_file("f64", rows, by_columns=True))
        for name in ("out.txt", "out"):
            self.yoke("distances", self.path("matrix"), self.path(name), "--matrix")
            self.assertEqual(self.path(name).read_text(), "0\t1.5\t3.5\ninf\t0\t2\ninf\tinf\t0\n")

    def test_the_least_matrices(self):
        for rows, pairs, text in (([], 0, ""), ([[7]], 1, "0\n")):
            self.path("a.npy").write_bytes(matrix_file("i16", rows))
            report = self.json("distances", self.path("a.npy"), self.path("out.txt"), "--verify")
            self.assertEqual((report["vertices"], report["pairs"], report["farthest"]), (len(rows), pairs, 0))
            self.assertEqual(self.path("out.txt").read_text(), text)

    def test_negative_weights_and_cycles(self):
        rows = [[None, 5, None], [None, None, -9], [3, None, None]]
        for kind in TYPES:
            self.path("a.npy").write_bytes(matrix_file(kind, rows))
            message = self.fails(1, "distances", self.path("a.npy"), self.path("out.npy"))
            self.assertIn("a.npy: ", message)
            self.assertRegex(message, "negative.*vertex [012]|vertex [012].*negative")
        self.path("b.wel").write_text("0 1 5\n1 2 -9\n")
        self.yoke("distances", self.path("b.wel"), self.path("out.txt"), "--directed", "--verify")
        self.assertEqual(self.path("out.txt").read_text(), "0\t5\t-4\ninf\t0\t-9\ninf\tinf\t0\n")
        self.assertIn("b.wel: ", self.fails(1, "distances", self.path("b.wel")))
        self.path("b.wel").write_text("1 1 -1\n")
        self.assertIn("vertex 1", self.fails(1, "distances", self.path("b.wel"), "--directed"))

    def test_sums_that_are_too_large_are_told(self):
        rows = [[None, 16000, None], [None, None, 400], [None, None, None]]
        self.path("a.npy").write_bytes(matrix_file("i16", rows))
        report = self.json("distances", self.path("a.npy"), self.path("out.txt"), "--verify")
        self.assertTrue(report["may_be_clamped"])
        self.assertIn("too far apart", self.yoke("distances", self.path("a.npy")).stdout)
        self.assertEqual(self.path("out.txt").read_text(), "0\t16000\tinf\ninf\t0\t400\ninf\tinf\t0\n")

    def refused(self, content, *options, code=1):
        self.path("bad.npy").write_bytes(content)
        message = self.fails(code, "distances", self.path("bad.npy"), self.path("out.npy"), *options)
        self.assertEqual(len(message.splitlines()), 1, message)
        self.assertFalse(self.path("out.npy").exists())
        return message

    def test_files_that_hold_no_matrix_of_weights(self):
        good = matrix_file("f64", [[0, 1], [2, 0]])
        for content, words in (
                (b"", "it is no .npy file"), (b"0 1 5\n", "it is no .npy file"), (good[:6], "ends within its header"),
                (good[:9], "ends within its header"), (good[:50], "ends within its header"),
                (good[:6] + b"\x09" + good[7:], "version 9"),
                (good[:6] + b"\x02\0\xff\xff\xff\xff", "its header has 4294967295 bytes"),
                (good[:-1], "it has fewer than the 32 bytes of 2 x 2 elements"),
                (good + b"\0", "it has more than the 32 bytes of 2 x 2 elements"),
                (npy("<f8", (2, 3), bytes(48)), "2 rows and 3 columns"),
                (npy("<f8", (4,), bytes(32)), "1 dimension, and"), (npy("<f8", (1, 1, 1), bytes(8)), "3 dimensions"),
                (npy(">f8", (2, 2), bytes(32)), "'>f8'"), (npy("<i8", (2, 2), bytes(32)), "'<i8'"),
                (npy("|u1", (2, 2), bytes(4)), "'|u1'"), (npy([("a", "<f8")], (2, 2), bytes(32)), "elements are"),
                (npy("<f8", (), bytes(8)), "its header has no"), (good[:10] + b"x" * 118, "its header has no"),
                (matrix_file("f64", [[0, math.nan], [1, 0]]), "is nan"), (matrix_file("i16", [[0, 16384], [1, 0]]), "16384"),
                (matrix_file("i32", [[0, -2**29 - 1], [1, 0]]), str(-2**29 - 1))):
            with self.subTest(words):
                message = self.refused(content)
                self.assertIn("bad.npy: ", message)
                self.assertIn(words, message)

    def test_what_does_not_fit_is_refused_before_it_is_read(self):
        message = self.refused(npy("<i4", (2**22, 2**22), b""))
        self.assertRegex(message, "finding 4194304 x 4194304 distances takes [0-9.]+ TiB of memory, and this machine has")
        self.refused(npy("<i2", (2**40, 2**40), b""))
        self.refused(npy("<i2", (10**30, 10**30), b""))
        self.path("a.wel").write_text("0 20000000 1\n")
        self.assertIn("finding 20000001 x 20000001 distances takes",
                      self.fails(1, "distances", self.path("a.wel"), "--sparse-ids"))

    def test_weights_of_a_graph_that_are_no_distances(self):
        for kind, weight in (("i16", 16384), ("i16", -8193), ("i32", 2**30), ("f32", "-inf")):
            self.path("a.wel").write_text(f"0 1 1\n2 1 {weight}\n")
            message = self.fails(1, "distances", self.path("a.wel"), "--weights", kind, "--directed")
            self.assertRegex(message, r"a\.wel: the weight of arc \d of the graph is not a number from -")
        self.path("plain.el").write_text("0 1\n1 2\n")
        self.fails(1, "distances", self.path("plain.el"))

    def test_names_of_outputs(self):
        self.path("a.wel").write_text("0 1 2\n")
        for name in ("out.f64", "out.u32"):
            self.assertIn("*.npy or is text", self.fails(2, "distances", self.path("a.wel"), self.path(name)))
        self.yoke("distances", self.path("a.wel"), self.path("out.f64"), "--output-type", "npy", "--weights", "i32")
        self.assertEqual(read_matrix(self.path("out.f64").read_bytes())[1], [[0, 2], [2, 0]])
        self.assertIn("/dev/full", self.fails(1, "distances", self.path("a.wel"), "/dev/full"))


class Sums(ToolTest):
    """Eccentricities and closeness."""

    def setUp(self):
        super().setUp()
        self.n = 70
        edges = {(self.random.randrange(60), self.random.randrange(60)) for _ in range(75)}
        self.edges = [*edges, (61, 62), (62, 63), (5, 5)]  # and vertices without neighbours
        self.path("a.el").write_text("".join(f"{u} {v}\n" for u, v in self.edges) + "69 69\n")
        self.levels = [self.search(v) for v in range(self.n)]
        self.eccentricities = [max(levels.values()) for levels in self.levels]

    def search(self, source):
        near = [set() for _ in range(self.n)]
        for u, v in self.edges:
            near[u].add(v)
            near[v].add(u)
        level, queue = {source: 0}, [source]
        for v in queue:
            for other in near[v] - level.keys():
                level[other] = level[v] + 1
                queue.append(other)
        return level

    def closeness(self, v):
        others, total = len(self.levels[v]) - 1, sum(self.levels[v].values())
        return others / total * others / (self.n - 1) if others else 0

    def test_eccentricities(self):
        self.json("convert", self.path("a.el"), self.path("b.yoke"))
        for source, space, options in (("a.el", "serial", []), ("a.el", "host", ["--algorithm", "exhaustive"]),
                                       ("b.yoke", "host", ["--wide", "--repeat", 2, "--phases"])):
            with self.subTest(source, options=options):
                report = self.json("eccentricities", self.path(source), self.path("out.u32"), "--verify", "--space",
                                   space, *options)
                self.assertEqual(self.read("out.u32"), self.eccentricities)
                self.assertEqual(report["diameter"], max(self.eccentricities))
                self.assertEqual(report["radius"], min(self.eccentricities[v] for v in self.levels[report["to"]]))
                self.assertEqual(self.levels[report["from"]][report["to"]], report["diameter"])
                self.assertTrue(report["verified"])
        report = self.json("eccentricities", self.path("a.el"), "--diameter", "--verify")
        self.assertEqual(report["diameter"], max(self.eccentricities))
        self.assertNotIn("radius", report)
        self.assertIn("--diameter", self.fails(2, "eccentricities", self.path("a.el"), self.path("out.txt"),
                                               "--diameter"))

    def test_closeness(self):
        expected = [self.closeness(v) for v in range(self.n)]
        for space in ("serial", "host"):
            report = self.json("closeness", self.path("a.el"), self.path("out.f64"), "--verify", "--space", space)
            found = array.array("d", self.path("out.f64").read_bytes())
            for one, other in zip(found, expected, strict=True):
                self.assertAlmostEqual(one, other, delta=1e-15)
            self.assertEqual(report["closeness"], max(found))
            self.assertEqual(report["closest"], list(found).index(max(found)))
            self.assertEqual(report["sources"], self.n)
        self.yoke("closeness", self.path("a.el"), self.path("out.txt"), "--from", "62,5,62,68", "--verify", "--wide")
        self.assertEqual([float(line) for line in self.path("out.txt").read_text().splitlines()],
                         [found[v] for v in (62, 5, 62, 68)])
        self.assertIn("there is no vertex 70", self.fails(1, "closeness", self.path("a.el"), "--from", "70"))
        self.assertIn("*.f64, not *.u32", self.fails(2, "closeness", self.path("a.el"), self.path("new.u32")))
        self.assertIn("/dev/full", self.fails(1, "closeness", self.path("a.el"), "/dev/full"))

    def test_weights(self):
        weight = {edge: self.random.randrange(1, 90) for edge in self.edges}
        self.path("a.wel").write_text("".join(f"{u} {v} {weight[u, v]}\n" for u, v in self.edges) + "69 69 3\n")
        rows = [[None] * self.n for _ in range(self.n)]
        for (u, v), w in weight.items():
            for a, b in ((u, v), (v, u)):
                rows[a][b] = w if rows[a][b] is None else min(rows[a][b], w)
        near = [[d for d in row if d is not None] for row in floyd_warshall(rows)]
        farthest = [max(row, default=0) for row in near]
        expected = [(len(row) - 1) ** 2 / sum(row) / (self.n - 1) if len(row) > 1 else 0 for row in near]
        for (kind, typecode), space, wide in zip((("i32", "i"), ("i64", "q"), ("f32", "f"), ("f64", "d")),
                                                 ("serial", "host", "host", "serial"), ([], ["--wide"], [], [])):
            with self.subTest(kind):
                report = self.json("eccentricities", self.path("a.wel"), self.path("out." + kind), "--weights", kind,
                                   "--verify", "--space", space, "--phases", *wide)
                found = list(array.array(typecode, self.path("out." + kind).read_bytes()))
                self.assertEqual(found, farthest)
                self.assertEqual(report["diameter"], max(farthest))
                self.assertEqual(report["sweeps"], 0)
                self.assertTrue(report["verified"])
                report = self.json("closeness", self.path("a.wel"), self.path("out.f64"), "--weights", kind, "--verify",
                                   "--space", space, "--phases", *wide)
                found = array.array("d", self.path("out.f64").read_bytes())
                for one, other in zip(found, expected, strict=True):
                    self.assertAlmostEqual(one, other, delta=1e-15)
                self.assertEqual(report["searches"], self.n)
        self.yoke("eccentricities", self.path("a.wel"), self.path("out.txt"), "--weights", "f64", "--verify",
                  "--algorithm", "exhaustive")
        self.assertEqual([float(line) for line in self.path("out.txt").read_text().split()], farthest)
        report = self.json("eccentricities", self.path("a.wel"), "--diameter", "--weights", "i64", "--verify")
        self.assertEqual(report["diameter"], max(farthest))
        # Without --weights edges count.
        self.run_yoke("eccentricities", self.path("a.wel"), self.path("out.u32"))  # notes that weights are left out
        self.assertEqual(self.read("out.u32"), self.eccentricities)

        self.path("b.wel").write_text("0 1 0.5\n1 2 0.25\n")
        self.yoke("eccentricities", self.path("b.wel"), self.path("out.txt"), "--weights", "f32", "--verify")
        self.assertEqual(self.path("out.txt").read_text(), "0.75\n0.5\n0.75\n")
        self.path("b.wel").write_text("0 1 5\n1 2 -1\n")
        for command in ("eccentricities", "closeness"):
            self.assertIn("is -1; weights must be 0 or more",
                          self.fails(1, command, self.path("b.wel"), "--weights", "i32"))

    def test_names_of_outputs(self):
        for name in ("new.f64", "new.i32", "new.u8"):
            self.assertIn("raw words go to a file *.u32, not *." + name[4:],
                          self.fails(2, "eccentricities", self.path("a.el"), self.path(name)))
        self.yoke("eccentricities", self.path("a.el"), self.path("new.f64"), "--output-type", "u64")
        self.assertEqual(self.path("new.f64").stat().st_size, 8 * self.n)
        self.assertIn("*.f32, not *.f64",
                      self.fails(2, "eccentricities", self.path("a.el"), self.path("b.f64"), "--weights", "f32"))
        self.assertIn("--weights", self.fails(2, "closeness", "--random", "grid:7,5", "--weights", "f32"))

    def test_generated_and_small_graphs(self):
        report = self.json("eccentricities", "--random", "grid:7,5", self.path("out.txt"), "--verify")
        self.assertEqual((report["diameter"], report["radius"]), (10, 5))
        for text, diameter in (("", 0), ("0 0\n", 0), ("0 1\n", 1)):
            self.path("b.el").write_text(text)
            report = self.json("eccentricities", self.path("b.el"), self.path("out.txt"), "--verify")
            self.assertEqual(report["diameter"], diameter)
            self.assertEqual(self.read("out.txt"), [diameter] * report["vertices"])
            report = self.json("closeness", self.path("b.el"), self.path("out.txt"), "--verify")
            self.assertEqual(self.read("out.txt"), [diameter] * report["vertices"])


if __name__ == "__main__":
    run_tests()
