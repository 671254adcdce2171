"""What the command-line tool reads: pipes, standard input, and files that are not what they should be.

    python3 inputs.py PATH_OF_YOKE [unittest's arguments]
"""

import array
import bz2
import gzip
import lzma
import os
import subprocess
import threading
import time

from tool_test import ToolTest, run_tests

SUCCESSOR = [3, 1, 0, 4, 4]
RANK = [2, 0, 3, 1, 0]


def raw(typecode, numbers):
    return array.array(typecode, numbers).tobytes()


FORMATS = {"text": "".join(f"{number}\n" for number in SUCCESSOR).encode(),
           "u32": raw("I", SUCCESSOR), "u64": raw("Q", SUCCESSOR)}


class Pipes(ToolTest):
    def feed(self, content, *command, code=0):
        """Runs the command with these bytes as its standard input, a pipe."""
        done = self.run_yoke(*command, input=content, text=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_standard_input(self):
        for name in ("-", "/dev/stdin", "/dev/fd/0"):
            for format, content in FORMATS.items():
                with self.subTest(name, format=format):
                    self.feed(content, "rank", name, self.path("rank.txt"), "--type", format,
                              "--verify")
                    self.assertEqual(self.read("rank.txt"), RANK)

    def test_a_filter(self):
        for format, content in FORMATS.items():
            done = self.feed(content, "rank", "-", "-", "--type", format, "--output-type", "u32")
            self.assertEqual(done.stdout, raw("I", RANK))

    def test_more_than_a_pipe_holds(self):
        n = 300000
        successor = [*range(1, n), n - 1]
        for typecode, format in (("I", "u32"), ("Q", "u64")):
            done = self.feed(raw(typecode, successor), "rank", "-", "-", "--type", format,
                             "--output-type", "u32")
            self.assertEqual(done.stdout, raw("I", range(n - 1, -1, -1)))

    def test_a_named_pipe(self):
        for format, content in FORMATS.items():
            pipe = self.path("list." + format)
            os.mkfifo(pipe)
            feeder = threading.Thread(target=pipe.write_bytes, args=(content,))
            feeder.start()
            self.yoke("rank", pipe, self.path("rank.txt"), "--verify")
            feeder.join()
            self.assertEqual(self.read("rank.txt"), RANK)

    def test_a_file_as_standard_input_is_read_from_where_it_stands(self):
        for format, content in FORMATS.items():
            for before in (b"", b"# no list yet\n" if format == "text" else bytes(12)):
                self.path("list").write_bytes(before + content)
                with open(self.path("list"), "rb", buffering=0) as file:
                    file.seek(len(before))
                    self.yoke("rank", "-", self.path("rank.txt"), "--type", format, stdin=file)
                self.assertEqual(self.read("rank.txt"), RANK)

    def test_a_tree(self):
        done = self.feed(b"0\n0\n1\n", "tree", "-", "--verify", "--json")
        self.assertIn(b'"height": 2', done.stdout)

    def test_faults_are_placed(self):
        done = self.feed(b"# one\n1\n\n2\nthree\n", "rank", "-", code=1)
        self.assertIn(b"-, line 5: 'three'", done.stderr)
        done = self.feed(b"# one\n1\n\n2 # fine\n\n7\n", "rank", "-", code=1)
        self.assertIn(b"-, line 6: 7 is no successor", done.stderr)
        done = self.feed(bytes(10), "rank", "-", "--type", "u32", code=1)
        self.assertIn(b"10 bytes, which is not a multiple of 4", done.stderr)

    def test_nothing_comes(self):
        self.path("rank.txt").write_text("as it was")
        for command in (["rank", "-", self.path("rank.txt")], ["tree", "-"]):
            done = self.feed(b"", *command, code=1)
            self.assertIn(b"nothing came through the pipe", done.stderr)
        self.assertEqual(self.path("rank.txt").read_text(), "as it was")

    def test_no_standard_input_at_all(self):
        done = subprocess.run([self.YOKE, "rank", "-"], capture_output=True, env=self.environment,
                              preexec_fn=lambda: os.close(0), timeout=600)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"cannot read standard input", done.stderr)


