"""What the command-line tool leaves behind when a signal stops it.

    python3 signals.py PATH_OF_YOKE [unittest's arguments]
"""

import os
import signal
import subprocess
import time

from outputs import SMALL_LIST, OutputTest
from tool_test import run_tests


class Signals(OutputTest):
    def start(self, *command, **options):
        """The command, once its outputs are open."""
        process = subprocess.Popen([self.YOKE, *map(str, command)], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=self.environment, **options)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        before = {"graph.el", "list.txt", "old", "list"}
        deadline = time.monotonic() + 60
        while not self.open_files(process.pid) - before:
            self.assertLess(time.monotonic(), deadline, "no output was opened")
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        return process

    def test_one_that_is_killed_leaves_nothing(self):
        """No handler runs then: the file has no name until it is complete."""
        if not self.has_unnamed_files():
            self.skipTest("the file system has only files with names")
        self.write_old("old")
        for command in (["rank", "--random", "2^16", "--repeat", 1000000, "-o", "old"],
                        ["generate", "list", "new.u32", "--nodes", "2^26"],
                        ["generate", "graph", "gnm:100000,2^22", "new.el"],
                        ["bfs", "--random", "rmat:12", "--sources", 4000, "--repeat", 1000000,
                         "--timeline", "trace.json"]):
            with self.subTest(command):
                process = self.start(*command)
                self.assertEqual(self.files(), ["graph.el", "list.txt", "old"])
                process.kill()
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, -signal.SIGKILL)
                self.check_old("old")

    def test_they_end_the_command_and_leave_nothing(self):
        self.write_old("old")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for command in (["rank", "--random", "2^16", "--repeat", 1000000, "-o", "old"],
                            ["bfs", "--random", "rmat:12", "--sources", 4000, "--repeat", 1000000,
                             "--timeline", "trace.json"]):
                with self.subTest(command, number=number):
                    process = self.start(*command)
                    process.send_signal(number)
                    output, message = process.communicate(timeout=60)
                    self.assertEqual((process.returncode, output, message), (-number, b"", b""))
                    self.check_old("old")

    def start_into_full_pipe(self, *command):
        """The command, once its outputs have their names: its report finds no reader."""
        reader, writer = os.pipe()
        self.addCleanup(os.close, reader)
        os.set_blocking(writer, False)
        with self.assertRaises(BlockingIOError):
            while True:
                os.write(writer, bytes(4096))
        os.set_blocking(writer, True)
        process = subprocess.Popen([self.YOKE, *map(str, command)], cwd=self.folder, stdout=writer,
                                   stderr=subprocess.PIPE, env=self.environment)
        os.close(writer)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 60
        while not self.path("new").exists():
            self.assertLess(time.monotonic(), deadline, "nothing was written")
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        return process, reader

    def test_one_that_comes_when_the_outputs_are_complete_comes_too_late(self):
        for command in (["rank", "list.txt", "new"], ["generate", "list", "new", "--nodes", 5],
                        ["tune", "--capability", "fill", "--sizes", 100, "--repetitions", 1, "--output",
                         "new"]):
            with self.subTest(command):
                process, reader = self.start_into_full_pipe(*command)
                process.send_signal(signal.SIGTERM)
                with self.assertRaises(subprocess.TimeoutExpired):
                    process.wait(timeout=0.5)
                report = b""
                while process.poll() is None:
                    report += os.read(reader, 65536)
                self.assertEqual((process.returncode, process.stderr.read()), (0, b""))
                self.assertTrue(self.path("new").read_text())
                self.path("new").unlink()
                self.assertEqual(self.files(), ["graph.el", "list.txt"])

    def test_another_one_ends_a_command_whose_report_nobody_reads(self):
        process, _ = self.start_into_full_pipe("rank", "list.txt", "new")
        process.send_signal(signal.SIGTERM)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), -signal.SIGINT)
        self.assertEqual(self.files(), ["graph.el", "list.txt", "new"])

    def test_one_that_waits_for_its_input_ends_too(self):
        os.mkfifo(self.path("list"))
        with open(self.path("list"), "r+b", buffering=0):
            process = self.start("rank", "list", "new")
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)
        self.assertEqual(process.returncode, -signal.SIGTERM)
        self.assertEqual(self.files(), ["graph.el", "list", "list.txt"])

    def test_ignored_ones_stay_ignored(self):
        """As under nohup."""
        os.mkfifo(self.path("list"))
        with open(self.path("list"), "r+b", buffering=0) as feed:
            process = self.start("rank", "list", "new",
                                 preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
            process.send_signal(signal.SIGHUP)
            # A pipe that nobody has open forgets what was written.
            while "list" not in self.open_files(process.pid):
                self.assertIsNone(process.poll(), "it has ended")
                time.sleep(0.01)
            # One that opens the pipe for writing alone, so that there is an end.
            with open(self.path("list"), "wb") as last:
                last.write(SMALL_LIST.encode())
            feed.close()
            _, message = process.communicate(timeout=60)
        self.assertEqual((process.returncode, message), (0, b""))
        self.assertEqual(self.path("new").read_text(), "2\n1\n0\n")


if __name__ == "__main__":
    run_tests()
