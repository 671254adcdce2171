"""What the command-line tool leaves in files and on standard output.

    python3 outputs.py PATH_OF_YOKE [unittest's arguments]
"""

import array
import json
import os
import resource
import signal
import subprocess
import time
from pathlib import Path

from tool_test import ToolTest, run_tests

SMALL_LIST = "1\n2\n2\n"
SLAB = Path(__file__).parents[2] / "examples/photons/slab.mci"
SMALL_GRAPH = "0 1\n1 2\n3 4\n"


class OutputTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.path("list.txt").write_text(SMALL_LIST)
        self.path("graph.el").write_text(SMALL_GRAPH)

    def write_old(self, *names):
        for name in names:
            self.path(name).write_text("as it was")

    def check_old(self, *names):
        for name in names:
            self.assertEqual(self.path(name).read_text(), "as it was", name)
        self.assertEqual(self.files(), sorted([*names, "list.txt", "graph.el"]))

    def commands(self, *names):
        """Every command that writes, with as many outputs as there are names, at most."""
        a, b, c = (list(names) + [None, None, None])[:3]
        every = ((["rank", "list.txt", a], ["--timeline", b]),
                 (["tree", "list.txt", "--output", a], []),
                 (["components", "graph.el", a], ["--forest", b], ["--timeline", c]),
                 (["bfs", "graph.el", "--from", 0, a], ["--parents", b], ["--timeline", c]),
                 (["convert", "graph.el", a], []), (["generate", "list", a, "--nodes", 5], []),
                 (["generate", "graph", "gnm:5,4", a], []))
        for parts in every:
            options = [part for part in parts if part]
            if len(options) >= len(names):
                yield sum(options[:len(names)], [])

    def run_here(self, command, **options):
        return self.run_yoke(*command, cwd=self.folder, text=False, **options)

    def refused(self, code, command, *words):
        message = self.fails(code, *command, cwd=self.folder)
        for word in words:
            self.assertIn(word, message)


