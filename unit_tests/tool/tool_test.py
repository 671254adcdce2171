"""What the tests of the command-line tool share: the binary, a folder of their own, files."""

import array
import concurrent.futures
import faulthandler
import functools
import json
import os
import pty
import queue
import random
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from many_runs import ManyRuns

SEED = int(os.environ.get("YOKE_TEST_SEED", time.time_ns() % 10**9))
TYPECODE = {".u32": "I", ".u64": "Q"}
# Said by the presets: what takes long takes many times as long.
IS_SANITIZED = "YOKE_TEST_IS_SANITIZED" in os.environ

LONGEST_RUN = 600  # seconds
LONGEST_SILENCE = 170

THIS_THREAD = threading.local()  # its processes of many runs


class ToolTest(unittest.TestCase):
    YOKE = ""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="yoke_tool_")
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        # AddressSanitizer is to refuse too much memory as any system does, and not to abort.
        self.environment = dict(os.environ, YOKE_TUNING=str(self.folder / "tuning.json"),
                                ASAN_OPTIONS="allocator_may_return_null=1:handle_sigill=1")
        self.usual_environment = dict(self.environment)
        self.random = random.Random(SEED)

    def path(self, name):
        return self.folder / name

    @staticmethod
    @functools.cache
    def has_device():
        """Asked once: each start of the tool starts the GPU."""
        done = subprocess.run([ToolTest.YOKE, "info", "--json"], capture_output=True, check=True)
        return bool(json.loads(done.stdout)["devices"])

    @property
    def spaces(self):
        return ["serial", "host", "hybrid"] + ["device"] * self.has_device()

    def files(self):
        return sorted(entry.name for entry in self.folder.iterdir())

    def open_files(self, pid):
        """The names of what a process has open in the folder; files without names have some too."""
        names = set()
        try:
            for number in os.listdir(f"/proc/{pid}/fd"):
                folder, name = os.path.split(os.readlink(f"/proc/{pid}/fd/{number}"))
                if folder == str(self.folder):
                    names.add(name)
        except OSError:  # it has just been closed
            pass
        return names

    def has_unnamed_files(self):
        """Does the file system of the folder have files without names?"""
        try:
            os.close(os.open(self.folder, os.O_TMPFILE | os.O_WRONLY))
        except OSError:
            return False
        return True

    def run_yoke(self, *arguments, text=True, **options):
        command = [self.YOKE, *map(str, arguments)]
        if self.may_share_a_process(command, options):
            return self.run_shared(command, text, **options)
        return subprocess.run(command, text=text, env=self.environment, timeout=LONGEST_RUN,
                              stderr=subprocess.PIPE, **{"stdout": subprocess.PIPE, **options})

    def may_share_a_process(self, command, options):
        """Where YOKE_TEST_MANY_RUNS names the program, runs without an environment of their own do."""
        return ("YOKE_TEST_MANY_RUNS" in os.environ and options.keys() <= {"cwd", "input", "stdin", "stdout"}
                and self.environment == self.usual_environment
                and not any(word.startswith("--kokkos-") for word in command)
                # A process reads the file of tuned shares once.
                and not self.path("tuning.json").exists())

    def run_shared(self, command, text, cwd=None, input=None, stdin=0, stdout=None):
        return self.many_runs().run(command, cwd or os.getcwd(), self.environment["YOKE_TUNING"], text,
                                    LONGEST_RUN, input, stdin, stdout)

    def many_runs(self, launcher=(), ranks=1):
        """This thread's process, or ranks, that such a launcher has started."""
        if not hasattr(THIS_THREAD, "runs"):
            THIS_THREAD.runs = {}
        runs = THIS_THREAD.runs.get(tuple(launcher))
        if runs is None or runs.process.poll() is not None:
            runs = ManyRuns(os.environ["YOKE_TEST_MANY_RUNS"], self.environment, launcher, ranks)
            THIS_THREAD.runs[tuple(launcher)] = runs
        return runs

    def yoke(self, *arguments, code=0, **options):
        done = self.run_yoke(*arguments, **options)
        self.assertEqual(done.returncode, code, f"{done.args}\n{done.stdout}\n{done.stderr}")
        if code == 0:
            self.assertEqual(done.stderr, "", "no progress, no warnings where there is no terminal")
        else:
            self.assertIn("yoke: ", done.stderr)
        return done

    def on_terminal(self, *arguments):
        """What was run, with its standard error's terminal: all that was shown there."""
        terminal, other_end = pty.openpty()
        done = subprocess.run([self.YOKE, *map(str, arguments)], stdout=subprocess.PIPE,
                              stderr=other_end, env=self.environment, timeout=600)
        os.close(other_end)
        shown = b""
        try:
            while part := os.read(terminal, 4096):
                shown += part
        except OSError:  # the other end is closed, and all of it has been read
            pass
        os.close(terminal)
        self.assertEqual(done.returncode, 0, shown)
        return done, shown

    def as_nobody(self):
        """Options of a process that may not read or write all, as root may."""
        if os.geteuid() == 0:
            self.folder.chmod(0o755)
            nobody = lambda: os.setresuid(65534, 65534, 65534)
            try:
                subprocess.run([self.YOKE, "--version"], preexec_fn=nobody, check=True,
                               capture_output=True)
            except (OSError, subprocess.SubprocessError):
                self.skipTest("another user cannot run the tool")
            return {"preexec_fn": nobody, "cwd": "/"}
        return {}

    def json(self, *arguments, **options):
        return json.loads(self.yoke(*arguments, "--json", **options).stdout)

    def fails(self, code, *arguments, **options):
        return self.yoke(*arguments, code=code, **options).stderr

    def write(self, name, numbers):
        path = self.path(name)
        if path.suffix in TYPECODE:
            path.write_bytes(array.array(TYPECODE[path.suffix], numbers).tobytes())
        else:
            path.write_text("".join(f"{number}\n" for number in numbers))
        return path

    def read(self, name):
        path = self.path(name)
        if path.suffix in TYPECODE:
            numbers = array.array(TYPECODE[path.suffix])
            numbers.frombytes(path.read_bytes())
            return list(numbers)
        return [int(line) for line in path.read_text().splitlines()]


