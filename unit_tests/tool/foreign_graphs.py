"""Runs the tool's graph commands on files as other programs write them.

    python3 foreign_graphs.py PATH_OF_YOKE [unittest's arguments]

Needs Python's standard library only.
"""

import struct
import time

from tool_test import IS_SANITIZED, ToolTest, run_tests


class ForeignTest(ToolTest):
    def put(self, name, content):
        path = self.path(name)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def edges(self, name, content, *options, **more):
        """Of a converted file, and the notes on the way."""
        done = self.run_yoke("convert", self.put(name, content), self.path("out.el"), "--directed",
                             *options, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = self.path("out.el").read_text().splitlines()
        return ([tuple(map(int, line.split())) for line in lines if not line.startswith("#")],
                done.stderr)

    def refused(self, code, name, content, *options):
        self.path("out.el").unlink(missing_ok=True)
        message = self.fails(code, "convert", self.put(name, content), self.path("out.el"), *options)
        self.assertFalse(self.path("out.el").exists())
        self.assertNotIn("::", message)
        self.assertNotIn("options.", message)
        return message


class Columns(ForeignTest):
    def test_names_say_which_hold_the_vertices(self):
        for text in (",source,target\n0,0,1\n1,1,2\n", "id,source,target\n5,0,1\n6,1,2\n",
                     "Id,Source,Target,Type\n0,0,1,Directed\n1,1,2,Directed\n",
                     '"","from","to"\r\n"1","0","1"\r\n"2","1","2"\r\n'):
            with self.subTest(text):
                self.assertEqual(self.edges("a.csv", text), ([(0, 1), (1, 2)], ""))

    def test_the_option(self):
        table = "name,x,y\n7,0,1\n8,1,2\n"
        self.assertIn("--columns", self.refused(1, "a.csv", table))
        for columns in ("x,y", "2,3"):
            self.assertEqual(self.edges("a.csv", table, "--columns", columns)[0], [(0, 1), (1, 2)])
        self.assertIn("'z'", self.refused(1, "a.csv", table, "--columns", "x,z"))
        for columns in ("x", "x,", ",y", "x,y,z"):
            self.assertIn("--columns", self.refused(2, "a.csv", table, "--columns", columns))
        self.refused(2, "a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 0\n",
                     "--columns", "1,2")
        # No file has these: it is the command line that is wrong.
        for columns in ("0,1", "1,0", "x,00"):
            self.assertRegex(self.refused(2, "a.csv", table, "--columns", columns),
                             "--columns: there is no column 00?: .* count from 1")
        for columns in ("1,1", "2,02", "x,x"):
            self.assertIn("same column", self.refused(2, "a.csv", table, "--columns", columns))

    def test_numbers_of_columns(self):
        text = "source,other,target\n0,5,1\n"
        self.assertEqual(self.edges("a.csv", text, "--columns", "source,3")[0], [(0, 1)])
        self.assertIn(f"there is no column {2**64 + 1}",
                      self.refused(1, "a.csv", text, "--columns", f"1,{2**64 + 1}"))
        weights = ["--weights", "i32", "--weight-column", 0]
        message = self.fails(1, "convert", self.put("a.csv", text), self.path("o.wel"), *weights)
        self.assertIn("numbers of columns count from 1 (--weight-column)", message)
        done = self.run_yoke("convert", self.put("a.csv", "source,target,0\n4,5,7\n"), self.path("o.wel"), *weights)
        self.assertEqual((done.returncode, self.path("o.wel").read_text()), (0, "4 5 7\n"))

    def test_advice_for_short_lines_and_headers(self):
        message = self.refused(1, "a.csv", "source,target,weight\n0,1,2\n1\n")
        self.assertIn("ends before column 2", message)
        self.assertNotIn("--lenient", message)
        text = "id;x;to;Type;km\n1;0;1;U;3\n"
        names = ["--names", self.path("n.txt")]
        line = self.refused(1, "a.csv", text, *names).split("put the line '")[1].split("'")[0]
        self.assertEqual(len(self.edges("a.csv", line + "\n" + text, *names)[0]), 2)
        text = "a b w\nx y 3\n"
        weights = ["--weights", "i32", "--repeated", "sum"]
        message = self.fails(1, "convert", self.put("a.csv", text), self.path("o.wel"), *names, *weights)
        self.assertIn("put the line 'source target weight' before it", message)
        message = self.refused(1, "a.graph", "2000000 1\n2\n1\n")
        self.assertIn("ends after the lines of 2 of 2000000 vertices", message)
        self.assertIn("text in UTF-32", self.refused(1, "a.el", "0 1\n".encode("utf-32")))

    def test_quotes_keep_commas_of_names(self):
        table = '"Smith, s","t","say ""it"""\n0,1,2\n1,2,0\n'
        for columns, edges in (('"Smith, s",t', [(0, 1), (1, 2)]), ('t,"Smith, s"', [(1, 0), (2, 1)]),
                               ('"say ""it""","Smith, s"', [(0, 1), (2, 0)]), ('"1","2"', [(0, 1), (1, 2)])):
            with self.subTest(columns):
                self.assertEqual(self.edges("a.csv", table, "--columns", columns)[0], edges)
        for columns in ('"Smith, s,t', '"Smith, s"', '"Smith, s"t', '"",t', 'Smith, s,t', '"s"x,t'):
            with self.subTest(columns):
                self.assertIn("--columns", self.refused(2, "a.csv", table, "--columns", columns))

    def test_what_was_not_kept_is_said(self):
        edges, notes = self.edges("a.csv", "source,target,weight\n0,1,5\n1,2,7\n")
        self.assertEqual(edges, [(0, 1), (1, 2)])
        self.assertIn("yoke: note: ", notes)
        self.assertIn("'weight'", notes)

    def test_gephis_undirected_edges(self):
        self.put("a.csv", "Source,Target,Type\n0,1,Undirected\n1,2,Undirected\n")
        report = self.json("convert", self.path("a.csv"), self.path("a.yoke"), "--directed")
        self.assertEqual((report["symmetric"], report["arcs"]), (True, 4))


class Names(ForeignTest):
    def test_vertices_are_numbered_as_they_appear(self):
        text = 'source,target\nbob,"Smith, Al"\n"Smith, Al",zoë\n'
        edges, _ = self.edges("a.csv", text, "--names", self.path("names.txt"))
        self.assertEqual(edges, [(0, 1), (1, 2)])
        self.assertEqual(self.path("names.txt").read_text(), "bob\nSmith, Al\nzoë\n")
        for command in (["components", self.path("a.csv"), self.path("label.txt")],
                        ["bfs", self.path("a.csv")], ["graph", "info", self.path("a.csv")],
                        ["tree", "--graph", self.path("a.csv")]):
            self.path("names.txt").unlink()
            self.yoke(*command, "--names", self.path("names.txt"))
            self.assertEqual(len(self.path("names.txt").read_text().splitlines()), 3)
        self.assertEqual(self.read("label.txt"), [0, 0, 0])

    def test_a_header_is_no_edge(self):
        names = self.path("names.txt")
        for ways in ([], ["--names", names]):
            message = self.refused(1, "a.csv", "x,y\n1,2\n", *ways)
            self.assertIn("'x', 'y' do not say which hold the source", message)
            self.assertIn("--columns", message)
            self.assertFalse(names.exists())
        self.assertEqual(self.edges("a.csv", "x,y\n1,2\n", "--names", names, "--columns", "y,x"),
                         ([(0, 1)], ""))
        self.assertEqual(names.read_text(), "2\n1\n")
        self.assertEqual(self.edges("a.csv", "source,target\nx,y\n1,2\n", "--names", names)[0],
                         [(0, 1), (2, 3)])

    def test_lines_that_look_like_comments(self):
        for text in ("#a,b\n", "source,target\n#a,b\n"):
            edges, notes = self.edges("a.csv", text, "--names", self.path("names.txt"))
            self.assertEqual(edges, [])
            self.assertIn("the file holds no edges: 1 line was taken for a comment", notes)

    def test_standard_output_is_named_once(self):
        message = self.fails(2, "convert", self.put("a.csv", "a,b\nb,c\n"), "-", "--names", "-")
        self.assertEqual(message.count("standard output"), 1, message)
        self.assertNotIn("/dev/", message)
        out = self.path("out.el")
        message = self.fails(2, "convert", self.path("a.csv"), out, "--names", out)
        self.assertEqual(message.count(str(out)), 1, message)

    def test_it_is_advised(self):
        self.assertIn("--names", self.refused(1, "a.txt", "alice bob\nbob carol\n"))
        self.assertIn("--names", self.refused(1, "a.txt", "0 1\n1 bob\n"))
        self.assertIn("--names", self.refused(1, "a.txt", f"0 {2**64}\n"))
        edges, _ = self.edges("a.txt", f"0 {2**64}\n", "--names", self.path("names.txt"))
        self.assertEqual(edges, [(0, 1)])

    def test_nothing_is_left_of_a_failure(self):
        names = self.path("names.txt")
        names.write_text("as it was")
        self.refused(1, "a.txt", "a b\nc\n", "--names", names)
        self.assertEqual(names.read_text(), "as it was")
        self.assertEqual(self.files(), ["a.txt", "names.txt"])
        self.refused(2, "a.txt", "a b\n", "--names", names, "--compact-ids")
        self.refused(2, "a.txt", "a b\n", "--names", self.path("out.el"))
        self.refused(2, "a.gr", "p sp 2 1\na 1 2 1\n", "--names", names)
        self.assertIn("--names", self.fails(2, "bfs", "--random", "rmat:3", "--names", names))
        self.assertEqual(names.read_text(), "as it was")


class Ids(ForeignTest):
    def test_from_one(self):
        edges, notes = self.edges("a.el", "3 2\n1 2\n2 3\n", "--skip", 1)
        self.assertEqual(edges, [(1, 2), (2, 3)])
        self.assertIn("--base", notes)
        edges, notes = self.edges("a.el", "3 2\n1 2\n2 3\n", "--skip", 1, "--base", 1)
        self.assertEqual((edges, notes), ([(0, 1), (1, 2)], ""))
        self.assertIn("--base", self.refused(1, "a.el", "0 1\n", "--base", 1))
        self.assertIn("--base", self.fails(2, "bfs", "--random", "rmat:3", "--base", 1))
        self.fails(2, "convert", self.path("a.el"), self.path("b.el"), "--base", 1, "--compact-ids")

    def test_messages_name_the_ids_of_the_file(self):
        for last, words in ((4000000000, "vertex 4000000000 makes a graph far larger"),
                            (4294967299, "vertex 4294967299 does not fit: vertices of 32 bits are "
                                         "from 3 to 4294967297 (")):
            message = self.refused(1, "a.el", f"3 9\n4 {last}\n", "--base", 3)
            self.assertIn(words, message)
            self.assertIn("--compact-ids instead of --base", message)
        for base in (2**63 + 1, 2**64):
            self.assertIn("is not from 0 to 2^63", self.refused(2, "a.el", "0 1\n", "--base", base))

    def test_columns_of_a_bipartite_graph(self):
        mark = "% bip unweighted\n% 2 3 2\n"
        self.assertEqual(self.edges("a.el", mark + "1 1\n3 2\n", "--columns", "1,2")[0], [(1, 4), (3, 5)])
        self.assertEqual(self.edges("a.el", mark + "user item\n3 2\n", "--columns", "user,item")[0], [(3, 5)])
        for text, options in (("1 1\n2 2\n", ["--columns", "2,1"]), ("target source\n1 2\n", []),
                              ("% target source\n1 2\n", [])):
            self.assertIn("sources are in the first column", self.refused(1, "a.el", mark + text, *options))
        self.assertIn("vertex 0 is below 1", self.refused(1, "a.el", mark + "0 1\n2 2\n"))
        message = self.refused(1, "a.el", mark + "1 1\n2 3\n")
        self.assertIn("vertex 3 is too large: the second column has 2 (--lenient", message)
        self.assertIn("the second column has 0", self.refused(1, "a.el", "% bip unweighted\n% 1 3 0\n1 7\n"))
        for id, words in ((4000000000, f"vertex {4000000000}, behind the first column's 3, makes"),
                          (2**64 - 3, f"64 bits have no room for vertex {2**64 - 3} behind")):
            self.assertIn(words, self.refused(1, "a.el", mark + f"1 {id}\n", "--lenient"))
        self.assertEqual(self.edges("a.el", mark + "1 1\n2 3\n", "--lenient")[0], [(1, 4), (2, 6)])
        self.assertIn("the first column has 3", self.refused(1, "a.el", mark + "4 1\n"))
        self.assertEqual(self.edges("a.el", mark + "1 1\n3 2\n", "--base", 1)[0], [(0, 3), (2, 4)])
        # Lines without text are no comments.
        self.assertEqual(self.edges("a.el", "\n" + mark.replace("\n", "\n \n") + "1 1\n3 2\n")[0],
                         [(1, 4), (3, 5)])

    def test_other_comments_before_the_kind(self):
        for mark, arcs in (("% bip unweighted\n% 2 2 1\n", [(1, 3), (2, 3)]), ("% sym unweighted\n", [(1, 1), (1, 2)]),
                           ("# Undirected graph: x\n", [(1, 1), (1, 2)])):
            text = "# made by x\n\n" + mark + "1 1\n2 1\n"
            found = self.edges("a.el", text)[0]
            self.assertEqual(sorted(tuple(sorted(edge)) for edge in found), arcs)

    def test_records_that_begin_as_comments_and_span_lines(self):
        for rows, edges in (('#a,0,"p\n5,9,q",1\nb,1,z,2\n', [(0, 1), (1, 2)]),
                            ('#a,0,"p\n#q",1\nb,1,z,2\n', [(0, 1), (1, 2)])):
            self.assertEqual(self.edges("a.csv", "label,source,y,target\n" + rows)[0], edges)
        self.assertEqual(self.edges("a.csv", 'label,y,source,target\n#a,"p\nq",0,1\nb,z,1,2\n')[0],
                         [(0, 1), (1, 2)])
        rows = 'source,target,y\na,b,c\n#a,b,"p\nq,r,s"\n'
        self.assertIn("a comment has a quoted field that goes on in the next line",
                      self.refused(1, "a.csv", rows, "--names", self.path("n.txt")))
        # A comment with a quote that does not close.
        self.assertEqual(self.edges("a.csv", 'label,source,target\n# x,"y\na,0,1\nb,1,2\n')[0], [(0, 1), (1, 2)])

    def test_lists_without_names_have_no_records_of_several_lines(self):
        for text in ('0,1,abc\n1,2,"x\n3,4,z"\n', '0,1,abc\n1,2,\t"x\n3,4,z"\n', '0,1,5,6\n1,2,7,"x\n3,4,9,z"\n'):
            message = self.refused(1, "a.csv", text)
            self.assertIn("line 2: a quoted field goes on in the next line", message)
            header = "source,target" + ",a,b"[:2 * (text.split("\n")[0].count(",") - 1)] + "\n"
            self.assertEqual(self.edges("a.csv", header + text)[0], [(0, 1), (1, 2)])
        # Quotes that are letters, or that end in their line.
        for text in ('0\t1\tRock\n1\t2\t"Weird Al\n', "0,1,abc\n1,2,x\n# the \"end\"\n", '0,1,abc\n1,2,it"s,more\n',
                     "0,1,{'a': 'x', 'b': 2}\n1,2,{'a': \"O'Neil\"}\n", '0,1,abc\n1,2,"x, y",z\n',
                     "0,1,{}\n1,2,{'a': 'say, \"hi'}\n", '0,1\n1,2 # Smith, "Title\n',
                     '0\t1\tx\n1\t2\tAl, "Weird\n', '0 1 "x\n1 2 y\n', '0,1,5,abc\n1,2,7,"q"\n'):
            self.assertEqual(self.edges("a.csv", text)[0], [(0, 1), (1, 2)], text)

    def test_comments_with_quotes(self):
        for text in ('source,target\n# Cite: Smith, "A title\n# in two lines".\n0,1\n1,2\n',
                     'source,target,note\n# see foo, bar, "baz\n0,1,"abc"\n1,2,x\n'):
            self.assertEqual(self.edges("a.csv", text)[0], [(0, 1), (1, 2)], text)
        # Comments that could each be looked at to the file's end.
        for comment in ('#x"y,"z\n', '#",",\n'):
            columns = 16000
            wide = "label,source,target," + ",".join(f"c{i}" for i in range(columns)) + "\n" + comment * columns
            begin = time.monotonic()
            self.run_yoke("convert", self.put("a.csv", wide), self.path("out.el"))
            self.assertLess(time.monotonic() - begin, 2 if not IS_SANITIZED else 40)
        # Long rows are no comments, wherever they stand.
        rows = '#",",\n' * 200 + '#q,"' + "5,6,7\n" * 100 + '",0,1\nx,y,1,2\n'
        done = self.run_yoke("convert", self.put("a.csv", "a,b,source,target\n" + rows), self.path("out.el"), "--directed")
        if done.returncode == 0:
            self.assertEqual(self.path("out.el").read_text(), "0 1\n1 2\n")

    def test_the_first_mark_wins(self):
        for mark in ("# yoke edge list: directed 4 vertices\n", "% asym unweighted\n"):
            self.assertEqual(self.edges("a.el", mark + "# Undirected graph: x\n1 3\n3 1\n")[0], [(1, 3), (3, 1)])
            self.assertEqual(len(self.edges("a.el", "# Undirected graph: x\n" + mark + "1 3\n3 1\n")[0]), 1)

    def test_more_lines_to_skip_than_there_are(self):
        self.assertIn("the file has 2 lines, and --skip is 3", self.refused(1, "a.el", "0 1\n1 2\n", "--skip", 3))
        self.assertIn("the file has 2 lines, and --skip is 3", self.refused(1, "a.el", "0 1\n1 2", "--skip", 3))
        self.assertIn("the file has 0 lines", self.refused(1, "a.el", "", "--skip", 1))
        for name, text in (("a.mtx", "%%MatrixMarket\n1 1 0\n"), ("a.gr", "p sp 1 0\n"), ("a.graph", "1 0\n")):
            self.assertIn("and --skip is 9", self.refused(1, name, text, "--skip", 9))

    def test_a_header_without_known_names(self):
        message = self.refused(1, "a.csv", "x,y\n0,1\n")
        self.assertIn("(--columns does; if this line is an edge, --names, with a line 'source,target' before it)",
                      message)
        self.assertIn("--names takes words as ids", self.refused(1, "a.csv", "x,y\ny,z\n"))

    def test_more_vertices_than_a_comment_says(self):
        own = "# yoke edge list: undirected {} vertices\n0 1\n2 1\n"
        message = self.refused(1, "a.el", own.format(2))
        self.assertIn("line 3: vertex 2 is too large: a comment says that there are 2 vertices (--lenient",
                      message)
        self.assertIn("there is 1 vertex", self.refused(1, "a.el", own.format(1)))
        self.assertIn("there are 0 vertices", self.refused(1, "a.el", own.format(0)))
        for text, options in ((own.format(3), []), (own.format(2), ["--lenient"]), (own.format(1), ["--compact-ids"])):
            self.assertEqual(len(self.edges("a.el", text, *options)[0]), 2)
        based = self.edges("a.el", own.format(3).replace("0 1\n2 1", "1 2\n3 2"), "--base", 1)[0]
        self.assertEqual(based, [(0, 1), (1, 2)])

    def test_what_a_header_says_does_not_bound_compacted_ids(self):
        large = "% bip unweighted\n% 1 3000000000 2\n1 1\n"
        self.assertIn("3000000002 vertices make", self.refused(1, "a.el", large))
        self.assertIn("3000000001 vertices make", self.refused(1, "a.el", large, "--base", 1))
        self.assertEqual(self.edges("a.el", large, "--compact-ids")[0], [(0, 1)])
        self.assertIn("64 bits", self.refused(1, "a.el", large.replace("3000000000", str(2**64 - 1)), "--compact-ids"))
        own = "# yoke edge list: undirected 2000000000 vertices\n0 1\n"
        self.assertIn("far larger", self.refused(1, "a.el", own))
        self.assertEqual(self.edges("a.el", own, "--compact-ids")[0], [(0, 1)])
        self.assertEqual(self.edges("a.el", own, "--names", self.path("n.txt"))[0], [(0, 1)])

    def test_far_ones(self):
        """The option that a message advises works."""
        for far in (2**60, 2**61 + 5, 2**64 - 1):
            text = f"0 {far}\n"
            for wide in ([], ["--wide"]):
                message = self.refused(1, "a.el", text, *wide)
                self.assertIn("--compact-ids", message)
                self.assertNotIn("--wide", message)
            self.assertEqual(self.edges("a.el", text, "--compact-ids")[0], [(0, 1)])


class BothEnds(ForeignTest):
    def info(self, name, text, *options):
        done = self.run_yoke("graph", "info", self.put(name, text), "--json", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def test_colouring_files(self):
        done = self.info("a.col", "p edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n")
        self.assertIn('"edges": 2', done.stdout)
        self.assertIn('"multi_edges": 0', done.stdout)
        self.assertIn("read once", done.stderr)
        done = self.info("a.col", "p edge 3 3\ne 1 2\ne 2 1\ne 2 3\n")
        self.assertIn('"edges": 3', done.stdout)
        self.assertIn("--merge", done.stderr)
        done = self.info("a.col", "p edge 3 3\ne 1 2\ne 2 1\ne 2 3\n", "--merge")
        self.assertIn('"edges": 2', done.stdout)

    def test_directed_lists(self):
        done = self.info("a.el", "0 1\n1 0\n1 2\n2 1\n")
        self.assertIn('"edges": 4', done.stdout)
        self.assertIn("--merge", done.stderr)
        self.assertEqual(self.info("a.el", "0 1\n1 0\n1 2\n2 1\n", "--merge").stderr, "")


class Empty(ForeignTest):
    def test_a_header_alone_is_an_empty_graph(self):
        for text in ("source,target\n", "Source\tTarget\tType", ""):
            done = self.run_yoke("graph", "info", self.put("a.csv", text), "--json")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn('"vertices": 0', done.stdout)
            self.assertIn('"edges": 0', done.stdout)

    def test_tables_without_edges_come_back(self):
        for name in ("a.csv", "a.tsv"):
            self.yoke("generate", "graph", "gnm:5,0", self.path(name))
            self.assertRegex(self.path(name).read_text(), "^source.target\n$")
            self.assertEqual(self.json("graph", "info", self.path(name))["edges"], 0)


class NamesOfOutputs(ForeignTest):
    def test_they_promise_what_is_written(self):
        source = self.put("a.el", "0 1\n1 2\n")
        for name, instead in (("b.wsg", "b.sg"), ("b.wel", "b.el")):
            out = self.path(name)
            for command in (["convert", source, out], ["generate", "graph", "rmat:3", out],
                            ["components", source, "--forest", out]):
                message = self.fails(2, *command)
                self.assertIn(f"{out}: the name promises weights", message)
                self.assertIn(f"write {self.path(instead)}", message)
            message = self.fails(2, "convert", source, out, "--output-format",
                                 {"b.wsg": "gapbs", "b.wel": "edge_list"}[name])
            self.assertIn("promises weights", message)
        for name in ("b.graphml", "b.gml"):
            message = self.fails(2, "convert", source, self.path(name))
            self.assertIn("is not written", message)
            self.assertNotIn("options.", message)
            self.assertNotIn("--format", message)  # which is of the input
        self.assertEqual(self.files(), ["a.el"])
        # Before any work: the input need not be there.
        self.assertIn("promises", self.fails(2, "convert", self.path("none.el"), self.path("b.wsg")))


class Binaries(ForeignTest):
    def test_weighted_files_of_gapbs(self):
        rows, arcs = [0, 1, 3, 4], [1, 0, 2, 1]
        content = struct.pack("<bqq4q", 0, 4, 3, *rows)
        content += b"".join(struct.pack("<ii", v, 9) for v in arcs)
        edges, notes = self.edges("a.wsg", content)
        self.assertEqual(edges, [(0, 1), (1, 2)])
        self.assertIn("weights were not kept", notes)
        with open(self.path("a.wsg"), "rb") as stream:
            done = self.run_yoke("graph", "info", "-", "--json", stdin=stream)
        self.assertIn('"format": "gapbs"', done.stdout)
        self.assertIn('"edges": 2', done.stdout)
        self.assertIn("weights were not kept", done.stderr)


if __name__ == "__main__":
    run_tests()