class Together(OutputTest):
    def test_what_was_there_is_replaced(self):
        for command in self.commands("old"):
            with self.subTest(command):
                self.write_old("old")
                self.yoke(*command, cwd=self.folder)
                self.assertNotIn("as it was", self.path("old").read_text())
                self.assertEqual(self.files(), ["graph.el", "list.txt", "old"])

    def test_all_or_none(self):
        self.write_old("old", "older")
        for bad, words in (("missing/file", "No such file"), ("/dev/full", "No space left"),
                           (".", "is a folder")):
            for names in ((bad,), ("old", bad), (bad, "old"), ("old", "older", bad),
                          ("old", bad, "older")):
                for command in self.commands(*names):
                    with self.subTest(command):
                        self.refused(1, command, "cannot write", words)
                        self.check_old("old", "older")

    def test_a_bad_name_is_seen_before_the_work(self):
        """The input would never end: nobody writes into it."""
        os.mkfifo(self.path("list"))
        self.refused(1, ["rank", "list", "missing/rank.u32"], "missing/rank.u32")

    def test_no_name_promises_compression(self):
        words = self.path("w.u32")
        words.write_bytes(bytes(range(16)))
        for command, options in (("sort", ["--type", "u32"]), ("histogram", ["--bins", 2])):
            message = self.fails(2, command, words, self.path("o.gz"), *options)
            self.assertIn("files are not written compressed: write o, and compress that", message)
            self.assertFalse(self.path("o.gz").exists())

    def test_one_name_twice(self):
        self.write_old("old")
        self.path("link").symlink_to("old")
        os.link(self.path("old"), self.path("hard"))
        self.path("dangling").symlink_to("new")
        self.path("folder").mkdir()
        for pair in (("new", "new"), ("new", "./new"), ("new", "folder/../new"), ("dangling", "new"),
                     ("old", "link"), ("old", "hard"), ("-", "-"), ("/dev/stdout", "-")):
            for command in self.commands(*pair):
                with self.subTest(command):
                    words = ["standard output"] if pair[1] == "-" else ["the same file", pair[0]]
                    self.refused(2, command, *words)
        self.assertEqual(self.path("old").read_text(), "as it was")
        self.assertFalse(self.path("new").exists())
        self.yoke("components", "graph.el", "/dev/null", "--forest", "/dev/null", cwd=self.folder)

    def test_a_report_is_no_input_or_output(self):
        self.path("old").write_text("as it was")
        for arguments, name in ((["graph.el"], "graph.el"), (["graph.el", "old"], "old")):
            before = self.path(name).read_text()
            with open(self.path(name), "a", encoding="ascii") as report:
                done = subprocess.run([self.YOKE, "components", *arguments], stdout=report, stderr=subprocess.PIPE,
                                      cwd=self.folder, env=self.environment, text=True, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"the report would go into {name}: send standard output to another file", done.stderr)
            self.assertEqual(self.path(name).read_text(), before)
        before = self.path("graph.el").read_text()
        with open(self.path("graph.el"), encoding="ascii") as graph, open(self.path("graph.el"), "a") as report:
            for arguments, outputs, words in ((["-"], {"stdout": report}, "into standard input: send standard output"),
                                              (["graph.el", "-"], {"stderr": report}, "")):
                pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | outputs
                done = subprocess.run([self.YOKE, "components", *arguments], stdin=graph, cwd=self.folder,
                                      env=self.environment, text=True, check=False, **pipes)
                self.assertEqual(done.returncode, 2)
                self.assertIn(words, done.stderr or "")
        self.assertNotIn("components", self.path("graph.el").read_text().replace("yoke: ", "")[len(before):][:20])
        self.path("graph.el").write_text(before)
        with open(self.path("report"), "w", encoding="ascii") as report:
            subprocess.run([self.YOKE, "components", "graph.el"], stdout=report, cwd=self.folder,
                           env=self.environment, check=True)
        self.assertIn("components", self.path("report").read_text())

    def test_an_input_is_no_output(self):
        for name in ("list.txt", "graph.el"):
            os.link(self.path(name), self.path("hard." + name))
            self.path("link." + name).symlink_to(name)
            for output in (name, "./" + name, "hard." + name, "link." + name, self.path(name)):
                for command in self.commands(output):
                    if command[1] == name:
                        with self.subTest(command):
                            self.refused(2, command, "the input", "the same file", name)
        for command in self.commands("new", "graph.el"):
            if command[1] == "graph.el":
                self.refused(2, command, "the input graph.el")
        with open(self.path("list.txt")) as stdin:
            self.refused_from(stdin, ["rank", "-", "list.txt"], "the input -")
        self.assertEqual(self.path("list.txt").read_text(), SMALL_LIST)
        self.assertEqual(self.path("graph.el").read_text(), SMALL_GRAPH)
        self.assertFalse(self.path("new").exists())

    def refused_from(self, stdin, command, words):
        done = self.run_here(command, stdin=stdin)
        self.assertEqual(done.returncode, 2)
        self.assertIn(words, done.stderr.decode())

    def test_a_disk_that_fills_up_leaves_nothing_behind(self):
        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (10000, 10000))

        self.write_old("old")
        for name in ("old", "new.u32", "new.txt"):
            for command in (["rank", "--random", 50000, "-o", name],
                            ["generate", "list", name, "--nodes", 50000],
                            ["generate", "graph", "gnm:1000,50000", name],
                            ["bfs", "--random", "gnm:50000,9", "-o", name, "--parents", "parents.u32"],
                            ["bfs", "--random", "gnm:50000,9", "--parents", "parents.u32",
                             "--timeline", "trace.json", "-o", name]):
                message = self.fails(1, *command, preexec_fn=limit_files, cwd=self.folder)
                self.assertIn("File too large", message)
                self.check_old("old")