class Text(ToolTest):
    def test_lines_end_as_on_any_system(self):
        for end in (b"\n", b"\r\n", b"\r"):
            for text in (b"# a comment;1;2;2", b"1;2;2;", b";;1;2 # two;;2;"):
                self.path("list.txt").write_bytes(text.replace(b";", end))
                self.yoke("rank", self.path("list.txt"), self.path("rank.txt"))
                self.assertEqual(self.read("rank.txt"), [2, 1, 0], (text, end))
            self.path("list.txt").write_bytes(b";# one;1;x;".replace(b";", end))
            self.assertIn("line 4: 'x'", self.fails(1, "rank", self.path("list.txt")))
            self.path("list.txt").write_bytes(b";# one;1;;9;".replace(b";", end))
            self.assertIn("line 5: 9", self.fails(1, "rank", self.path("list.txt")))

    def test_line_ends_across_blocks(self):
        """However the text falls into the blocks that are read at once."""
        for spaces in range(65536 - 12, 65536 + 4):
            self.path("list.txt").write_bytes(b" " * spaces + b"1\r\n\r\n2\r\nx\r\n")
            self.assertIn("line 4: 'x'", self.fails(1, "rank", self.path("list.txt")))

    def test_what_a_message_shows(self):
        for content, shown in ((b"1\0\n", r"'1\x00'"), (b"\x1b[2J\n", r"'\x1b[2J'"),
                               (b"7" * 5000 + b"\n", "'7777"), (b"x" * 5000, "xxx...'")):
            self.path("list.txt").write_bytes(content)
            message = self.fails(1, "rank", self.path("list.txt"))
            self.assertIn(shown, message)
            self.assertLess(len(message), 300)


class Folders(ToolTest):
    def test_every_command_says_that_it_is_a_folder(self):
        folder = self.path("d.u32")
        folder.mkdir()
        keys = self.write("keys.u32", [1, 2])
        for command in ((folder,), ("-",)):
            for before, after in ((["histogram"], ["--type", "u32", "--bins", 4]), (["sort"], ["--type", "u32"]),
                                  (["sort"], ["--by", "header"]), (["sort"], ["--lines"]), (["rank"], []),
                                  (["rank"], ["--type", "u32"]), (["tree"], []), (["tree", "--graph"], []),
                                  (["components"], []), (["bfs"], []), (["graph", "info"], []),
                                  (["convert"], [self.path("out.el")]), (["photons"], [])):
                with self.subTest(before, after=after, command=command):
                    stdin = os.open(folder, os.O_RDONLY)
                    self.addCleanup(os.close, stdin)
                    message = self.fails(1, *before, *command, *after, stdin=stdin)
                    name = "standard input" if command == ("-",) else folder
                    self.assertEqual(message, f"yoke: cannot read {name}: it is a folder\n")
        self.assertIn(f"cannot read {folder}: it is a folder",
                      self.fails(1, "histogram", keys, "--bounds", folder))


