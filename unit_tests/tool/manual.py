"""The manual pages and the completions that the tool writes, and what shells make of them.

    python3 manual.py PATH_OF_YOKE [unittest's arguments]
"""

import os
import pty
import re
import select
import shutil
import subprocess
import time
import unittest

from tool_test import ToolTest, run_tests


class CommandsTest(ToolTest):
    def commands(self, *before):
        """Every command: its words, and its help."""
        text = self.yoke(*before, "--help").stdout
        yield before, text
        if "Subcommands:" in text:
            for name in re.findall(r"^  ([a-z_]+) ", text.split("Subcommands:")[1], re.MULTILINE):
                yield from self.commands(*before, name)

    def options_in(self, text):
        rows = re.findall(r"^  ((?:-[\w-]+,?)+)", text, re.MULTILINE)
        rows += re.findall(r"^  [A-Z]+,((?:-[\w-]+,?)+)", text, re.MULTILINE)
        return {name for row in rows for name in row.split(",")}


class Pages(CommandsTest):
    def test_each_command_has_a_page_with_each_of_its_options(self):
        self.yoke("manual", self.path("man"))
        pages = {entry.name: entry.read_text() for entry in self.path("man").iterdir()}
        seen = 0
        for words, text in self.commands():
            page = pages.pop("-".join(["yoke", *words]) + ".1").replace("\\-", "-")
            self.assertTrue(page.startswith(".TH YOKE"), words)
            for option in self.options_in(text):
                self.assertIn(f"\\fB{option}\\fR", page, words)
                seen += 1
        self.assertEqual(pages, {}, "pages of no command")
        self.assertGreater(seen, 150)

    @unittest.skipUnless(shutil.which("man") and shutil.which("troff"), "there is no man")
    def test_man_reads_them_without_a_warning(self):
        self.yoke("manual", self.path("man"))
        for name in ("yoke.1", "yoke-photons.1", "yoke-generate-graph.1"):
            done = subprocess.run(["man", "--warnings", "-l", str(self.path("man") / name)],
                                  capture_output=True, text=True,
                                  env=dict(os.environ, LC_ALL="C.UTF-8", MANWIDTH="80", TERM="dumb"))
            self.assertEqual((done.returncode, done.stderr), (0, ""), name)
            self.assertIn("SYNOPSIS", done.stdout)

    def test_neither_a_dash_nor_a_folder_in_a_folder_that_is_not_there(self):
        self.assertIn("a folder of pages", self.fails(2, "manual", "-", cwd=self.folder))
        message = self.fails(1, "manual", self.path("nosuch/x"))
        self.assertIn(f"there is no folder {self.path('nosuch')}", message)
        self.assertEqual(self.files(), [])
        self.yoke("manual", "pages/", cwd=self.folder)
        self.assertEqual(self.files(), ["pages"])

    def test_a_link_to_nothing(self):
        self.path("link").symlink_to("nowhere")
        for name in ("link", "link/"):
            self.assertIn("it is a link to nothing", self.fails(1, "manual", f"{self.folder}/{name}"))

    def test_a_folder_that_cannot_be_made(self):
        self.path("file").touch()
        file = self.path("file")
        self.assertEqual(self.fails(1, "manual", file),
                         f"yoke: cannot make the folder {file}: it is no folder\n")
        self.assertEqual(self.fails(1, "manual", file / "below" / "all"),
                         f"yoke: cannot make the folder {file}/below/all: {file} is no folder\n")
        self.assertIn("cannot make the folder /proc/below: ", self.fails(1, "manual", "/proc/below"))
        self.path("man").mkdir()
        self.yoke("manual", f"{self.folder}/man/all/")
        self.assertTrue(self.path("man/all/yoke.1").exists())


class Bash(CommandsTest):
    def setUp(self):
        super().setUp()
        self.script = self.path("completion")
        self.script.write_text(self.yoke("completion", "bash").stdout)
        self.work = self.path("work")
        (self.work / "some folder").mkdir(parents=True)
        (self.work / "some file").touch()

    def completed(self, *words):
        """What bash offers for the last of these words."""
        call = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _yoke; '
                'printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "-c", call, "bash", self.script, "yoke", *words],
                              capture_output=True, text=True, cwd=self.work)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return set(done.stdout.splitlines()) - {""}

    def test_commands_options_values_and_files(self):
        both = {"some file", "some folder"}
        for words, offered in (
                (["ra"], {"rank", "random"}), (["generate", ""], {"list", "keys", "strings", "graph"}),
                (["rank", "--sp"], {"--space", "--split"}), (["--ver"], {"--version"}),
                (["rank", "--space", ""], {"serial", "host", "device", "hybrid"}),
                (["rank", "--space", "=", "ho"], {"host"}),
                (["rank", "--space", "="], {"serial", "host", "device", "hybrid"}),
                (["rank", "--split", ""], {"auto"}), (["rank", "--repeat", ""], set()),
                (["rank", "so"], both), (["rank", "--verify", "so"], both),
                (["photons", "a.mci", "--output-folder", "so"], {"some folder"}),
                (["rank", "--timeline", "so"], both), (["completion", ""], {"bash", "zsh"})):
            with self.subTest(words):
                self.assertEqual(self.completed(*words), offered)

    def test_every_option_of_every_command(self):
        for words, text in self.commands():
            with self.subTest(words):
                self.assertEqual(self.completed(*words, "-"), self.options_in(text))

    def test_an_interactive_shell(self):
        start = [shutil.which("bash"), "--norc", "--noprofile", "-i"]
        self.assertIn("yoke histogram ", type_into(start, f"source '{self.script}'", "yoke hist\t"))


class Zsh(CommandsTest):
    @unittest.skipUnless(shutil.which("zsh"), "there is no zsh")
    def test_an_interactive_shell(self):
        self.path("_yoke").write_text(self.yoke("completion", "zsh").stdout)
        start = f"fpath=('{self.folder}' $fpath); autoload -Uz compinit; compinit -D -u"
        for typed, shown in (("yoke hist\t", "yoke histogram"), ("yoke generate st\t", "generate strings"),
                             ("yoke rank --spa\t", "rank --space"), ("yoke rank --space=hy\t", "=hybrid"),
                             ("yoke completion z\t", "completion zsh")):
            with self.subTest(typed):
                self.assertIn(shown, type_into([shutil.which("zsh"), "-f", "-i"], start, typed))


def type_into(shell, first, typed):
    """What an interactive shell shows when it has read a line, and then keys that end with a tab."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="dumb", PS1="$ ", HOME="/nonexistent", HISTFILE="")
        os.execv(shell[0], shell)
    shown = b""

    def read_until(mark):
        nonlocal shown
        end = time.monotonic() + 60
        while mark not in shown and time.monotonic() < end:
            if select.select([terminal], [], [], 0.2)[0]:
                try:
                    shown += os.read(terminal, 4096)
                except OSError:
                    break
        return shown

    try:
        os.write(terminal, (first + "; echo rea''dy\n").encode())
        read_until(b"ready")
        shown = b""
        os.write(terminal, typed.encode())
        wait = time.monotonic() + 10
        while time.monotonic() < wait:  # until it has been quiet for a while
            if not select.select([terminal], [], [], 1.0 if shown else 5.0)[0]:
                break
            try:
                shown += os.read(terminal, 4096)
            except OSError:
                break
    finally:
        os.close(terminal)
        os.waitpid(child, 0)
    return shown.decode(errors="replace").replace("\a", "")


if __name__ == "__main__":
    run_tests()