class Modes(OutputTest):
    def mode(self, name):
        return self.path(name).stat().st_mode & 0o7777

    def test_they_are_kept(self):
        for command in self.commands("old"):
            for mode in (0o600, 0o644, 0o755):
                self.write_old("old")
                self.path("old").chmod(mode)
                self.yoke(*command, cwd=self.folder)
                self.assertEqual(self.mode("old"), mode, command)

    def test_a_new_files_is_what_the_user_asks_for(self):
        for mask in (0o022, 0o077):
            for command in self.commands("new"):
                self.yoke(*command, cwd=self.folder, preexec_fn=lambda mask=mask: os.umask(mask))
                self.assertEqual(self.mode("new"), 0o666 & ~mask, command)
                self.path("new").unlink()

    def test_a_file_that_is_not_to_be_written_is_not(self):
        if os.geteuid() == 0:
            self.skipTest("root may write all")
        self.write_old("old")
        self.path("old").chmod(0o444)
        for command in self.commands("old"):
            self.refused(1, command, "Permission denied")
        self.check_old("old")

    def test_links_stay_links(self):
        self.path("folder").mkdir()
        self.path("first").symlink_to("second")
        self.path("second").symlink_to("folder/target")
        for command in self.commands("first"):
            with self.subTest(command):
                for _ in ("made where it points", "replaced there"):
                    self.yoke(*command, cwd=self.folder)
                    self.assertTrue(self.path("first").is_symlink())
                    self.assertTrue(self.path("second").is_symlink())
                    self.assertTrue(self.path("folder/target").read_text())
                self.assertEqual(os.listdir(self.path("folder")), ["target"])
                self.path("folder/target").unlink()