class SideBySide(unittest.TestSuite):
    """Runs YOKE_TEST_JOBS tests at a time: where a GPU takes long to start, they wait most of their time."""

    def run(self, result, debug=False):
        jobs = int(os.environ.get("YOKE_TEST_JOBS", 1))
        if jobs == 1:
            return super().run(result, debug)
        outcomes = queue.SimpleQueue()

        def run_one(test):
            own = unittest.TestResult()
            test.run(own)
            outcomes.put(own)

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for test in self.every_test(self):
                pool.submit(run_one, test)
        while not outcomes.empty():
            own = outcomes.get()
            result.testsRun += own.testsRun
            for kind in ("failures", "errors", "skipped"):
                getattr(result, kind).extend(getattr(own, kind))
        return result

    def every_test(self, suite):
        for test in suite:
            if isinstance(test, unittest.TestSuite):
                yield from self.every_test(test)
            else:
                yield test


def run_tests():
    """For a file of tests, run as: python3 FILE PATH_OF_YOKE [unittest's arguments]."""
    ToolTest.YOKE = os.path.abspath(sys.argv.pop(1))
    print(f"seed {SEED} (YOKE_TEST_SEED repeats it)", flush=True)
    # Says where a test waits, before ctest ends it.
    faulthandler.dump_traceback_later(LONGEST_SILENCE, repeat=True)
    loader = unittest.TestLoader()
    loader.suiteClass = SideBySide
    done = unittest.main(module="__main__", verbosity=1, testLoader=loader, exit=False)
    codes = [runs.end() for runs in list(ManyRuns.started)]
    if any(codes):
        print(f"processes of many runs ended with {codes}", file=sys.stderr)
    sys.exit(any(codes) or not done.result.wasSuccessful())
