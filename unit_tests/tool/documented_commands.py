"""The commands in README.md and docs/*.md: their options exist, and docs/tool.md's first block runs.
docs/tool.md names each option of the tool, and no other.

    python3 documented_commands.py PATH_OF_YOKE [unittest's arguments]
"""

import functools
import json
import re
import shlex
import subprocess
from pathlib import Path

from manual import CommandsTest
from tool_test import ToolTest, run_tests

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# Sizes that take a user some seconds, made small: the test is of the commands.
SMALLER = {"2^24": "2^12", "rmat:20": "rmat:8", "4096,4096": "64,64", "--sources 64": "--sources 4",
           "--directory /usr": "--directory tree"}


def blocks(page):
    """The shell commands of a page, without whole scripts (unit_tests/slurm_script.py runs one)."""
    found = re.findall(r"^```sh\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)
    return [block for block in found if not block.startswith("#!")]


def pipelines(block):
    """The words of each command of a block, one pipeline's commands after the other."""
    for line in block.replace("\\\n", " ").splitlines():
        words = shlex.shlex(line, posix=True, punctuation_chars=True)
        words.whitespace_split = True
        command = []
        for word in words:
            if set(word) <= set("|&;()<>"):
                yield command
                command = []
            else:
                command.append(word)
        yield command


class DocumentedCommands(ToolTest):
    @functools.lru_cache(maxsize=None)
    def help_of(self, *command):
        return self.yoke(*command, "--help").stdout

    def test_options_of_the_tool_exist(self):
        count = 0
        for page in PAGES:
            for words in (words for block in blocks(page) for words in pipelines(block)):
                at = next((k for k, word in enumerate(words) if Path(word).name == "yoke"), None)
                if at is None or at + 1 == len(words):
                    continue
                command = words[at + 1:at + 3]
                if command[0] not in ("generate", "graph"):
                    command = command[:1]
                for option in re.findall(r"--[a-z][a-z-]*", " ".join(words[at + 1:])):
                    with self.subTest(page=page.name, command=" ".join(words)):
                        self.assertRegex(self.help_of(*command), rf"{option}\b")
                        count += 1
        self.assertGreater(count, 15, "are the commands found?")

    def test_what_they_name_exists(self):
        options = (ROOT / "CMakeLists.txt").read_text()
        presets = {one["name"] for one in
                   json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]}
        count = 0
        for page in PAGES:
            text = page.read_text()
            for name in set(re.findall(r"\bscripts/[a-z_]+(?:\.py)?", text)):
                with self.subTest(page=page.name, script=name):
                    self.assertTrue((ROOT / name).exists())
                    count += 1
            for name in set(re.findall(r"(?:-D|\b)(YOKE_(?:ENABLE|WARNINGS|REQUIRED)\w*)", text)):
                with self.subTest(page=page.name, option=name):
                    self.assertRegex(options, rf"\b{name}\b")
                    count += 1
            for name in set(re.findall(r"--preset (\w+)", "".join(blocks(page)))):
                with self.subTest(page=page.name, preset=name):
                    self.assertIn(name, presets)
                    count += 1
        self.assertGreater(count, 15, "are the names found?")

    def test_cmake_uses_the_build_tool_that_setup_installs(self):
        """Ninja. Without make CMake's default fails, and with make --parallel starts all at once."""
        self.assertIn("ninja-build", (ROOT / "scripts/setup").read_text())
        count = 0
        for page in [*PAGES, ROOT / "examples/README.md"]:
            for words in (words for block in blocks(page) for words in pipelines(block)):
                if words[:1] != ["cmake"]:
                    continue
                with self.subTest(page=page.name, command=" ".join(words)):
                    count += 1
                    if "--build" in words:
                        self.assertNotIn("--parallel", words)
                    elif "--install" not in words and "--preset" not in words:
                        self.assertIn("-G Ninja", " ".join(words))
        self.assertGreater(count, 15, "are the commands found?")

    def test_the_first_block_of_the_tools_page_runs(self):
        tools = self.path("bin")
        tools.mkdir()
        (tools / "yoke").symlink_to(self.YOKE)
        self.environment["PATH"] = f"{tools}:{self.environment['PATH']}"
        (self.path("tree") / "branch" / "leaf").mkdir(parents=True)
        mci = (ROOT / "examples/photons/skin_600nm.mci").read_text()
        photons = re.search(r"^(\d{4,})\b", mci, re.MULTILINE).group(1)
        self.path("skin.mci").write_text(mci.replace(photons, "1000"))
        self.path("list.txt").write_text("1\n2\n2\n")

        block = blocks(ROOT / "docs/tool.md")[0]
        for one, other in SMALLER.items():
            self.assertIn(one, block)
            block = block.replace(one, other)
        replaced = {"dieharder -g 200 -d 0": "head -c 4096 | wc -c", "curl -s SOME_LIST": "cat list.txt"}
        for one, other in replaced.items():
            self.assertIn(one, block)
            block = block.replace(one, other)
        for line in block.splitlines():
            with self.subTest(line=line):
                # A filter's reader may leave before its writer ends.
                done = subprocess.run(["bash", "-c", line], cwd=self.folder, env=self.environment,
                                      capture_output=True, text=True, timeout=300)
                self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.path("list.u32").stat().st_size, 4 * 2**12)
        self.assertEqual(self.path("ranks.u32").stat().st_size, 4 * 2**12)
        self.assertEqual(self.path("sorted.f64").stat().st_size, 8 * 2**12)
        self.assertEqual(len(self.path("counts.txt").read_text().split()), 100)

    def test_the_block_of_your_own_data_runs(self):
        for name, lines in {"list.txt": "1 2 2 4 4", "edges.txt": "0,1 3,4", "names.txt": "b 10 9",
                            "numbers.txt": "10 9 -1"}.items():
            self.path(name).write_text(lines.replace(" ", "\n").replace(",", " ") + "\n")
        self.environment["PATH"] = f"{Path(self.YOKE).parent}:{self.environment['PATH']}"
        block = next(one for one in blocks(ROOT / "docs/tool.md") if "numbers.i32" in one)
        done = subprocess.run(["bash", "-ec", block], cwd=self.folder, env=self.environment,
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        for name, words in {"ranks.txt": "2 1 0 1 0", "labels.txt": "0 0 2 3 3",
                            "sorted.txt": "10 9 b", "order.txt": "2 1 0"}.items():
            self.assertEqual(self.path(name).read_text().split(), words.split(), name)
        self.assertEqual(done.stdout.split()[-3:], ["-1", "9", "10"])


class DocumentedOptions(CommandsTest):
    def test_the_tools_page_names_each_option_and_no_other(self):
        """Those of photons may stand in its own page."""
        named = {page: self.options_named(ROOT / "docs" / page) for page in ("tool.md", "photons.md")}
        seen = set()
        for words, text in self.commands():
            options = {one for one in self.options_in(text) if one.startswith("--")}
            pages = named["tool.md"] | (named["photons.md"] if words == ("photons",) else set())
            with self.subTest(words):
                self.assertEqual(options - pages - {"--version"}, set())
            seen |= options
        self.assertGreater(len(seen), 80)
        of_kokkos = {one for one in named["tool.md"] if one.startswith("--kokkos-")}
        self.assertEqual(named["tool.md"] - of_kokkos - seen, set(), "options that no command has")

    @staticmethod
    def options_named(page):
        """Without blocks, whose commands may be of other programs."""
        text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
        return set(re.findall(r"--[a-z][a-z-]*", text))


if __name__ == "__main__":
    run_tests()