class TuningFile(OutputTest):
    """`yoke tune` writes as all do."""
    TUNE = ["tune", "--capability", "list_rank", "--sizes", "100", "--repetitions", "1", "--output"]

    def test_standard_output(self):
        for name in ("-", "/dev/stdout", "/dev/fd/1"):
            done = self.run_here([*self.TUNE, name])
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout)["format"], "yoke tuning 2")
            self.assertIn(b"host share", done.stderr)
            self.assertIn("list_rank", json.loads(self.run_here([*self.TUNE, name, "--json"]).stderr))
        with open(self.path("log"), "w") as log:
            self.assertEqual(self.run_here([*self.TUNE, "-"], stdout=log).returncode, 0)
        self.assertEqual(json.loads(self.path("log").read_text())["format"], "yoke tuning 2")
        self.assertEqual(self.files(), ["graph.el", "list.txt", "log"])

    def test_no_folder_is_made(self):
        self.refused(1, [*self.TUNE, "nosuch/x"], "cannot write nosuch/x: No such file")
        self.assertEqual(self.files(), ["graph.el", "list.txt"])

    def test_but_for_the_file_that_the_library_reads(self):
        self.environment.pop("YOKE_TUNING")
        self.environment["XDG_CONFIG_HOME"] = str(self.path("config"))
        self.yoke(*self.TUNE[:-1])
        self.assertTrue(self.path("config/yoke/tuning.json").read_text())

    def test_a_bad_name_is_seen_before_the_work(self):
        begin = time.monotonic()
        self.refused(1, ["tune", "--sizes", "2^24", "--repetitions", 1000, "--output", "."], "folder")
        self.assertLess(time.monotonic() - begin, 30)

    def test_an_empty_one(self):
        for text in ("", "\n"):
            self.path("empty").write_text(text)
            message = self.fails(1, *self.TUNE, "empty", cwd=self.folder)
            self.assertIn("the tuning file empty cannot be used: it is empty", message)
            self.assertNotIn("json.exception", message)
            self.assertEqual(self.path("empty").read_text(), text)

    def test_one_that_is_no_table(self):
        table = '{"format": "yoke tuning 2", "machines": '
        for text, reason in (("{", "no JSON from line 1 on"), ("[]", '"format" should be'), ("3", '"format" should be'),
                             ('{"a": 3}', 'it lacks "format"'), ('{\n"format": ?}', 'from line 2 on, after "format"'),
                             (table + "3}", '"machines" is no object'), (table + '{"x": 3}}', "no array"),
                             (table + '{"x": [3]}}', '"shares" should be'),
                             (table + '{"x": [{"shares": {}}]}}', "shares is no array"),
                             (table + '{"x": [{"shares": [], "capability": 3}]}}', "capability is 3, no text"),
                             ('{"a": 1e999}', 'a number beyond double precision, after "a"')):
            self.path("table").write_text(text)
            self.environment["YOKE_TUNING"] = str(self.path("table"))
            messages = [self.fails(1, *self.TUNE, self.path("table")), self.yoke("info").stdout]
            for message in messages:
                self.assertIn(reason, message, text)
                self.assertIn("cannot be used", message)
                self.assertIn("remove it, or name another one", message)
                self.assertNotIn("json.exception", message)

    def test_a_folder_as_the_table(self):
        self.environment["YOKE_TUNING"] = str(self.folder)
        self.assertIn("it is a folder", self.yoke("info").stdout)

    def test_a_pipe_as_the_table(self):
        os.mkfifo(self.path("pipe"))
        self.environment["YOKE_TUNING"] = str(self.path("pipe"))
        self.assertIn("it is a pipe", self.yoke("info").stdout)
        self.assertIn("it is a pipe", self.run_yoke("rank", "--random", 1000, "--space", "hybrid").stderr)

    def test_what_has_no_end_as_the_table(self):
        for name in ("/dev/zero", "/dev/null"):
            self.environment["YOKE_TUNING"] = name
            self.assertIn("no regular file", self.yoke("info").stdout)
        os.mkfifo(self.path("pipe"))
        self.environment["YOKE_TUNING"] = str(self.path("pipe"))
        self.assertIn("is a pipe or a device: name a regular file", self.fails(1, *self.TUNE[:-1]))

    def test_values_of_any_depth_and_length(self):
        """No stack overflows, and a message stays short and on one line."""
        deep = "[" * 200000 + "]" * 200000
        for text in ('{"format":' + deep + "}", '{"format": "' + "x" * 2**20 + '"}',
                     '{"format": "yoke tuning 2", "machines": {"x": [{"shares": [], "capability": ' + deep + "}]}}",
                     '{"format": "yoke tuning 2", "machines": {"x": [{"shares": [], "capability": "a", "place": '
                     '"\\u001b[31mz\\nq"}]}}'):
            self.path("odd").write_text(text)
            self.environment["YOKE_TUNING"] = str(self.path("odd"))
            self.assertIn("cannot be used", self.yoke("info").stdout)
            warning = self.run_yoke("rank", "--random", 1000, "--space", "hybrid").stderr
            self.assertEqual(len(warning.splitlines()), 1, warning[:300])
            self.assertLess(len(warning), 400)
            self.assertTrue(warning[:-1].isprintable())

    def test_many_shares_are_read_in_linear_time(self):
        share = '{"size": %d, "host_share": 0.5}'
        table = ('{"format": "yoke tuning 2", "machines": {"x": [{"capability": "fill", "place": "pageable", '
                 '"index_bits": 32, "host_threads": 2, "shares": [%s]}]}}')
        self.path("long").write_text(table % ",".join(share % (2 + i) for i in range(100000)))
        self.environment["YOKE_TUNING"] = str(self.path("long"))
        begin = time.monotonic()
        self.assertIn("for other machines: x", self.yoke("info").stdout)
        self.assertLess(time.monotonic() - begin, 30)

    def test_all_commands_that_use_it_say_so(self):
        self.path("broken").write_text("{")
        self.path("keys.u32").write_bytes(array.array("I", range(2**16)).tobytes())
        self.path("lengths.el").write_text("0 1 3\n1 2 4\n")
        self.environment["YOKE_TUNING"] = str(self.path("broken"))
        for command in (["rank", "--random", 1000], ["bfs", "--random", "rmat:14"],
                        ["components", "--random", "rmat:12"], ["sort", "keys.u32", "sorted.u32"],
                        ["histogram", "keys.u32", "--bins", 9], ["distances", "lengths.el", "d.npy"],
                        ["paths", "lengths.el", "--from", 0],
                        ["photons", "--formats", "none", "--photons", 100, SLAB]):
            with self.subTest(command=command[0]):
                says = "`yoke tune`" in self.yoke(command[0], "--help").stdout
                done = self.run_yoke(*command, "--space", "hybrid", cwd=self.folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual("warning: untuned" in done.stderr, says)

    def test_one_that_cannot_be_read(self):
        self.path("loop").symlink_to(self.path("loop"))
        for name, reason in ((self.path("loop"), "Too many levels"), (self.path("x" * 300), "too long")):
            self.environment["YOKE_TUNING"] = str(name)
            self.assertIn(reason, self.yoke("info").stdout)
            done = self.run_yoke("rank", "--random", 1000, "--space", "hybrid")
            self.assertIn("warning: untuned: cannot read the tuning file", done.stderr)


class StandardOutput(OutputTest):
    def test_a_dash(self):
        for command in self.commands("-"):
            with self.subTest(command):
                self.yoke(*["file" if word == "-" else word for word in command], cwd=self.folder)
                for name in ("-", "/dev/stdout", "/dev/fd/1"):
                    named = [name if word == "-" else word for word in command]
                    done = self.run_here(named)
                    self.assertEqual(done.returncode, 0)
                    self.assertEqual(done.stdout, self.path("file").read_bytes())
                    self.assertTrue(done.stderr, "the report")
                    report = json.loads(self.run_here([*named, "--json"]).stderr)
                    self.assertIsInstance(report, dict)

    def test_a_log_is_appended_to(self):
        for name in ("-", "/dev/stdout"):
            self.path("log").write_text("first line\n")
            with open(self.path("log"), "a") as log:
                done = self.run_here(["rank", "list.txt", name], stdout=log)
            self.assertEqual(done.returncode, 0)
            self.assertEqual(self.path("log").read_text(), "first line\n2\n1\n0\n")

    def test_what_is_no_file_is_written_into(self):
        self.yoke("rank", "--random", 5, "/dev/null")
        self.assertTrue(Path("/dev/null").is_char_device())
        os.mkfifo(self.path("pipe"))
        command = [self.YOKE, "rank", self.path("list.txt"), self.path("pipe")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=self.environment) as process:
            self.assertEqual(self.path("pipe").read_text(), "2\n1\n0\n")
            process.communicate()  # the report, which would else meet a closed pipe
        self.assertEqual(process.returncode, 0)

    def test_a_full_disk(self):
        for command in (["info"], ["rank", "list.txt"], ["rank", "list.txt", "--json"], ["--help"],
                        ["--version"], ["bfs", "--help"], ["rank", "list.txt", "-"]):
            with self.subTest(command), open("/dev/full", "w") as full:
                done = self.run_here(command, stdout=full)
                self.assertEqual(done.returncode, 1)
                self.assertIn(b"No space left on device", done.stderr)

    def test_a_closed_standard_output(self):
        """Its number must not go to the output, which would then get the report."""
        for command in (["rank", "list.txt", "rank.txt"], ["rank", "list.txt"], ["info"]):
            done = self.run_here(command, stdout=None, preexec_fn=lambda: os.close(1))
            self.assertEqual(done.returncode, 1)
            self.assertIn(b"yoke: ", done.stderr)
        done = self.run_here(["rank", "list.txt", "-"], stdout=None, preexec_fn=lambda: os.close(1))
        self.assertEqual((done.returncode, done.stderr),
                         (1, b"yoke: cannot write /dev/stdout: it is closed, or open for reading "
                             b"alone\n"))
        self.assertEqual(self.path("rank.txt").read_text(), "2\n1\n0\n")

    def run_into_closed_pipe(self, command, **options):
        reader, writer = os.pipe()
        os.close(reader)
        done = self.run_here(command, stdout=writer, **options)
        os.close(writer)
        return done

    def test_a_closed_pipe_ends_it_quietly(self):
        self.write_old("old")
        for command in (["info"], ["bfs", "--help"], ["generate", "list", "-", "--nodes", 99999],
                        ["bfs", "graph.el", "--from", 0, "-", "--parents", "old"]):
            with self.subTest(command):
                done = self.run_into_closed_pipe(command)
                self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, b""))
                self.check_old("old")

    def test_a_closed_pipe_is_an_error_where_the_signal_is_ignored(self):
        ignore = lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        done = self.run_into_closed_pipe(["info"], preexec_fn=ignore, restore_signals=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"Broken pipe", done.stderr)

    def test_files_are_complete_when_only_the_report_is_not_read(self):
        self.assertEqual(self.run_into_closed_pipe(["rank", "list.txt", "rank.u32"]).returncode,
                         -signal.SIGPIPE)
        self.assertEqual(self.path("rank.u32").read_bytes(),
                         array.array("I", [2, 1, 0]).tobytes())


if __name__ == "__main__":
    run_tests()
