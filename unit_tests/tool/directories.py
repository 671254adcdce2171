"""What `yoke tree --directory` makes of folders, however deep, wide or odd they are.

    python3 directories.py PATH_OF_YOKE [unittest's arguments]
"""

import os
import resource
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from tool_test import IS_SANITIZED, ToolTest, run_tests

# Descriptors: fewer than the levels of the folders below, and enough for the driver of a GPU.
FEW = 128


class Directories(ToolTest):
    def make_chain(self, depth, siblings=(), name="d"):
        """A folder with a chain of folders in it, each with siblings. No path reaches its end."""
        # Some disks take milliseconds to remove a folder.
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else self.folder
        root = Path(tempfile.mkdtemp(prefix="yoke_tool_", dir=memory))
        self.addCleanup(self.remove_chain, root, depth, siblings, name)
        here = os.open(root, os.O_RDONLY)
        for _ in range(depth):
            for one in (name, *siblings):
                os.mkdir(one, dir_fd=here)
            here = self.step(here, name)
        os.close(here)
        return root

    def step(self, here, name):
        there = os.open(name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=here)
        os.close(here)
        return there

    def remove_chain(self, root, depth, siblings, name):
        here = os.open(root, os.O_RDONLY)
        for _ in range(depth):
            here = self.step(here, name)
        for _ in range(depth):
            here = self.step(here, "..")
            for one in (name, *siblings):
                os.rmdir(one, dir_fd=here)
        os.close(here)
        root.rmdir()

    def table(self, root, *arguments, **options):
        """The report, and of each node its parent and its path, from the root on."""
        report = self.json("tree", "--directory", root, "--verify", "--output",
                           self.path("table.txt"), *arguments, **options)
        rows = [line.split("\t") for line in self.path("table.txt").read_text().splitlines()[1:]]
        self.path("table.txt").unlink()
        return report, [(int(row[1]), row[6].removeprefix(str(root))) for row in rows]

    def expect_tree(self, root, *arguments, **options):
        """Every folder that os.walk finds, numbered as its parent's others are."""
        report, nodes = self.table(root, *arguments, **options)
        paths = [path for _, path in nodes]
        walked = [folder.removeprefix(str(root)) for folder, _, _ in os.walk(root)]
        self.assertEqual(sorted(paths), sorted(walked))
        self.assertEqual([paths[parent] for parent, _ in nodes],
                         ["" if path == "" else path.rsplit("/", 1)[0] for path in paths])
        siblings = {}
        for parent, path in nodes[1:]:
            siblings.setdefault(parent, []).append(os.fsencode(path))
        for names in siblings.values():
            self.assertEqual(names, sorted(names))
        return report

    def test_deep_ones(self):
        """Paths that were joined anew for each node took minutes for 2000."""
        for depth in (6000, 2000 if IS_SANITIZED else 20000):
            root = self.make_chain(depth)
            begin = time.monotonic()
            report = self.json("tree", "--directory", root)
            self.assertLess(time.monotonic() - begin, 60)
            self.assertEqual((report["nodes"], report["height"], report["unreadable"]),
                             (depth + 1, depth, 0))
            self.assertEqual(report["deepest"]["path"], str(root) + "/d" * depth)

    def test_deep_ones_with_siblings(self):
        """All of them are found on the way back, when the folders above are closed."""
        for depth in (10, 64, 65, 66, 67, 200):
            self.expect_tree(self.make_chain(depth, siblings=("a", "z", "zz")))

    def test_a_path_is_shortened_for_people(self):
        root = self.make_chain(900, name="a folder")
        text = self.yoke("tree", "--directory", root).stdout
        deepest, = [line for line in text.splitlines() if line.startswith("deepest")]
        self.assertRegex(deepest, r"^deepest +/.*/\.\.\./a folder/a folder(/a folder)*$")
        self.assertLess(len(deepest), 140)

    def test_few_descriptors(self):
        few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, FEW))
        self.expect_tree(self.make_chain(150, siblings=("a", "z")), preexec_fn=few)
        report = self.json("tree", "--directory", self.make_chain(3000), preexec_fn=few)
        self.assertEqual(report["nodes"], 3001)

    def test_wide_ones(self):
        for i in range(2000):
            self.path(f"wide/{i}/{i % 7}").mkdir(parents=True)
            self.path(f"wide/{i}/file").touch()
        self.assertEqual(self.expect_tree(self.path("wide"))["nodes"], 4001)

    def test_links_are_not_followed(self):
        self.path("root/a/b").mkdir(parents=True)
        for name, target in (("root/up", ".."), ("root/a/self", "."), ("root/a/root", "/"),
                             ("root/a/nowhere", "nowhere"), ("root/link", "a")):
            self.path(name).symlink_to(target)
        self.assertEqual(self.expect_tree(self.path("root"))["nodes"], 3)
        self.path("link").symlink_to("root")  # but the one that is asked for is
        self.assertEqual(self.json("tree", "--directory", self.path("link"))["nodes"], 3)

    def test_what_is_no_folder(self):
        self.path("file").touch()
        for name, words in (("file", "it is no folder"), ("nowhere", "No such file"),
                            ("file/inside", f"{self.path('file')} is no folder"),
                            ("nowhere/inside", "No such file")):
            message = self.fails(1, "tree", "--directory", f"{self.folder}/{name}")
            self.assertIn(f"cannot read {self.folder}/{name}: {words}", message)
        self.assertIn(f"/file/: {self.path('file')} is no folder",
                      self.fails(1, "tree", "--directory", f"{self.folder}/file/"))

    def test_those_that_cannot_be_read_are_named(self):
        options = self.as_nobody()
        for name in ("root/a/in", "root/b/in", "root/c/in/under"):
            self.path(name).mkdir(parents=True)
        self.addCleanup(lambda: [self.path(f"root/{name}").chmod(0o755) for name in "ab"])
        self.path("root/a").chmod(0o000)  # neither its names nor what they are
        self.path("root/b").chmod(0o444)  # its names alone
        report = self.json("tree", "--directory", self.path("root"), **options)
        self.assertEqual((report["nodes"], report["unreadable"]), (7, 2))
        self.assertEqual([(folder["path"], folder["reason"]) for folder in report["unread_folders"]],
                         [(str(self.path(name)), "Permission denied")
                          for name in ("root/a", "root/b/in")])
        text = self.yoke("tree", "--directory", self.path("root"), **options).stdout
        self.assertRegex(text, r"(?m)^unreadable +2, taken as leaves$")
        self.assertIn(f"{self.path('root/b/in')}: Permission denied\n", text)
        self.path("root").chmod(0o000)
        self.addCleanup(self.path("root").chmod, 0o755)
        self.assertIn("Permission denied",
                      self.fails(1, "tree", "--directory", self.path("root"), **options))

    def test_many_that_cannot_be_read(self):
        options = self.as_nobody()
        for i in range(15):
            self.path(f"root/{i:02}").mkdir(parents=True)
            self.path(f"root/{i:02}").chmod(0o000)
        report = self.json("tree", "--directory", self.path("root"), **options)
        self.assertEqual((report["unreadable"], len(report["unread_folders"])), (15, 10))
        self.assertIn("/09: Permission denied\n", self.yoke("tree", "--directory",
                                                            self.path("root"), **options).stdout)

    def test_folders_that_come_and_go(self):
        """What is moved or removed while the walk is in it ends neither it nor the others."""
        for i in range(40):
            self.path(f"root/{i}/a/b/c/d").mkdir(parents=True)
        ended = threading.Event()

        def disturb():
            turn = 0
            while not ended.is_set():
                turn += 1
                for i in range(0, 40, 3):
                    os.rename(self.path(f"root/{i}/a/b"), self.path(f"root/{i}/moved{turn}"))
                    os.rename(self.path(f"root/{i}/moved{turn}"), self.path(f"root/{i}/a/b"))
                    shutil.rmtree(self.path(f"root/{i + 1 if i < 39 else 1}/a/b/c"))
                    self.path(f"root/{i + 1 if i < 39 else 1}/a/b/c/d").mkdir(parents=True)

        thread = threading.Thread(target=disturb)
        thread.start()
        try:
            few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, FEW))
            for _ in range(3 if IS_SANITIZED else 15):
                report = self.json("tree", "--directory", self.path("root"), "--verify",
                                   preexec_fn=few)
                self.assertEqual(report["unreadable"], 0)
                self.assertGreaterEqual(report["nodes"], 41)
        finally:
            ended.set()
            thread.join()

    def test_a_loop_of_mounts(self):
        """A folder that is mounted below itself is told by what it is, as `find` does."""
        self.path("root/a/loop").mkdir(parents=True)
        self.path("root/b").mkdir()
        mount = f"mount --bind {self.path('root')} {self.path('root/a/loop')}"
        try:
            subprocess.run(["unshare", "-m", "sh", "-c", mount], check=True, capture_output=True)
        except (OSError, subprocess.SubprocessError):
            self.skipTest("nothing can be mounted here")
        done = subprocess.run(["unshare", "-m", "sh", "-c",
                               f"{mount} && exec {self.YOKE} tree --directory {self.path('root')}"],
                              capture_output=True, text=True, env=self.environment, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"directories +4\n")
        self.assertIn("/root/a/loop: mounts form a loop: this folder contains itself\n",
                      done.stdout)


if __name__ == "__main__":
    run_tests()
