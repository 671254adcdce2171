"""Runs of one file: photons of their own; what is kept when a signal or a kill ends them; the files
that MCML's programs take.

    python3 photons_runs.py PATH_OF_YOKE [unittest's arguments]

Needs Python's standard library only.
"""

import json
import resource
import signal
import subprocess
import time

from photons import SMALL, PhotonsTest, read_mco
from tool_test import run_tests

# Each photon goes straight on for some 10^8 hops, so that the first part of the run does not end.
ENDLESS = "endless.mco A\n10000\n1 1\n1 1 1\n1\n1\n1.5 0 1 1 1e8\n1\n"


class RunsTest(PhotonsTest):
    def results(self, name):
        """What a run's .json says beside its times, and what of it a call did."""
        found = self.read_json(name)
        return {key: value for key, value in found.items()
                if "second" not in key and key not in ("simulated", "output")}

    def counted(self, name):
        """The photons that tallies are of, and whether their run was done."""
        heading = self.path(name).read_bytes().split(b"\nphotons ")[1].split(b"\n")[0].decode()
        photons = int(heading.split(",")[0])
        return photons, "unfinished" not in heading


class PhotonsOfTheirOwn(RunsTest):
    def setUp(self):
        super().setUp()
        self.three = self.small("a.mco", "b.mco", "c.mco")

    def test_equal_runs_show_how_results_scatter(self):
        runs = self.photons(self.three, "--photons", 20000, "--formats", "json")
        self.assertEqual([run["first_photon"] for run in runs], [0, 2**48, 2 * 2**48])
        for name in ("diffuse_reflectance", "absorbed", "transmitted"):
            values = [run[name]["value"] for run in runs]
            self.assertEqual(len(set(values)), 3, name)
            self.near(values[0], values[1], 5 * 1.5 * runs[0][name]["standard_error"])
            self.near(values[0], values[2], 5 * 1.5 * runs[0][name]["standard_error"])
        again = self.photons(self.three, "--photons", 20000, "--formats", "none")
        for one, other in zip(runs, again):
            self.assertEqual(one["hops"], other["hops"])

    def near(self, one, other, error):
        self.assertLessEqual(abs(one - other), error)

    def test_the_first_run_is_that_of_a_file_of_one(self):
        self.photons(self.three, "--formats", "json")
        first = self.results("a.json")
        self.photons(self.small("a.mco"), "--formats", "json")
        self.assertEqual(self.results("a.json"), first)

    def test_one_run_of_several_alone(self):
        self.photons(self.three, "--formats", "json", "--first", 5)
        expected = self.results("b.json")
        self.path("b.json").unlink()
        self.path("a.json").unlink()
        run, = self.photons(self.three, "--formats", "json", "--first", 5, "--run", 2)
        self.assertEqual(run["output"], "b.mco")
        self.assertEqual(self.results("b.json"), expected)
        self.assertFalse(self.path("a.json").exists())
        # By its number, of a file of one.
        self.photons(self.small("b.mco"), "--formats", "json", "--first", 2**48 + 5)
        self.assertEqual(self.results("b.json"), expected)

    def test_the_same_photons_where_they_are_asked_for(self):
        runs = self.photons(self.three, "--formats", "json", "--same-photons")
        self.assertEqual([run["first_photon"] for run in runs], [0, 0, 0])
        self.assertEqual(self.results("b.json"), self.results("a.json"))
        self.assertEqual(self.results("c.json"), self.results("a.json"))
        # One of several may have the photons of the first; a file of one run has no others.
        run, = self.photons(self.three, "--formats", "none", "--same-photons", "--run", 2)
        self.assertEqual(run["first_photon"], 0)
        self.assertRegex(self.refused(2, self.small(), "--same-photons"),
                         r"--same-photons does nothing for \S*runs\.mci: it is for files of several runs")

    def test_parts_on_several_machines_and_going_on_share_no_photon(self):
        whole = self.photons(self.three, "--photons", 3000, "--formats", "json")
        expected = [self.results(f"{name}.json") for name in "abc"]
        for photons in (1000, 2000):
            self.photons(self.three, "--photons", photons, "--formats", "json", "--go-on")
        self.assertEqual([self.results(f"{name}.json") for name in "abc"], expected)
        parts = [self.photons(self.three, "--photons", n, "--first", first, "--formats", "none")
                 for first, n in ((0, 1000), (1000, 2000))]
        for run in range(3):
            self.assertEqual(parts[0][run]["hops"] + parts[1][run]["hops"], whole[run]["hops"])

    def test_what_would_reach_the_next_run_is_refused(self):
        self.photons(self.three, "--first", 2**48 - 1000, "--formats", "none")
        for first in (2**48 - 999, 2**48, 2**64 - 1):
            self.assertIn("go beyond 2^48, where the next run's photons begin",
                          self.refused(2, self.three, "--first", first))
        self.assertIn("--run 4: ", self.refused(2, self.three, "--run", 4))
        self.refused(2, self.three, "--run", 0)
        self.photons(self.three, "--first", 2**64 - 1000, "--formats", "none", "--same-photons")


