"""How the tool's threads wait: they sleep soon, unless the environment says how they wait.

    python3 waiting.py PATH_OF_YOKE [unittest's arguments]

The OpenMP runtime tells its settings whenever a program that uses it is loaded.
"""

import os
import re
import signal
import subprocess

from tool_test import ToolTest, run_tests

DECIDES = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME", "KMP_LIBRARY", "OMP_PROC_BIND",
           "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY")


class Waiting(ToolTest):
    def setUp(self):
        super().setUp()
        for name in DECIDES:
            self.environment.pop(name, None)

    def settings(self, *arguments, **variables):
        """What the runtime told: a dictionary for each time that it was loaded."""
        self.environment |= variables
        shown = dict(self.environment, OMP_DISPLAY_ENV="verbose")
        done = subprocess.run([self.YOKE, *map(str, arguments)], capture_output=True, text=True,
                              env=shown, timeout=600)
        for name in variables:
            del self.environment[name]
        starts = done.stderr.split("OPENMP DISPLAY ENVIRONMENT BEGIN")[1:]
        self.assertGreater(len(starts), 0, done.stderr)
        return [dict(re.findall(r"([A-Z_]+) *= *'([^']*)'", start)) for start in starts]

    def count(self, settings):
        """How long a thread spins, in the runtime's own unit."""
        return int(re.match(r"\d+", settings.get("GOMP_SPINCOUNT",
                                                 settings.get("KMP_BLOCKTIME", "0")))[0])

    def test_threads_sleep_soon(self):
        before, after = self.settings("info")
        self.assertGreater(self.count(before), 10 * self.count(after), "as the runtime has it")
        self.assertLessEqual(self.count(after), 1000)
        self.assertEqual(len(self.settings("rank", "--random", "100")), 2)
        self.assertEqual(len(self.settings("info", OMP_PROC_BIND="FALSE")), 2, "bound to nothing")

    def test_what_the_user_set_stays(self):
        for name, value in (("OMP_WAIT_POLICY", "active"), ("OMP_WAIT_POLICY", "passive"),
                            ("GOMP_SPINCOUNT", "300000"), ("GOMP_SPINCOUNT", "7"),
                            ("KMP_BLOCKTIME", "200"), ("OMP_PROC_BIND", "true"),
                            ("OMP_PROC_BIND", "spread"), ("OMP_PLACES", "threads"),
                            ("GOMP_CPU_AFFINITY", "0")):
            with self.subTest(name, value=value):
                self.assertEqual(len(self.settings("info", **{name: value})), 1, "started once")

    def test_the_runtime_warns_once(self):
        for name in ("OMP_NUM_THREADS", "OMP_THREAD_LIMIT"):
            for value in ("0", "-1", "two", ""):
                environment = {**self.environment, name: value}
                done = subprocess.run([self.YOKE, "info"], env=environment, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0)
                self.assertLessEqual(done.stderr.count(name), 1, done.stderr)

    def test_arguments_stay(self):
        for argument in ("", " ", "a b", "line\nbreak", "'\"$PATH", "ä", "*", "--", "-"):
            with self.subTest(argument):
                started_twice = self.run_yoke("rank", "--random", argument)
                self.environment["OMP_WAIT_POLICY"] = "passive"
                started_once = self.run_yoke("rank", "--random", argument)
                del self.environment["OMP_WAIT_POLICY"]
                self.assertEqual(started_twice.returncode, 2)
                self.assertEqual((started_twice.returncode, started_twice.stderr),
                                 (started_once.returncode, started_once.stderr))

    def test_standard_streams_and_exit_codes_stay(self):
        self.assertEqual(self.run_yoke("rank", "-", "-", input="1\n2\n2\n").stdout, "2\n1\n0\n")
        self.fails(1, "rank", "-", "-", input="7\n")
        self.fails(2, "rnak")
        closed = subprocess.run(["/bin/sh", "-c", f"'{self.YOKE}' --version >&-"],
                                env=self.environment, capture_output=True, text=True, timeout=60)
        self.assertEqual(closed.returncode, 1)
        self.assertIn("cannot write to standard output", closed.stderr)

    def test_the_process_stays(self):
        """Its number, its name, and what signals do to it."""
        with subprocess.Popen([self.YOKE, "random", "--raw"], stdout=subprocess.PIPE,
                              env=self.environment) as process:
            process.stdout.read(1)  # it works
            with open(f"/proc/{process.pid}/comm", encoding="ascii") as name:
                self.assertEqual(name.read().strip(), os.path.basename(self.YOKE))
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(60), -signal.SIGTERM)
        with subprocess.Popen([self.YOKE, "random", "--raw"], stdout=subprocess.PIPE,
                              preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
                              env=self.environment) as process:
            process.stdout.read(1)
            process.send_signal(signal.SIGHUP)
            process.stdout.read(1 << 22)
            self.assertIsNone(process.poll(), "as under nohup")
            process.kill()

    def test_a_link_and_a_loader(self):
        """Started by another name, and by the dynamic loader, which then is the program."""
        self.path("link").symlink_to(self.YOKE)
        for command in ([self.path("link")], self.loader() + [self.YOKE]):
            done = subprocess.run([*command, "--version"], capture_output=True, text=True,
                                  env=self.environment, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertRegex(done.stdout, r"^yoke \d")

    def loader(self):
        shown = subprocess.run(["ldd", self.YOKE], capture_output=True, text=True, check=True)
        return re.findall(r"^\s*(/\S*/ld-linux\S*)", shown.stdout, re.MULTILINE)[:1]


if __name__ == "__main__":
    run_tests()