class TextOrRawWords(ToolTest):
    NOTE = "looks like numbers in text, and was read as raw"

    def said(self, *arguments, **options):
        done = self.run_yoke(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def test_text_that_is_read_as_raw_words(self):
        for text in ("1\n2\n3 44\n", "10 20\t30\r\n7\n", "-1.5\n2e+3,4\n", "12345678\n      \n"):
            self.path("t").write_text(text, newline="")
            size = len(self.path("t").read_bytes())
            for width, type in ((4, "i32"), (4, "u32"), (4, "f32"), (8, "u64"), (8, "f64")):
                # Where the size does not fit this is an error.
                command = [self.path("t"), "--type", type]
                if size % width != 0:
                    self.assertIn("not a multiple", self.fails(1, "sort", *command))
                    continue
                for name in ("sort", "histogram"):
                    with self.subTest(name, text=text, type=type):
                        options = ["--bins", 4, "--lower", 0, "--upper", "1e38"
                                   if type.startswith("f") else 2**30]
                        if type == "u64":
                            options[-1] = 2**62
                        said = self.said(name, *command, *(options if name == "histogram" else []))
                        self.assertEqual(said, f"yoke: note: {self.path('t')} {self.NOTE} "
                                               f"{8 * width}-bit words\n")

    def test_the_other_commands_that_read_raw_words(self):
        self.path("t").write_text("1\n2\n2\n\n\n")
        with open(self.path("t")) as stdin:
            self.assertIn(f"standard input {self.NOTE} 32-bit words\n",
                          self.said("sort", "-", "--type", "u32", stdin=stdin))
        self.path("bounds.u32").write_text("1 1\n2 2\n")
        self.write("values.u32", [1, 2, 3])
        self.assertIn(f"bounds.u32 {self.NOTE}",
                      self.said("histogram", self.path("values.u32"), "--bounds",
                                self.path("bounds.u32")))
        for command in ("rank", "tree"):  # no such number is a node
            message = self.fails(1, command, self.path("t"), "--type", "u32")
            self.assertIn(f"t {self.NOTE} 32-bit words\n", message)

    def test_lines_of_text_that_are_read_as_raw_words(self):
        people = "Ada Lovelace\nAlan Turing\n"
        for more, is_whole in (("", False), ("Bob\n", False), ("Eve\n\n", False), ("x" * 3, True)):
            path = self.path("people")
            path.write_text(people + more)
            for name in (path, "-"):
                with self.subTest(more=more, name=name), open(path) as stdin:
                    command = ["sort", name, "--type", "i32"]
                    shown = "standard input" if name == "-" else path
                    if is_whole:
                        self.assertEqual(self.said(*command, stdin=stdin), f"yoke: note: {shown} looks like "
                                         "text, and was read as raw 32-bit words (--lines without --type "
                                         "sorts its lines)\n")
                    else:
                        size = path.stat().st_size
                        self.assertEqual(self.fails(1, *command, stdin=stdin), f"yoke: {shown} has {size} "
                                         "bytes, which is not a multiple of 4: it looks like text, not like "
                                         "raw 32-bit words (--lines without --type sorts its lines)\n")
        path.write_text(people)
        self.yoke("sort", path, "--lines")
        self.path("people.txt").write_text(people)
        self.assertIn("people.txt, whose strings are sorted by their bytes: it is for raw keys",
                      self.fails(2, "sort", self.path("people.txt"), "--type", "i32"))
        self.assertIn("it looks like text, not like raw 32-bit words (this command reads no text)",
                      self.fails(1, "histogram", path, "--type", "u32", "--bins", 2))
        self.path("values.u32").write_bytes(bytes(16))
        for bounds in ("1\n22\n3\n", "1\n22\n333\n4444\n55555\n6\n"):
            self.path("bounds.txt").write_text(bounds)
            message = self.fails(1, "histogram", self.path("values.u32"), "--bounds", self.path("bounds.txt"))
            self.assertIn("(--bounds takes raw words of INPUT's type, which is u32)", message)
            self.assertNotIn("--type", message)
        self.assertIn("(--type text reads numbers in text)", self.fails(1, "rank", path, "--type", "u32"))

    def test_short_numbers_in_text_that_are_no_whole_words(self):
        self.path("k.u32").write_text("5\n3\n10\n")
        self.assertIn("it looks like text, not like raw 32-bit words", self.fails(1, "sort", self.path("k.u32")))
        self.path("k.u32").write_bytes(b"\0" * 7)
        self.assertIn("it is cut short, or not raw 32-bit words", self.fails(1, "sort", self.path("k.u32")))

    def test_numbers_that_are_sorted_as_lines(self):
        note = "look like numbers, and are sorted by their bytes: 10 comes before 9\n"
        path = self.path("lines.txt")
        for text, has_note in (("9\n10\n", True), ("-1.5\n2e3\n", True), ("9\n8\n", False), ("", False),
                               ("9\n\n10\n", False), ("9\n10\nb\n", False), ("10\n" * 3, False)):
            path.write_text(text)
            for name, shown in ((path, path), ("-", "standard input")):
                with self.subTest(text=text, name=name), open(path) as stdin:
                    said = self.said("sort", name, "--lines", stdin=stdin)
                    self.assertEqual(said, f"yoke: note: the lines of {shown} {note}" if has_note else "")

    def test_notes_escape_names(self):
        for name, option in (("a\x1bb.u32", ""), ("a\x1bb.txt", "--lines")):
            self.path(name).write_text("9\n10\n12\n")
            said = self.said("sort", self.path(name), *option.split())
            self.assertIn("a\\x1bb", said)
            self.assertNotIn("\x1b", said)

    def test_raw_words_are_not_text(self):
        for numbers in ([0, 1, 2], [0x31323334, 0x00313233], [0x31323334] * 1000 + [1], []):
            self.write("k.u32", numbers)
            self.assertEqual(self.said("sort", self.path("k.u32")), "")

    def test_raw_words_that_are_read_as_text(self):
        for content in (raw("I", [1, 2, 2]), raw("Q", [3, 1 << 40])):
            for name in ("-", self.path("list")):
                self.path("list").write_bytes(content)
                with open(self.path("list")) as stdin:
                    message = self.fails(1, "rank", name, stdin=stdin)
                self.assertIn("if these are raw words, --type u32 or --type u64 reads them", message)
        self.path("list").write_text("1\ntwo\n")
        self.assertNotIn("--type", self.fails(1, "rank", self.path("list")))

    def test_a_line_without_an_end(self):
        """Whatever its length, it is not held whole."""
        with open(self.path("zeros"), "wb") as file:
            file.truncate(1 << 36)
        message = self.fails(1, "rank", self.path("zeros"))
        self.assertIn("zeros, line 1 is longer than 1048576 characters", message)
        self.assertIn("--type u32", message)


class CompressedFiles(ToolTest):
    LINES = b"3\n1\n0\n4\n4\n"

    def compressed(self, name, bytes_of_multiple=8):
        """Padded with zeros, which gzip takes: the size is that of whole words."""
        content = gzip.compress(self.LINES, mtime=0)
        content += bytes(-len(content) % bytes_of_multiple)
        self.path(name).write_bytes(content)
        return self.path(name)

    def test_raw_words_of_such_a_name_are_refused(self):
        name = self.compressed("keys.gz")
        for command in (["sort", name, "--type", "u32"], ["rank", name, "--type", "u32"],
                        ["histogram", name, "--type", "u64", "--bins", 4]):
            message = self.fails(1, *command)
            self.assertIn("keys.gz is a compressed file, not raw words", message)
            self.assertIn("zcat", message)

    def test_others_get_a_note(self):
        """Keys can begin so, and are keys."""
        name = self.compressed("keys.u32")
        done = self.run_yoke("sort", name, self.path("sorted.u32"))
        self.assertIn("keys.u32 looks like a compressed file", done.stderr)
        self.assertEqual(len(self.path("sorted.u32").read_bytes()), len(name.read_bytes()))
        self.path("plain.u32").write_bytes(raw("I", range(100)))
        self.assertEqual(self.yoke("sort", self.path("plain.u32")).stderr, "")

    def test_a_size_of_no_whole_words(self):
        self.path("keys.u64").write_bytes(gzip.compress(self.LINES, mtime=0)[:21])
        self.assertIn("keys.u64 is a compressed file", self.fails(1, "sort", self.path("keys.u64")))

    def test_numbers_in_text(self):
        message = self.fails(1, "rank", self.compressed("list.txt.gz"))
        self.assertIn("list.txt.gz is a compressed file, not a list of numbers", message)
        self.assertIn("zcat", message)

    def test_lines_are_expanded_by_their_name(self):
        self.yoke("sort", self.compressed("lines.txt.gz", 1), self.path("sorted.txt"))
        self.assertEqual(self.path("sorted.txt").read_bytes(), b"0\n1\n3\n4\n4\n")

    def test_arrays_of_numpy_are_no_words_and_no_lines(self):
        header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (100,), }".ljust(117) + b"\n"
        array_file = b"\x93NUMPY\x01\x00\x76\x00" + header + bytes(8 * 100)
        for name in ("a.npy", "a.f64", "a.txt"):
            self.path(name).write_bytes(array_file)
        for command in (["sort", self.path("a.npy"), "--type", "f64"], ["sort", self.path("a.f64")],
                        ["histogram", self.path("a.f64"), "--bins", 3]):
            self.assertIn("is an array of NumPy, not raw words", self.fails(1, *command))
        self.assertIn("write raw words by the array's tofile", self.fails(2, "sort", self.path("a.npy")))
        self.assertIn("it is an array of NumPy, no text", self.fails(1, "sort", self.path("a.txt"), self.path("o")))
        self.yoke("sort", self.path("a.txt"), self.path("o"), "--as-is")
        self.assertIn("distances --matrix", self.fails(1, "distances", self.path("a.txt")))
        for command in ("rank", "tree"):
            self.assertIn("an array of NumPy, not a list of numbers", self.fails(1, command, self.path("a.npy")))

    def test_marks_that_come_byte_by_byte(self):
        for mark, words in ((b"\x93NUMPY\x01\x00\x46\x00{}\n", "an array of NumPy"), (b"\x1f\x8b\x08\0", "zcat")):
            process = subprocess.Popen([self.YOKE, "rank", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
            for byte in mark:
                process.stdin.write(bytes([byte]))
                process.stdin.flush()
                time.sleep(0.01)
            self.assertIn(words, process.communicate()[1].decode())

    def test_keys_that_begin_as_arrays_of_numpy_do(self):
        for name, keys in (("a.u64", b"\x93NUMPY\x01\x00"), ("a.u8", b"\x93NUMPY")):
            self.path(name).write_bytes(keys)
            self.yoke("sort", self.path(name), self.path("sorted." + name))
            self.assertEqual(len(self.path("sorted." + name).read_bytes()), len(keys))

    def test_marks_of_less_common_compressions(self):
        for mark, program in ((b"\x04\x22\x4d\x18", "lz4cat"), (b"\x1f\x9d\x90", "zcat"),
                              (b"7z\xbc\xaf\x27\x1c", "7z x -so"), (b"LZIP\x01", "lzip -dc")):
            self.path("x.txt").write_bytes(mark + b"rest\n")
            self.assertIn(program, self.fails(1, "sort", self.path("x.txt"), "--lines"))
            self.assertIn(program, self.fails(1, "rank", self.path("x.txt")))

    def test_a_hint_quotes_a_name(self):
        self.path("it's mine.u64").write_bytes(gzip.compress(self.LINES, mtime=0)[:21])
        self.assertIn("it'\\''s mine.u64' | yoke", self.fails(1, "sort", self.path("it's mine.u64")))
        self.assertIn("zcat k.GZ | yoke", self.fails(2, "sort", "k.GZ"))
        self.path("-d.txt").write_bytes(gzip.compress(self.LINES, mtime=0))
        done = self.run_yoke("rank", "--", "-d.txt", cwd=self.folder)
        self.assertIn("zcat ./-d.txt | yoke", done.stderr)
        for name in ("x.GZ", "x.Z", "x.7z", "x.lzma", "x.zstd"):
            self.assertIn("not written compressed", self.fails(2, "generate", "list", self.path(name), "--nodes", 8))

    def test_compressed_twice(self):
        self.path("g.el.gz").write_bytes(gzip.compress(gzip.compress(b"0 1\n")))
        message = self.fails(1, "convert", self.path("g.el.gz"), "-")
        self.assertIn("compressed twice", message)

        for inner in (lzma.compress(self.LINES), bz2.compress(self.LINES), b"\x28\xb5\x2f\xfd\n"):
            self.path("twice.txt.gz").write_bytes(gzip.compress(inner))
            for command in (["sort", self.path("twice.txt.gz")], ["convert", self.path("twice.txt.gz"), "-"]):
                self.assertIn("compressed twice", self.fails(1, *command))

    def test_the_program_that_expands_it(self):
        for name, content, program in (("a", gzip.compress(self.LINES), "zcat"), ("b.gz", lzma.compress(self.LINES), "xzcat"),
                                       ("c", bz2.compress(self.LINES), "bzcat"), ("d", b"\x28\xb5\x2f\xfd\n", "zstdcat")):
            self.path(name).write_bytes(content)
            self.assertIn(f"({program} ", self.fails(1, "rank", self.path(name), "--type", "text"))
            self.assertIn(f"({program} ", self.fails(1, "distances", self.path(name), "--matrix", "-"))
        for name, program in (("w.txt.xz", "xzcat"), ("k.u32.gz", "zcat"), ("k.zst", "zstdcat")):
            self.assertIn(f": {program} {name} | yoke", self.fails(2, "sort", name))

    def test_text_that_begins_like_a_compressed_file(self):
        self.path("words.txt").write_bytes(b"BZh9 b\na\n")
        self.yoke("sort", self.path("words.txt"))
        for content in (b"\x1f\x8bb\na\n", bz2.compress(b"a"), b"PK\x03\x04\na\n"):
            self.path("lines.txt").write_bytes(content)
            self.assertIn("--as-is", self.fails(1, "sort", self.path("lines.txt")))
            self.yoke("sort", "--as-is", self.path("lines.txt"))

    def test_a_matrix_is_no_graph(self):
        self.path("m").write_bytes(b"\x93NUMPY\x01\0\x46\0{'descr': '<f8', ")
        self.assertIn("an array of NumPy", self.fails(1, "convert", self.path("m"), "-"))

    def test_binary_data_is_no_graph(self):
        for name, content in (("a", b"\x7fELF\x02\x01\0\0\n1 2\n"), ("b.mtx", b"%%Matrix\0Market")):
            self.path(name).write_bytes(content)
            self.assertIn("a zero byte, as binary data", self.fails(1, "convert", self.path(name), "-"))
            done = self.run_yoke("convert", "-", "-", input=content, text=False)
            self.assertIn(b"a zero byte, as binary data", done.stderr)


class MoreThanMemory(ToolTest):
    """Files that this machine cannot hold are refused before they are read."""

    def refused(self, *command):
        begin = time.monotonic()
        message = self.fails(1, *command)
        self.assertLess(time.monotonic() - begin, 60)
        return message

    def test_lines(self):
        with open(self.path("big.txt"), "wb") as file:
            file.truncate(1 << 42)
        self.assertRegex(self.refused("sort", self.path("big.txt")),
                         "big.txt, line 1: reading it takes more than [0-9]+ bytes of memory")

    def test_numbers(self):
        """By its beginning: 2^42 bytes of numbers are too many, whatever follows."""
        with open(self.path("big"), "wb") as file:
            file.write(b"1\n" * (5 << 20))
            file.truncate(1 << 42)
        message = self.refused("rank", self.path("big"))
        self.assertIn("big is too large: to read it takes", message)


class WhatIsNoInput(ToolTest):
    COMMANDS = (["rank"], ["tree"], ["components"], ["bfs", "--from", 0], ["graph", "info"],
                ["tree", "--graph"])

    def test_each_command_says_so(self):
        self.path("folder").mkdir()
        os.symlink("round", self.path("round"))
        (self.folder / "file").touch()
        for command in self.COMMANDS:
            for name, words in (("folder", "folder"), ("nowhere", "No such file"),
                                ("round", "symbolic links"), ("file/inside", "Not a directory")):
                with self.subTest(command, name=name):
                    message = self.fails(1, *command, self.path(name))
                    self.assertIn(str(self.path(name)), message)
                    self.assertRegex(message, f"(?i){words}|is a directory")

    def test_files_that_may_not_be_read(self):
        if os.geteuid() == 0:
            self.skipTest("root may read all")
        self.path("secret").touch(mode=0)
        for command in self.COMMANDS:
            self.assertIn("Permission denied", self.fails(1, *command, self.path("secret")))

    def test_hostile_text_is_refused_with_its_line(self):
        self.path("old").write_text("as it was")
        for text in (b"0\n99999999999999999999\n", b"0\n-7\n", b"0\n0 garbage\n", b"0\n\0\n",
                     b"0\n0x1\n", b"0\n1e9\n", b"0\n18446744073709551615\n", b"0\n4294967296\n"):
            self.path("list.txt").write_bytes(text)
            for command in (["rank", self.path("list.txt"), self.path("old")],
                            ["tree", self.path("list.txt"), "--output", self.path("old")]):
                if command[0] == "tree" and b"18446744073709551615" in text:
                    continue  # -1 in 64 bits: a root
                with self.subTest(command[0], text=text):
                    self.assertIn("list.txt, line 2", self.fails(1, *command))
        self.assertEqual(self.path("old").read_text(), "as it was")


if __name__ == "__main__":
    run_tests()
