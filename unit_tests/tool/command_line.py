"""How the command-line tool takes and refuses its arguments.

    python3 command_line.py PATH_OF_YOKE [unittest's arguments]
"""

from tool_test import ToolTest, run_tests


class CommandLine(ToolTest):
    def test_help_says_what_there_is(self):
        text = self.yoke("--help").stdout
        for command in ("rank", "tree", "components", "forest", "bfs", "paths", "distances",
                        "eccentricities", "closeness", "photons", "graph", "convert", "generate", "random", "tune", "info", "Exit codes"):
            self.assertIn(command, text)
        for command in (["rank"], ["tree"], ["photons"], ["generate", "list"], ["tune"], ["info"]):
            self.assertIn("--json", self.yoke(*command, "--help").stdout)

    def test_version(self):
        self.assertRegex(self.yoke("--version").stdout, r"^yoke \d+\.\d+\.\d+\n$")

    def test_what_cannot_be_obeyed(self):
        for arguments in ([], ["rnak"], ["rank"], ["rank", "--random"], ["rank", "--random", "12x"],
                          ["rank", "--random", "2^64"], ["rank", "--random", "-5"],
                          ["rank", "--random", "8", "a", "b"], ["rank", "a", "b", "c"],
                          ["rank", "a", "--order", "random"],
                          ["rank", "--random", "8", "--repeat", "0"],
                          ["rank", "--random", "8", "--tail", "end"],
                          ["rank", "--random", "8", "--space", "gpu"],
                          ["rank", "--random", "8", "--split", "0.5", "--space", "host"],
                          ["rank", "--random", "8", "--space", "hybrid", "--split", "1.5"],
                          ["rank", "--random", "8", "--type", "u32", "--tail", "2^40"],
                          ["rank", "--random", "8", "--type", "u32", "--tail", "5000000000"],
                          ["rank", "--random", "8", "--space", "hybrid", "--split", "0.5",
                           "--algorithm", "wyllie"],
                          ["rank", "--random", "8", "--kokkos-no-such-thing"],
                          ["tree"], ["tree", "a", "--directory", "b"], ["generate"],
                          ["generate", "list", "a"], ["tune", "--capability", "photons"], ["tune", "--quick", "--sizes", "8"],
                          ["tune", "--sizes", "0"]):
            with self.subTest(arguments):
                self.fails(2, *arguments)
        self.assertEqual(self.files(), [])

    def test_an_unknown_algorithm_is_answered_with_the_known_ones(self):
        message = self.fails(2, "rank", "--random", "8", "--algorithm", "fastest")
        for name in ["fastest", "automatic", "wyllie", "helman_jaja", "sublist_walk"]:
            self.assertIn(name, message)

    def test_numbers_that_are_none(self):
        for option in (["rank", "--random", 8, "--seed"], ["bfs", "--random", "rmat:3", "--seed"],
                       ["bfs", "--random", "rmat:3", "--source-seed"],
                       ["generate", "graph", "rmat:3", self.path("g"), "--seed"],
                       ["bfs", "--random", "rmat:3", "--from"],
                       ["photons", self.path("p"), "--photons"],
                       ["tree", self.path("t"), "--top"]):
            for number in ("-1", str(2**64), "2^64", "1.5", "0x1", "1 ", "one", "nan"):
                with self.subTest(option, number=number):
                    wrong = "is not from" if number in (str(2**64), "2^64") else "is not a count"
                    self.assertIn(f"'{number}' {wrong}", self.fails(2, *option, number))
        self.assertEqual(self.files(), [])

    def test_more_than_any_memory(self):
        for nodes in ("2^45", "2^60", "2^61", "2^63"):
            self.assertIn("is too large: ranking it takes", self.fails(1, "rank", "--random", nodes))
            message = self.fails(1, "generate", "list", self.path("list.u64"), "--nodes", nodes)
            self.assertIn("there is not enough memory", message)
            self.assertNotIn("Kokkos", message)
        self.assertEqual(self.files(), [])

    def test_names_that_are_empty(self):
        """As those of a shell's variables that are not set: no output would be written."""
        self.path("list.txt").write_text("0\n")
        for arguments in (["rank", self.path("list.txt"), ""], ["rank", ""], ["tree", ""],
                          ["tree", self.path("list.txt"), "--output", ""],
                          ["rank", self.path("list.txt"), "--timeline", ""],
                          ["generate", "list", "", "--nodes", 3]):
            with self.subTest(arguments):
                self.assertIn("nothing between the quotes", self.fails(2, *arguments))
        self.assertEqual(self.files(), ["list.txt"])

    def test_info_says_what_sorts_keys_on_hosts(self):
        sort = self.json("info")["host"]["sort"]
        self.assertIn(sort, ("highway", "radix"))
        self.assertIn("Highway's" if sort == "highway" else "digit by digit", self.yoke("info").stdout)

    def test_info_says_what_knows_the_cores(self):
        topology = self.json("info")["host"]["topology"]
        self.assertIn(topology, ("hwloc", ""))
        self.assertRegex(self.yoke("info").stdout, r"topology +" + (topology or "unknown"))

    def test_a_device_that_this_build_does_not_have(self):
        if self.has_device():
            self.json("rank", "--random", "1000", "--space", "device", "--verify")
            return
        for command in (["rank", "--random", "8"], ["tree", "--directory", self.folder]):
            message = self.fails(2, *command, "--space", "device")
            self.assertIn("this build has no device", message)
            self.assertIn("docs/tool.md", message)

    def test_processes_that_cannot_find_each_other_are_refused(self):
        """Of a build without MPI, or of another MPI than the launcher's."""
        keys, out = self.write("keys.u32", [3, 1, 2]), self.path("out.u32")
        self.environment["OMPI_COMM_WORLD_SIZE"] = "2"
        said = self.yoke("sort", keys, out, code=2).stderr
        self.assertIn("started several processes", said)
        self.assertIn("YOKE_ALONE=1", said)
        self.assertFalse(out.exists())
        self.environment["YOKE_ALONE"] = "0"
        self.yoke("sort", keys, out, code=2)
        # Several by srun, which one of mpirun's has started.
        self.environment.update(OMPI_COMM_WORLD_SIZE="1", SLURM_STEP_NUM_TASKS="2")
        self.yoke("sort", keys, out, code=2)
        self.assertFalse(out.exists())
        self.environment["YOKE_ALONE"] = "1"
        self.yoke("sort", keys, out)
        self.assertEqual(self.read("out.u32"), [1, 2, 3])

    def test_a_word_that_is_no_command_is_named(self):
        for arguments, words in ((["convert", "a", "b", "-o", "/dev/full"], "convert has no option -o ("),
                                 (["generate", "graph", "rmat:4", "-", "--output-format", "dimacs"],
                                  "generate graph has no option --output-format ("),
                                 (["info", "x", "y", "z"], "info does not expect x y z ("),
                                 (["rnak"], "'rnak' is not a command of yoke: rank, tree, "),
                                 (["rnak", "--json", "a"], "'rnak'"),
                                 (["graph", "inof", "a"], "'inof' is not a command of graph: info"),
                                 (["generate", "lsit", "a"], "'lsit' is not a command of generate: "
                                                             "list, keys, strings, graph"),
                                 (["--verfiy"], "yoke has no option --verfiy"),
                                 ([], "yoke needs a command: rank, tree"),
                                 (["generate"], "generate needs a command: list, keys, strings, graph")):
            self.assertIn(words, self.fails(2, *arguments), arguments)

    def test_an_option_of_several_values_leaves_the_next_word(self):
        self.path("graph.el").write_text("0 1\n1 2\n3 4\n")
        for arguments in (["--from", 0, self.path("graph.el")], [self.path("graph.el"), "--from", 0],
                          ["--from=0", self.path("graph.el")]):
            report = self.json("bfs", *arguments)
            self.assertEqual([search["reached"] for search in report["searches"]], [3])
        for arguments in (["--from", "0,3", self.path("graph.el")],
                          ["--from", 0, "--from", 3, self.path("graph.el")]):
            report = self.json("bfs", *arguments)
            self.assertEqual([search["reached"] for search in report["searches"]], [5])

    def test_a_list_of_numbers_has_no_gaps(self):
        for option in (["bfs", "--random", "rmat:3", "--from"], ["tune", "--sizes"]):
            for numbers in ("1,,2", ",1", "1,", ","):
                with self.subTest(option, numbers=numbers):
                    self.assertIn(f"a number is missing in '{numbers}'",
                                  self.fails(2, *option, numbers))

    def test_beside_a_generated_input_a_file_that_is_there_is_no_output(self):
        """It may be meant to be read."""
        shape = {"rank": 8, "components": "rmat:3", "bfs": "rmat:3"}
        self.path("graph.el").write_text("0 1\n")
        for command in ("rank", "components", "bfs"):
            random = [command, "--random", shape[command]]
            for arguments in ([*random, "graph.el"], [command, "graph.el", *random[1:]]):
                message = self.fails(2, *arguments, cwd=self.folder)
                self.assertIn("with --random there is no INPUT", message)
                self.assertIn("--output graph.el", message)
            self.assertIn("graph.el and new", self.fails(2, *random, "graph.el", "-o", "new",
                                                         cwd=self.folder))
            self.assertEqual(self.path("graph.el").read_text(), "0 1\n")
            self.path("empty").touch()
            for arguments in (["new"], ["empty"], ["-o", "new"], ["--output", "new"], ["/dev/null"]):
                self.yoke(*random, *arguments, cwd=self.folder)
            self.assertEqual(self.path("new").read_text(), self.path("empty").read_text())
            self.path("new").unlink()
            self.path("empty").unlink()
        self.assertEqual(self.files(), ["graph.el"])

    def test_an_output_by_its_option(self):
        self.path("graph.el").write_text("0 1\n")
        self.path("list.txt").write_text("1\n1\n")
        for command, name in (("rank", "list.txt"), ("components", "graph.el"), ("bfs", "graph.el"),
                              ("tree", "list.txt")):
            for option in ("-o", "--output"):
                self.yoke(command, name, option, "new", cwd=self.folder)
                self.assertTrue(self.path("new").read_text())
                self.path("new").unlink()
            self.fails(2, command, name, "one", "-o", "new", cwd=self.folder)
        self.assertEqual(self.files(), ["graph.el", "list.txt"])

    def test_messages_name_the_tools_own_options(self):
        self.path("graph.el").write_text("0 1\n1 2\n3 4\n")
        split = ["--space", "hybrid", "--split", "0.5"]
        for arguments, option in (
                (["rank", "--random", 8, *split, "--algorithm", "wyllie"], "--split"),
                (["components", self.path("graph.el"), *split, "--algorithm", "sequential"],
                 "--split"),
                (["bfs", self.path("graph.el"), *split, "--algorithm", "sequential"], "--split")):
            with self.subTest(arguments):
                message = self.fails(2, *arguments)
                self.assertTrue(message.startswith("yoke: " + option), message)
                self.assertNotIn("options.", message)
                self.assertNotIn("yoke::", message)
        self.path("list.txt").write_text("1\n2\n0\n")
        message = self.fails(1, "rank", self.path("list.txt"), "--validate")
        self.assertTrue(message.startswith(f"yoke: {self.path('list.txt')}: "), message)
        self.assertNotIn("yoke::", message)
        self.assertIn("cannot read options.txt: ",
                      self.fails(1, "rank", "options.txt", cwd=self.folder))

    def test_options_for_kokkos(self):
        text = self.yoke("rank", "--kokkos-num-threads=1", "--random", "100", "--space", "host")
        self.assertIn("host, 1 thread\n", text.stdout)

    def test_options_that_kokkos_would_abort_over(self):
        for option in ("--kokkos-num-threads=abc", "--kokkos-num-threads", "--kokkos-num-threads=",
                       "--kokkos-num-threads=0", "--kokkos-num-threads=-3", "--kokkos-device-id=x",
                       "--kokkos-device-id=-1"):
            message = self.fails(2, "rank", "--random", 8, option)
            self.assertEqual(len(message.splitlines()), 1, message)
            self.assertIn(option.split("=")[0] + "=", message)
            self.assertIn("a number from", message)
        self.environment["KOKKOS_NUM_THREADS"] = "many"
        self.assertIn("KOKKOS_NUM_THREADS=many", self.fails(2, "rank", "--random", 8))
        del self.environment["KOKKOS_NUM_THREADS"]
        for option in ("--kokkos-map-device-id-by=chance", "--kokkos-num-threadsx=2", "--kokkos-nothing",
                       "--kokkos-print-configuration=odd"):
            message = self.fails(2, "rank", "--random", 8, option)
            self.assertEqual(len(message.splitlines()), 1, message)
            self.assertIn(option.split("=")[0], message)

    def test_powers_beyond_all_counts(self):
        for option in (["--words", 1, "--seed", "99999999999999999999^1"], ["--words", "18446744073709551616^1"]):
            self.assertIn("is not from 0 to", self.fails(2, "random", *option))
        self.assertIn("neither self, -1 nor a number",
                      self.fails(2, "rank", "--random", 8, "--tail", "99999999999999999999^1"))
        self.assertEqual(self.yoke("random", "--words", 1, "--seed", "99999999999999999999^0").stdout,
                         self.yoke("random", "--words", 1, "--seed", 1).stdout)

    def test_options_with_another_number_of_values(self):
        self.assertIn("--repeat is given more than once", self.fails(2, "rank", "--repeat", 2, "--repeat", 3))
        self.assertIn("--output needs a value", self.fails(2, "rank", "--random", 8, "--output"))

    def test_values_behind_a_sign(self):
        for name in ("a.u32", "b.u32"):
            self.path(name).write_bytes(b"BBBBAAAA")
        for option in ("--output", "--permutation", "--type"):
            self.assertIn(f"{option} needs a value",
                          self.fails(2, "sort", option + "=", self.path("a.u32"), self.path("b.u32")))
        self.assertIn("--words needs a value", self.fails(2, "random", "--words=", 3))
        self.assertEqual(self.path("a.u32").read_bytes(), b"BBBBAAAA")
        for value in ("maybe", "false", "0", ""):
            self.assertIn("--json takes no value", self.fails(2, "info", "--json=" + value))
        self.assertIn("--reverse takes no value",
                      self.fails(2, "sort", self.path("a.u32"), "-", "--reverse=false"))
        self.assertIn("--help takes no value", self.fails(2, "info", "--help=no"))
        self.assertIn("--version takes no value", self.fails(2, "--version=x"))
        self.assertIn("yoke has no option --json", self.fails(2, "--json", "info"))
        self.assertIn("does not expect x", self.fails(2, "info", "--", "x"))
        self.assertIn("-o takes its value without =", self.fails(2, "sort", self.path("a.u32"), "-o=b.u32"))
        self.assertIn("-h takes no value", self.fails(2, "info", "-h=no"))
        for words in (["--permutation", "--", "--output=", self.path("a.u32")],
                      [self.path("a.u32"), "--output", "--json"]):
            self.assertRegex(self.fails(2, "sort", *words), "--(permutation|output) needs a value")
        self.assertEqual(self.files(), ["a.u32", "b.u32"])
        self.assertIn("generate does not expect foo", self.fails(2, "generate", "foo", "list", "x", "--nodes", 8))
        self.assertIn("sort does not expect", self.fails(2, "sort", "--", "a", "b", "c", "d"))
        done = self.run_yoke("sort", "-o", "-", "--", "a.u32", cwd=self.folder)
        self.assertEqual(done.returncode, 0)

    def test_more_threads_than_an_int_holds(self):
        for number in ("2147483648", "4294967295", " 4294967297"):
            self.environment["OMP_NUM_THREADS"] = number
            self.assertIn("Kokkos has room for 512 threads", self.fails(2, "rank", "--random", 8, "--space", "host"))


if __name__ == "__main__":
    run_tests()