class Interruptions(RunsTest):
    def start(self, *command):
        process = subprocess.Popen([self.YOKE, "photons", *map(str, command)], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=self.environment)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def wait_until(self, process, holds):
        deadline = time.monotonic() + 120
        while not holds():
            self.assertLess(time.monotonic(), deadline)
            self.assertIsNone(process.poll(), "it has ended")
            time.sleep(0.01)

    def two(self):
        """A run that is soon done, and one that never is."""
        return self.write_mci(SMALL.format(output="one.mco"),
                              SMALL.format(output="two.mco").replace("1000", "34359738368", 1))

    def test_a_finished_run_is_kept(self):
        process = self.start(self.two(), "--formats", "mco,json,npy")
        self.wait_until(process, self.path("one.mco").exists)
        process.send_signal(signal.SIGINT)
        _, message = process.communicate(timeout=60)
        self.assertEqual((process.returncode, message), (-signal.SIGINT, ""))
        self.assertEqual(self.files(), ["one.A_rz.npy", "one.Rd_ra.npy", "one.Tt_ra.npy", "one.json",
                                        "one.mco", "runs.mci"])
        interrupted = read_mco(self.path("one.mco").read_text())
        self.photons(self.small("one.mco"))
        self.assertEqual(read_mco(self.path("one.mco").read_text()), interrupted)

    def test_counts_are_saved_and_the_same_command_goes_on(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                for name in self.files():
                    self.path(name).unlink()
                path = self.two()
                arguments = [path, "--formats", "json", "--go-on"]
                process = self.start(*arguments)
                self.wait_until(process, self.path("one.json").exists)
                time.sleep(self.random.uniform(0, 1))
                process.send_signal(number)
                _, message = process.communicate(timeout=60)
                self.assertEqual(process.returncode, -number)
                self.assertRegex(message, r"^yoke: interrupted in two\.mco: (none of its photons are "
                                 r"counted yet|\d+ photons counted in two\.tallies)\n$")
                self.assertEqual(self.counted("one.tallies"), (1000, True))
                names = ["one.json", "one.tallies", "runs.mci"]
                if self.files() == names:
                    continue  # before its first photons
                self.assertEqual(self.files(), sorted([*names, "two.tallies"]))
                photons, is_done = self.counted("two.tallies")
                self.assertFalse(is_done)
                # To an end of its choice: the run that is done gets no more photons.
                wanted = photons + 1000
                text = path.read_text().replace("34359738368", str(wanted))
                path.write_text(text)
                one, two = self.photons(*arguments)
                self.assertEqual((one["simulated"], one["photons"]), (0, 1000))
                self.assertEqual((two["simulated"], two["photons"]), (1000, wanted))
                found = [self.results("one.json"), self.results("two.json")]
                self.assertEqual(self.counted("two.tallies"), (wanted, True))
                self.photons(path, "--formats", "json")
                self.assertEqual(found, [self.results("one.json"), self.results("two.json")])
                # Now all are done: each goes on.
                one, two = self.photons(*arguments, "--photons", 100)
                self.assertEqual((one["photons"], two["photons"]), (1100, wanted + 100))

    def test_files_of_a_finished_run_are_of_its_counts(self):
        path = self.two()
        self.photons(path, "--formats", "json", "--run", 1, "--seed", 5)
        of_another_seed = self.results("one.json")
        process = self.start(path, "--formats", "none", "--go-on", "--save-every", 0.1)
        self.wait_until(process, self.path("two.tallies").exists)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        path.write_text(path.read_text().replace("34359738368", "1"))
        one, _ = self.photons(path, "--formats", "json", "--go-on")
        self.assertEqual((one["simulated"], one["photons"]), (0, 1000))
        found = self.results("one.json")
        self.assertNotEqual(found, of_another_seed)
        self.photons(path, "--formats", "json", "--run", 1)
        self.assertEqual(self.results("one.json"), found)

    def test_counts_are_saved_every_so_often(self):
        path = self.write_mci(SMALL.format(output="small.mco").replace("1000", "34359738368", 1))
        process = self.start(path, "--formats", "json", "--go-on", "--save-every", 0.1)
        self.wait_until(process, self.path("small.tallies").exists)
        process.kill()
        process.communicate()
        photons, is_done = self.counted("small.tallies")
        self.assertFalse(is_done)
        for name in self.files():
            if name.startswith(".yoke."):  # a kill leaves them
                self.path(name).unlink()
        run, = self.photons(path, "--formats", "json", "--go-on", "--photons", photons + 500)
        self.assertEqual((run["simulated"], run["photons"]), (500, photons + 500))
        found = self.results("small.json")
        self.photons(self.small(), "--formats", "json", "--photons", photons + 500)
        self.assertEqual(self.results("small.json"), found)
        self.assertIn("--save-every", self.refused(2, path, "--save-every", 5))

    def seconds(self, name):
        return float(self.path(name).read_bytes().split(b"\nseconds ")[1].split(b"\n")[0])

    def test_the_user_time_is_that_of_all_photons(self):
        """As in MCML's files, whose runs have one part."""
        path = self.write_mci(SMALL.format(output="small.mco").replace("1000", "34359738368", 1))
        process = self.start(path, "--go-on", "--save-every", 0.1)
        self.wait_until(process, self.path("small.tallies").exists)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        first, (photons, _) = self.seconds("small.tallies"), self.counted("small.tallies")
        self.assertGreater(first, 0)
        counts = self.path("small.tallies").read_bytes()
        self.path("small.tallies").write_bytes(
            counts.replace(f"\nseconds {first}\n".encode(), b"\nseconds 7200\n"))
        run, = self.photons(path, "--go-on", "--photons", photons + 1000, "--formats", "mco,json")
        self.assertEqual(run["simulated"], 1000)
        self.assertLess(run["seconds"], 1000)
        self.assertAlmostEqual(run["all_seconds"], 7200 + run["seconds"], 6)
        self.assertIn("# User time:     7200 sec =     2.00 hr.", self.path("small.mco").read_text())
        self.assertEqual(self.read_json("small.json")["all_seconds"], run["all_seconds"])
        self.assertAlmostEqual(self.seconds("small.tallies"), run["all_seconds"], 6)
        shown = self.yoke("photons", path, "--go-on", "--photons", 10, cwd=self.folder).stdout
        self.assertRegex(shown, r"with those before +\d+ photons in 7\S+ s\n")

    def test_two_commands_do_not_go_on_with_one_run(self):
        path = self.two()
        arguments = [path, "--formats", "none", "--go-on"]
        self.path("other").mkdir()
        for number in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(number):
                process = self.start(*arguments)
                self.wait_until(process, self.path("one.tallies").exists)
                # From the start, before any counts of the second run are saved; and of either run.
                for run, name in ((1, "one"), (2, "two")):
                    message = self.refused(1, *arguments, "--run", run, "--photons", 10)
                    self.assertRegex(message, rf"^yoke: {name}\.tallies is in use: process {process.pid} "
                                     rf"on \S+ goes on with this run \(its lock is "
                                     rf"\S+/\.yoke\.{name}\.lock\)\n$")
                self.assertIn(".yoke.two.lock", self.files())
                # Other runs, and commands that do not go on, are no concern of it.
                self.photons(path, "--go-on", "--photons", 10, "--output-folder", "other")
                self.photons(path, "--photons", 10, "--formats", "none")
                process.send_signal(number)
                process.communicate(timeout=60)
                # The kernel frees a lock, whatever its file does.
                one, two = self.photons(*arguments, "--photons", 2000)
                self.assertGreaterEqual(two["photons"], 2000)
                self.assertEqual(
                    [name for name in self.files() if name[0] != "." or name.endswith(".lock")],
                    ["one.tallies", "other", "runs.mci", "two.tallies"])
                for name in ("one.tallies", "two.tallies"):
                    self.path(name).unlink()

    def test_a_run_that_has_its_photons_already_is_only_ended(self):
        path = self.two()
        process = self.start(path, "--formats", "none", "--go-on", "--save-every", 0.1)
        self.wait_until(process, self.path("two.tallies").exists)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        photons, _ = self.counted("two.tallies")
        _, two = self.photons(path, "--formats", "none", "--go-on", "--photons", 1)
        self.assertEqual((two["simulated"], two["photons"]), (0, photons))
        self.assertEqual(self.counted("two.tallies"), (photons, True))

    def rounds(self):
        """Two runs that have had a first round of 1000 photons; the first one has 1000 in a file."""
        path = self.two()
        path.write_text(path.read_text().replace("34359738368", "34359730000"))
        self.photons(path, "--formats", "none", "--go-on", "--photons", 1000)
        return path, [path, "--formats", "none", "--go-on"]

    def end_after_first_run(self, arguments, number):
        """Ends a second round when the first run is done, and nothing is saved of the second one."""
        process = self.start(*arguments)
        self.wait_until(process, lambda: self.counted("one.tallies")[0] == 2000)
        process.send_signal(number)
        process.communicate(timeout=60)

    def test_an_interrupted_round_is_finished_first(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(number):
                path, arguments = self.rounds()
                process = self.start(*arguments, "--photons", 2**34, "--save-every", 0.1)
                self.wait_until(process, lambda: self.counted("one.tallies")[0] > 1000)
                process.send_signal(number)
                process.communicate(timeout=60)
                wanted = self.counted("one.tallies")[0] + 500
                one, two = self.photons(*arguments, "--photons", wanted - 1000)
                self.assertEqual((one["simulated"], two["simulated"]), (500, wanted - 1000))
                self.assertEqual((one["photons"], two["photons"]), (wanted, wanted))
                one, two = self.photons(*arguments, "--photons", 10)
                self.assertEqual((one["photons"], two["photons"]), (wanted + 10, wanted + 10))
                for name in ("one.tallies", "two.tallies"):
                    self.path(name).unlink()

    def test_a_round_that_ends_between_two_runs_is_finished_first(self):
        for number in (signal.SIGINT, signal.SIGKILL):
            with self.subTest(number):
                path, arguments = self.rounds()
                self.end_after_first_run(arguments, number)
                photons, is_done = self.counted("two.tallies")
                wanted = photons + 1000 if is_done else photons
                one, two = self.photons(*arguments, "--photons", wanted - 1000)
                self.assertEqual((one["simulated"], one["photons"]), (0, 2000))
                self.assertEqual(two["photons"], wanted)
                one, two = self.photons(*arguments, "--photons", 10)
                self.assertEqual((one["photons"], two["photons"]), (2010, wanted + 10))
                for name in ("one.tallies", "two.tallies"):
                    self.path(name).unlink()

    def test_a_round_that_a_full_disk_ends_is_finished_first(self):
        path, arguments = self.rounds()
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
        self.photons(*arguments, "--photons", 1000, "--run", 1)
        self.refused(1, *arguments, "--photons", 1000, preexec_fn=limit)
        one, two = self.photons(*arguments, "--photons", 1000)
        self.assertEqual((one["photons"], two["photons"]), (2000, 2000))

    def test_a_run_that_is_rounds_ahead_waits_for_the_others(self):
        path, arguments = self.rounds()
        for _ in range(2):
            self.photons(*arguments, "--photons", 1000, "--run", 1)
        counts = self.path("one.tallies").read_bytes()
        for photons in (2000, 3000):
            one, two = self.photons(*arguments, "--photons", 1000)
            self.assertEqual((one["simulated"], one["photons"], two["photons"]), (0, 3000, photons))
            self.assertEqual(self.path("one.tallies").read_bytes(), counts)
        one, two = self.photons(*arguments, "--photons", 1000)
        self.assertEqual((one["photons"], two["photons"]), (4000, 4000))

    def test_counts_that_stay_are_no_output_of_another_run(self):
        self.path("link.mco").symlink_to("one.tallies")
        for name, words in (("one.tallies", "one.tallies is an output of the run on line 3 too"),
                            ("link.mco", "link.mco is the same file as one.tallies of the run on line 3")):
            path = self.small("one.mco", name)
            self.photons(path, "--go-on", "--formats", "none", "--run", 1)
            counts = self.path("one.tallies").read_bytes()
            self.assertEqual(self.refused(1, path, "--go-on"),
                             f"yoke: {path}, line 12: {words}, where another name is expected\n")
            self.assertEqual(self.path("one.tallies").read_bytes(), counts)
        self.assertIn("the output one.tallies are the same file", self.refused(
            2, self.small("one.mco", "two.mco"), "--go-on", "--timeline", "one.tallies"))
        self.assertEqual(self.path("one.tallies").read_bytes(), counts)

    def test_counts_of_an_older_version_are_those_of_a_first_round(self):
        path, arguments = self.rounds()
        for name in ("one.tallies", "two.tallies"):
            counts = self.path(name).read_bytes()
            self.assertTrue(counts.startswith(b"yoke photon tallies 3\n"))
            self.assertEqual(counts.count(b"\nround 1\n"), 1)
            self.path(name).write_bytes(counts.replace(b"tallies 3", b"tallies 2")
                                        .replace(b"\nround 1\n", b"\n"))
        self.photons(*arguments, "--photons", 100, "--run", 1)
        one, two = self.photons(*arguments, "--photons", 100)
        self.assertEqual((one["photons"], two["photons"]), (1100, 1100))
        self.assertIn(b"\nround 2\n", self.path("two.tallies").read_bytes())
        broken = self.path("one.tallies").read_bytes().replace(b"\nround 2\n", b"\nround 0\n")
        self.path("one.tallies").write_bytes(broken)
        self.assertIn("one.tallies, line 15: the number of the counts' round is expected here, from 1",
                      self.refused(1, *arguments))

    def test_a_run_of_which_nothing_is_written_needs_no_lock(self):
        nobody = self.as_nobody()
        nobody["cwd"] = self.folder
        for name in ("done", "open"):
            self.path(name).mkdir()
            self.path(name).chmod(0o777)
        path = self.small("done/one.mco", "open/two.mco")
        arguments = ["photons", path, "--go-on", "--json"]
        for run in (1, 2):
            self.yoke(*arguments, "--formats", "none", "--run", run, **nobody)
        self.yoke(*arguments, "--formats", "none", "--run", 1, **nobody)
        self.path("done").chmod(0o555)
        self.addCleanup(self.path("done").chmod, 0o777)
        self.assertRegex(self.fails(1, *arguments, **nobody),
                         r"cannot write \S*done/\.yoke\.one\.lock: Permission denied")
        done = self.yoke(*arguments, "--formats", "none", **nobody)
        one, two = json.loads(done.stdout)["runs"]
        self.assertEqual((one["simulated"], one["photons"], two["photons"]), (0, 2000, 2000))
        # The next round would write.
        self.assertIn(".yoke.one.lock", self.fails(1, *arguments, "--formats", "none", **nobody))

    def test_two_signals_close_to_each_other_are_one(self):
        for _ in range(5):
            path = self.write_mci(SMALL.format(output="small.mco").replace("1000", "34359738368", 1))
            process = self.start(path, "--formats", "none", "--go-on", "--save-every", 0.1)
            self.wait_until(process, self.path("small.tallies").exists)
            process.send_signal(signal.SIGTERM)
            process.send_signal(signal.SIGINT)
            _, message = process.communicate(timeout=60)
            self.assertRegex(message, r"interrupted in small\.mco: \d+ photons counted in small\.tallies\n")
            self.assertIn(process.returncode, (-signal.SIGTERM, -signal.SIGINT))
            self.path("small.tallies").unlink()

    def test_another_signal_ends_it_at_once(self):
        # Only a signal of the second run is held: a GPU's start takes seconds, and any signal ends it.
        path = self.write_mci(SMALL.format(output="one.mco"), ENDLESS)
        process = self.start(path, "--go-on", "--most-hops", 2**32 - 1, "--space", "host")
        self.wait_until(process, self.path("one.mco").exists)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(timeout=0.5)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, -signal.SIGTERM)
        self.assertEqual(self.files(), ["one.mco", "one.tallies", "runs.mci"])

    def test_a_full_disk_ends_it_and_keeps_what_was_saved(self):
        path = self.write_mci(SMALL.format(output="small.mco").replace("1000", "34359738368", 1))
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
        message = self.refused(1, path, "--go-on", "--save-every", 0.1, preexec_fn=limit)
        self.assertIn("cannot write small.tallies", message)
        self.assertEqual(self.files(), ["runs.mci"])

    def test_later_runs_that_fail_leave_the_finished_ones(self):
        message = self.refused(1, self.small("one.mco", "/dev/full", "three.mco"))
        self.assertIn("cannot write /dev/full", message)
        self.assertEqual(self.files(), ["one.mco", "runs.mci"])
        self.assertTrue(self.path("one.mco").read_text().startswith("A1"))


class OfMcml(RunsTest):
    def test_tissues_that_mcml_takes(self):
        text = SMALL.format(output="small.mco").replace("1.37 1 100 0.9 0.1", "0.98 1 100 0.9 0.1")
        text = text.replace("1.4 2 10 0 0.2", "1.4 2 10 1 0.2\n1.5 1 1 0 0").replace("\n2\n", "\n3\n")
        run, = self.photons(self.write_mci(text), "--formats", "json")
        self.assertAlmostEqual(run["specular"], (0.02 / 1.98)**2, 9)
        parts = [run[name]["value"] for name in ("diffuse_reflectance", "absorbed", "transmitted")]
        self.assertGreater(min(parts), 0)
        self.assertAlmostEqual(sum(parts) + run["specular"] + run["lost_to_roulette"]
                               - run["won_by_roulette"], 1, 7)

    def test_grids_that_are_no_numbers(self):
        small = SMALL.format(output="small.mco")
        for widths in ("1e-300 1e-300", "1 1e-160", "1e-310 1", "1 1e200", "1e300 1e20"):
            message = self.refused(1, self.write_mci(small.replace("0.1 0.1", widths, 1)))
            self.assertRegex(message, r"runs\.mci, line 5: '1e-?\d+' is out of range, where d[zr] is")
        self.photons(self.write_mci(small.replace("0.1 0.1", "1e-80 1e-80", 1)), "--formats", "mco,json")
        self.assertNotIn("inf", self.path("small.mco").read_text().lower())

    def test_a_file_of_mcml_2(self):
        text = ("mcmli2.0\nair 1.0 0 0 0\nskin 1.37 1 100 0.9\nend\nsmall.mco A\nair\nskin 0.1\nair\n"
                "end\npencil\n0\n0.1 0.1 1\n4 3 1 5\nRd_r A_rz\n1000 0:30\n1E-4\n1\nend\n")
        self.path("later.mci").write_text(text)
        shown = self.yoke("photons", "later.mci", "--formats", "json", cwd=self.folder).stdout
        self.assertIn("the time limit '0:30' is not kept: see --until-seconds", shown)
        later = self.results("small.json")
        old = "small.mco A\n1000\n0.1 0.1\n4 3 5\n1\n1.0\n1.37 1 100 0.9 0.1\n1.0\n"
        self.photons(self.write_mci(old), "--formats", "json")
        later.pop("notes")
        self.assertEqual(later, {key: value for key, value in self.results("small.json").items()
                                 if key != "notes"})
        self.path("later.mci").write_text(text.replace("Rd_r", "Rd_t"))
        self.assertIn("later.mci, line 14: this is a file of MCML 2.0, and it asks for Rd_t",
                      self.refused(1, "later.mci"))


if __name__ == "__main__":
    run_tests()
