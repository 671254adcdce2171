"""Runs `yoke photons` as its users do: MCML's files in, MCML's, JSON and numpy's files out.

    python3 photons.py PATH_OF_YOKE [unittest's arguments]

Needs Python's standard library only.
"""

import array
import ast
import json
import math
import os
import resource
import subprocess
from pathlib import Path

from tool_test import IS_SANITIZED, ToolTest, run_tests

# Cases with published results. Their outputs, photons, grid and tissue are as in docs/photons.md.
SLAB = """slab.mco A   # van de Hulst
{photons}
0.0005 0.002
40 50 30
1
1.0
1.0 10 90 0.75 0.02
1.0
"""
SEMI_INFINITE = """semi_infinite.mco A   # Giovanelli
{photons}
0.005 0.005
200 200 30
1
1.0
1.5 10 90 0 1E8
1.0
"""
THREE_LAYERS = """three_layer.mco A   # MCML's sample
{photons}
0.01 0.01
40 50 1
3
1.0
1.37 1 100 0.9 0.1
1.37 1 10 0 0.1
1.37 2 10 0.7 0.2
1.0
"""
SKIN = """skin.mco A   # Meglinsky, 600 nm
{photons}
0.002 0.01
500 200 30
7
1.0
1.53 0.2 1000 0.9 0.002
1.34 0.15 400 0.85 0.008
1.4 0.7 300 0.8 0.01
1.39 1 350 0.9 0.008
1.4 0.7 200 0.76 0.162
1.39 1 350 0.95 0.02
1.44 0.3 150 0.8 0.59
1.0
"""
# A run that takes no time, with every section.
SMALL = """{output} A
1000
0.1 0.1
4 3 5
2
1.0
1.37 1 100 0.9 0.1
1.4 2 10 0 0.2
1.1
"""


def mci(*runs, end="\n"):
    return f"1.0{end}{len(runs)}{end}" + "".join(runs).replace("\n", end)


def read_mco(text):
    """A file of MCML's format A1: its sections' numbers, by their names."""
    found, name = {}, None
    for line in text.splitlines():
        words = line.split("#")[0].split()
        if not words or words == ["A1"]:
            continue
        if words[0][0].isalpha() and len(words) == 1:
            name = words[0]
            found[name] = []
        elif name == "InParm":
            found[name].append(words)
        elif name:
            found[name] += map(float, words)
    return found


def read_npy(content):
    """The shape and the numbers of an array of doubles."""
    assert content[:8] == b"\x93NUMPY\x01\x00", content[:8]
    size = int.from_bytes(content[8:10], "little")
    header = ast.literal_eval(content[10:10 + size].decode())
    assert (header["descr"], header["fortran_order"]) == ("<f8", False), header
    numbers = array.array("d")
    numbers.frombytes(content[10 + size:])
    return header["shape"], numbers.tolist()


class PhotonsTest(ToolTest):
    def write_mci(self, *runs, name="runs.mci", **options):
        self.path(name).write_bytes(mci(*runs, **options).encode())
        return self.path(name)

    def small(self, *outputs):
        return self.write_mci(*(SMALL.format(output=output) for output in outputs or ["small.mco"]))

    def photons(self, *arguments, **options):
        return self.json("photons", *arguments, cwd=self.folder, **options)["runs"]

    def refused(self, code, *arguments, **options):
        return self.fails(code, "photons", *arguments, cwd=self.folder, **options)

    def read_json(self, name):
        return json.loads(self.path(name).read_text())


class Cases(PhotonsTest):
    """Seeds are fixed, but each device rounds in its own way and so follows other paths: a result is
    within four standard errors, ours and the reference's."""

    def near(self, fraction, expected, error):
        combined = math.hypot(fraction["standard_error"], error)
        self.assertGreater(fraction["standard_error"], 0)
        self.assertLess(abs(fraction["value"] - expected), 4 * combined)

    def test_slab(self):
        run, = self.photons(self.write_mci(SLAB.format(photons=100000)), "--formats", "none", "--seed", 1)
        self.assertEqual((run["photons"], run["specular"]), (100000, 0))
        self.near(run["diffuse_reflectance"], 0.09739, 5e-6)
        self.near(run["transmitted"], 0.66096, 5e-6)

    def test_semi_infinite(self):
        run, = self.photons(self.write_mci(SEMI_INFINITE.format(photons=20000)), "--formats", "none")
        self.assertAlmostEqual(run["specular"], 0.04, 6)
        self.near(run["diffuse_reflectance"], 0.2600 - 0.04, 5e-5)
        self.assertEqual(run["transmitted"]["value"], 0)

    def test_three_layers(self):
        photons = 100000
        run, = self.photons(self.write_mci(THREE_LAYERS.format(photons=photons)), "--formats", "none")
        self.assertAlmostEqual(run["specular"], 0.0243729, 6)
        # The published ones are of a million photons: their errors are ours, as much smaller.
        part = math.sqrt(photons / 1e6)
        names = ("diffuse_reflectance", "absorbed", "transmitted")
        for name, published in zip(names, (0.237544, 0.641594, 0.0964896)):
            self.near(run[name], published, part * run[name]["standard_error"])
        # By an independent program, 2 * 10^7 photons. MCML's sample has 0.2612, 0.1488 and 0.2316: its
        # first layer is five of its errors off.
        part = math.sqrt(photons / 2e7)
        for layer, expected in zip(run["absorbed_by_layer"], (0.261970, 0.148782, 0.231062)):
            self.near(layer, expected, part * layer["standard_error"])

    def test_skin(self):
        photons = 4000
        run, = self.photons(self.write_mci(SKIN.format(photons=photons)), "--formats", "none")
        self.assertAlmostEqual(run["specular"], 0.0438845, 6)
        part = math.sqrt(photons / 1e8)
        names = ("diffuse_reflectance", "absorbed", "transmitted")
        for name, published in zip(names, (0.562403, 0.390422, 0.00326463)):
            self.near(run[name], published, part * run[name]["standard_error"])
        layers = (0.00252829, 0.00588817, 0.0351003, 0.0363698, 0.250112, 0.0158841, 0.0445402)
        self.assertEqual(len(run["absorbed_by_layer"]), 7)
        for layer, published in zip(run["absorbed_by_layer"], layers):
            self.near(layer, published, part * layer["standard_error"])

    def test_no_weight_is_lost(self):
        for space in self.spaces:
            for run in self.photons(self.small("a", "b"), "--space", space, "--formats", "none"):
                parts = (run["specular"], run["diffuse_reflectance"]["value"], run["absorbed"]["value"],
                         run["transmitted"]["value"], run["lost_to_roulette"], run["given_up"])
                # Each is rounded to units of 2^-28, but for what is reflected where the beam enters.
                self.assertAlmostEqual(sum(parts) - run["won_by_roulette"], 1, 8)
                self.assertAlmostEqual(sum(layer["value"] for layer in run["absorbed_by_layer"]),
                                       run["absorbed"]["value"], 9)


class Files(PhotonsTest):
    def test_every_format_says_the_same(self):
        self.photons(self.small("out.mco"), "--formats", "mco,json,npy")
        self.assertEqual(self.files(), ["out.A_rz.npy", "out.Rd_ra.npy", "out.Tt_ra.npy", "out.json",
                                        "out.mco", "runs.mci"])
        mco, found = read_mco(self.path("out.mco").read_text()), self.read_json("out.json")
        self.assertEqual(mco["InParm"],
                         [["out.mco", "A"], ["1000"], ["0.1", "0.1"], ["4", "3", "5"], ["2"], ["1"],
                          ["1.37", "1", "100", "0.9", "0.1"], ["1.4", "2", "10", "0", "0.2"], ["1.1"]])
        self.assertEqual(list(mco), ["InParm", "RAT", "A_l", "A_z", "Rd_r", "Rd_a", "Tt_r", "Tt_a",
                                     "A_rz", "Rd_ra", "Tt_ra"])
        fractions = [found[name]["value"] for name in ("diffuse_reflectance", "absorbed", "transmitted")]
        self.assertEqual(mco["RAT"], [float(f"{value:.6g}") for value in [found["specular"], *fractions]])
        self.assertEqual(mco["A_l"], [float(f"{layer['value']:.4g}")
                                      for layer in found["absorbed_by_layer"]])
        for section, name in (("A_z", "absorption_z"), ("Rd_r", "reflectance_r"),
                              ("Rd_a", "reflectance_a"), ("Tt_r", "transmitted_r"),
                              ("Tt_a", "transmitted_a")):
            self.assertEqual(mco[section], [float(f"{value:.4e}") for value in found[name]])
        for section, name, columns in (("A_rz", "absorption_rz", 4), ("Rd_ra", "reflectance_ra", 5),
                                       ("Tt_ra", "transmitted_ra", 5)):
            shape, numbers = read_npy(self.path(f"out.{section}.npy").read_bytes())
            self.assertEqual(shape, (3, columns))
            self.assertEqual(numbers, sum(found[name], []))
            self.assertEqual(mco[section], [float(f"{value:.4e}") for value in numbers])
            self.assertGreater(sum(numbers), 0)

    def test_the_json_names_its_parameters(self):
        self.photons(self.small(), "--formats", "json", "--seed", 7, "--first", 50)
        found = self.read_json("small.json")
        self.assertEqual(found["parameters"]["grid"], {"dz": 0.1, "dr": 0.1, "nz": 4, "nr": 3, "na": 5})
        self.assertEqual(found["parameters"]["layers"][1],
                         {"refractive_index": 1.4, "absorption": 2, "scattering": 10, "anisotropy": 0,
                          "thickness": 0.2})
        self.assertEqual((found["seed"], found["first_photon"], found["arithmetic"]), (7, 50, "fast"))
        self.assertEqual((found["photons"], found["parameters"]["index_below"]), (1000, 1.1))

    def test_arrays_add_up_to_the_totals(self):
        self.photons(self.small(), "--formats", "json")
        found = self.read_json("small.json")
        self.assertAlmostEqual(0.1 * sum(found["absorption_z"]), found["absorbed"]["value"], 9)
        for name, rings in (("diffuse_reflectance", found["reflectance_r"]),
                            ("transmitted", found["transmitted_r"])):
            total = sum(2 * math.pi * (i + 0.5) * 0.01 * value for i, value in enumerate(rings))
            self.assertAlmostEqual(total, found[name]["value"], 9)

    def test_names(self):
        self.path("folder").mkdir()
        for output, made in (("plain", ["plain", "plain.json"]), ("a.b.mco", ["a.b.json", "a.b.mco"]),
                             ("folder/x.mco", ["folder"])):
            self.photons(self.small(output), "--formats", "mco,json")
            self.assertEqual(self.files(), sorted({*made, "folder", "runs.mci"}))
            for name in made:
                if name != "folder":
                    self.path(name).unlink()
        self.assertEqual(sorted(entry.name for entry in self.path("folder").iterdir()),
                         ["x.json", "x.mco"])

    def test_an_output_folder_keeps_everything_inside(self):
        self.path("there").mkdir()
        self.photons(self.small("../up.mco", f"{self.path('absolute.mco')}", "a/b/c.mco"),
                     "--output-folder", "there")
        self.assertEqual(self.files(), ["runs.mci", "there"])
        self.assertEqual(sorted(entry.name for entry in self.path("there").iterdir()),
                         ["absolute.mco", "c.mco", "up.mco"])
        message = self.refused(1, self.small("a/x.mco", "b/x.mco"), "--output-folder", "there")
        self.assertIn("runs.mci, line 12: there/x.mco is an output of the run on line 3 too, where "
                      "another name is expected", message)

    def test_without_a_grid_of_absorption(self):
        whole, = self.photons(self.small())
        with_grid = read_mco(self.path("small.mco").read_text())
        run, = self.photons(self.small(), "--no-absorption-grid", "--formats", "mco,json,npy")
        self.assertEqual(run["absorbed"], whole["absorbed"])
        self.assertEqual(self.files(), ["runs.mci", "small.Rd_ra.npy", "small.Tt_ra.npy", "small.json",
                                        "small.mco"])
        without = read_mco(self.path("small.mco").read_text())
        self.assertEqual(set(with_grid) - set(without), {"A_z", "A_rz"})
        self.assertEqual(without, {name: with_grid[name] for name in without})
        self.assertEqual(self.read_json("small.json")["absorption_rz"], [])

    def test_to_standard_output(self):
        done = self.run_yoke("photons", self.small("-"), cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(read_mco(done.stdout)["A_rz"]), 12)
        self.assertIn("1000 photons", done.stderr)


class Runs(PhotonsTest):
    def without_times(self, run):
        return {name: value for name, value in run.items() if "second" not in name}

    def test_several_runs(self):
        outputs = ["one.mco", "two.mco", "three.mco"]
        runs = self.photons(self.small(*outputs))
        self.assertEqual([run["output"] for run in runs], outputs)
        self.assertEqual(self.files(), sorted([*outputs, "runs.mci"]))
        sections = [read_mco(self.path(name).read_text()) for name in outputs]
        for section in sections[1:]:
            self.assertNotEqual(section["A_rz"], sections[0]["A_rz"], "runs draw numbers of their own")

    def test_from_standard_input_and_pipes(self):
        expected, = self.photons(self.small())
        for end in ("\n", "\r\n", "\r"):
            text = mci(SMALL.format(output="small.mco"), end=end)
            run, = json.loads(subprocess.run(
                [self.YOKE, "photons", "-", "--json"], input=text.encode(), stdout=subprocess.PIPE,
                cwd=self.folder, env=self.environment, check=True).stdout)["runs"]
            self.assertEqual(self.without_times(run), self.without_times(expected))
        self.assertIn("standard input, line 4", self.refused(1, "-", input="1.0\n1\nx.mco A\n0\n"))

    def test_a_run_goes_on_where_another_ended(self):
        seed = ["--seed", 3, "--formats", "none"]
        whole, = self.photons(self.small(), *seed, "--photons", 3000)
        self.assertEqual(whole["photons"], 3000)
        parts = [self.photons(self.small(), *seed, "--photons", n, "--first", first)[0]
                 for first, n in ((0, 1000), (1000, 2000))]
        for name in ("diffuse_reflectance", "absorbed", "transmitted"):
            merged = (parts[0][name]["value"] + 2 * parts[1][name]["value"]) / 3
            self.assertAlmostEqual(merged, whole[name]["value"], 12)
        self.assertEqual(sum(part["hops"] for part in parts), whole["hops"])
        other, = self.photons(self.small(), "--seed", 4, "--formats", "none", "--photons", 3000)
        self.assertNotEqual(other["hops"], whole["hops"])

    def test_going_on_adds_to_what_was_counted(self):
        whole, = self.photons(self.small(), "--photons", 3000, "--formats", "json")
        expected = self.without_times(self.read_json("small.json"))
        for space in self.spaces if "device" not in self.spaces else ["device"]:
            for photons in (1000, 2000):
                run, = self.photons(self.small(), "--go-on", "--photons", photons, "--formats", "json",
                                    "--space", space)
                self.assertEqual(run["simulated"], photons)
            found = self.without_times(self.read_json("small.json"))
            self.assertEqual(found.pop("simulated"), 2000)
            self.assertEqual(found, {name: expected[name] for name in found})
            shown = self.yoke("photons", self.small(), "--go-on", "--until-error", 1, "--formats", "none",
                              cwd=self.folder)
            self.assertRegex(shown.stdout, r"small.mco +0 photons in .*\n +with those before +3000 photons")
            self.path("small.tallies").unlink()

    def test_going_on_from_another_run_is_refused(self):
        self.photons(self.small(), "--go-on", "--formats", "none")
        before = self.path("small.tallies").read_bytes()
        for arguments, line in ((["--seed", 1], 2), (["--arithmetic", "precise"], 3),
                                (["--most-hops", 5], 4), (["--beam", "flat", "--beam-radius", 1], 5),
                                (["--generator", "expander"], 6), (["--first", 7], 7),
                                (["--no-absorption-grid"], 13)):
            message = self.refused(1, self.small(), "--go-on", *arguments)
            self.assertRegex(message, rf"small.tallies, line {line}: '.+' is here and '.+' is expected: "
                                      "these counts are of another run")
        other = self.write_mci(SMALL.format(output="small.mco").replace("100 0.9", "100 0.8"))
        self.assertIn("line 10: 'layer: n 1.37 mua 1 mus 100 g 0.9 d 0.1' is here and "
                      "'layer: n 1.37 mua 1 mus 100 g 0.8 d 0.1' is expected",
                      self.refused(1, other, "--go-on"))
        seconds = before.index(b"\nseconds ") + 1
        seconds_end = before.index(b"\n", seconds)
        for damaged, words in ((before[:-1], "after this line counts of 5968 bytes are expected, not of"),
                               (b"", "small.tallies, line 1: the file ends here and holds no counts: 'yoke "
                                     "photon tallies 3' is expected"),
                               (before[:40], "line 3: the file ends here and holds no counts: "),
                               (b"# User time", "line 1: this is no file of counts of this version: 'yoke"),
                               (before[:seconds], "the seconds that the counted photons took are expected"),
                               (before.replace(b"\nseconds ", b"\nseconds -"), "line 14: the seconds that"),
                               *((before[:seconds] + b"seconds " + time + before[seconds_end:],
                                  "line 14: the seconds that the counted photons took are expected here, "
                                  "from 0 to 1e10")
                                 for time in (b"1e300", b"1.1e10", b"-1", b"-1e-9", b"nan", b"-nan", b"inf",
                                              b"0x1p3", b"", b"1 2")),
                               (before.replace(b"photons 1000", b"photons 999"), "are of 1000 photons"),
                               (before.replace(b"photons 1000", b"photons x"), "the number of counted photons")):
            self.path("small.tallies").write_bytes(damaged)
            self.assertIn(words, self.refused(1, self.small(), "--go-on"))
            self.assertEqual(self.path("small.tallies").read_bytes(), damaged)
        # Counts of the sums, in two batches, that come to the same once they wrap: photons, lost, hops.
        counts = before.rindex(b"photons 1000\n") + len(b"photons 1000\n")
        sums, columns = 4 * 3 + 2 * 3 * 5, 9 + 2
        for column in (0, 4, 8):
            forged = array.array("Q", before[counts:])
            for batch in (1, 2):
                forged[sums + batch * columns + column] ^= 2**63
            self.path("small.tallies").write_bytes(before[:counts] + forged.tobytes())
            self.assertIn("do not add up", self.refused(1, self.small(), "--go-on"))
        self.path("small.tallies").unlink()
        os.mkfifo(self.path("small.tallies"))
        self.assertIn("small.tallies is no regular file", self.refused(1, self.small(), "--go-on"))
        self.path("small.tallies").unlink()
        self.path("small.tallies").write_bytes(before)
        self.assertIn("1000 counted before and another 34359737369", self.refused(2, self.small(), "--go-on", "--photons",
                                                          2**35 - 999))
        self.assertEqual(self.files(), ["runs.mci", "small.tallies"])

    def test_beams(self):
        narrow, = self.photons(self.small(), "--formats", "none")
        flat, = self.photons(self.small(), "--beam", "flat", "--beam-radius", "0.05",
                             "--formats", "json")
        self.assertEqual(flat["absorbed"], narrow["absorbed"])
        written = self.read_json("small.json")
        self.assertEqual((written["beam"], written["beam_radius"]), ("flat", 0.05))
        for option in (["--beam", "gaussian"], ["--beam-radius", "0.1"],
                       ["--beam", "flat", "--beam-radius", "0"]):
            self.assertIn("--beam", self.refused(2, self.small(), *option))

    def test_by_walks_on_the_expander_graph(self):
        one, = self.photons(self.small(), "--formats", "none")
        other, = self.photons(self.small(), "--formats", "json", "--generator", "expander",
                              "--length", "16")
        self.assertNotEqual(one["absorbed"], other["absorbed"])
        self.assertEqual(self.read_json("small.json")["generator"], "expander")

    def test_by_walks_that_the_host_feeds(self):
        fed = ["--generator", "fed_expander", "--space", "hybrid", "--arithmetic", "reproducible"]
        one, = self.photons(self.small(), *fed, "--formats", "json")
        written = self.read_json("small.json")
        self.assertEqual((written["generator"], written["feed"]), ("fed_expander", "xoshiro"))
        # A hop takes 192 bits.
        self.assertGreaterEqual(written["fed_words"], 6 * one["hops"])
        again, = self.photons(self.small(), *fed, "--formats", "none")
        self.assertEqual(self.without_times(again), self.without_times(one))
        other, = self.photons(self.small(), *fed, "--formats", "none", "--feed", "philox")
        self.assertNotEqual(other["hops"], one["hops"])
        self.assertRegex(self.yoke("photons", self.small(), *fed, cwd=self.folder).stdout,
                         r"bits from the host +[\d.e+]+ a photon")
        for photons in (500, 1500):
            run, = self.photons(self.small(), *fed, "--go-on", "--formats", "none", "--photons", photons)
        self.assertEqual((run["simulated"], run["photons"]), (1500, 2000))
        self.assertIn("line 6", self.refused(1, self.small(), *fed, "--go-on", "--feed", "philox"))
        self.assertIn("add --space hybrid", self.refused(2, self.small(), *fed[:2], "--space", "host"))
        self.assertIn("leave the split automatic", self.refused(2, self.small(), *fed, "--split", "0.5"))

    def test_reproducible_on_every_space_and_split(self):
        arguments = ["--arithmetic", "reproducible", "--formats", "json"]
        results = []
        for place in [["--space", space] for space in self.spaces] + [
                ["--space", "hybrid", "--split", share] for share in ("0", "0.3", "1")]:
            self.photons(self.small(), *arguments, *place)
            results.append(self.without_times(self.read_json("small.json")))
        for result in results[1:]:
            self.assertEqual(result, results[0])

    def test_the_host_share_is_what_the_host_took(self):
        report = self.json("photons", self.small(), "--space", "hybrid", "--photons", 1,
                           cwd=self.folder)
        self.assertIn(report["host_share"], (0, 1), "one photon has one side")
        self.assertEqual(report["way"], "queue")

    def test_ends_of_a_run(self):
        run, = self.photons(self.small(), "--photons", "2^35", "--until-seconds", 0.2,
                            "--formats", "mco", "--first", 1)
        self.assertGreaterEqual(run["seconds"], 0.2)
        self.assertLess(run["photons"], 2**35)
        photons = read_mco(self.path("small.mco").read_text())["InParm"][1]
        self.assertEqual(photons, [str(run["photons"])], "as many as there were, not as were asked for")
        run, = self.photons(self.small(), "--photons", "2^35", "--until-error", 0.01,
                            "--formats", "none")
        for name in ("diffuse_reflectance", "absorbed", "transmitted"):
            self.assertLessEqual(run[name]["standard_error"], 0.01)
        self.assertLess(run["photons"], 2**35)

    # 64 photons of hardly any absorption make some millions of hops; of ten times as much a tenth.
    def test_a_slow_run_ends_near_its_time(self):
        absorption = 0.01 if IS_SANITIZED else 0.001
        text = f"slow.mco A\n100\n1 1\n1 1 1\n1\n1\n1.5 {absorption} 1000 0 1e8\n1\n"
        run, = self.photons(self.write_mci(text), "--photons", "2^35", "--until-seconds", 0.01,
                            "--formats", "none")
        self.assertLess(run["photons"], 4096)

    def test_a_photon_that_lives_for_ever_is_given_up(self):
        text = "glass.mco A\n100\n1 1\n1 1 1\n1\n1\n1.5 0 1 0 1e8\n1\n"
        run, = self.photons(self.write_mci(text), "--most-hops", 1000, "--formats", "none")
        self.assertGreater(run["given_up_photons"], 0)
        self.assertGreater(run["given_up"], 0)
        shown = self.yoke("photons", self.write_mci(text), "--most-hops", 1000, "--formats", "none")
        self.assertIn("given up", shown.stdout)

    def test_the_table(self):
        shown = self.yoke("photons", self.small("a.mco", "b.mco"), cwd=self.folder).stdout
        for words in ("a.mco ", "b.mco ", "1000 photons in ", "photons/s"):
            self.assertIn(words, shown)
        self.assertRegex(shown, r"diffuse reflectance +0\.\d+ \+- 0\.\d+\n")
        self.assertRegex(shown, r"    layer 2 +0\.\d+ \+- 0\.\d+\n")

    def test_format_b_is_written_as_a(self):
        path = self.write_mci(SMALL.format(output="small.mco").replace(" A", " B"))
        self.assertIn("B is asked for", self.yoke("photons", path, cwd=self.folder).stdout)
        self.assertTrue(self.path("small.mco").read_text().startswith("A1 \t#"))

    def test_a_timeline(self):
        for space in self.spaces:
            self.photons(self.small("a", "b"), "--space", space, "--timeline", "trace.json",
                         "--formats", "none")
            spans = [event for event in self.read_json("trace.json")["traceEvents"]
                     if event["ph"] == "X"]
            self.assertGreater(len(spans), 1, space)

    def test_progress(self):
        _, shown = self.on_terminal("photons", self.small(), "--photons", "2^35", "--until-seconds",
                                    "1.8", "--formats", "none")
        self.assertRegex(shown, rb"small\.mco: \d+%, \d+ s, [\d.]+ [kMG] photons/s, \d+ s left")
        self.assertTrue(shown.endswith(b"\r\x1b[K"), shown)


PLOT = Path(__file__).resolve().parents[2] / "scripts" / "plot_photons.py"


class Pictures(PhotonsTest):
    def setUp(self):
        super().setUp()
        done = subprocess.run(["/usr/bin/python3", "-c", "import matplotlib"], capture_output=True)
        if done.returncode != 0:
            self.skipTest("/usr/bin/python3 has no matplotlib")

    def plot(self, *names):
        return subprocess.run([PLOT, *names], cwd=self.folder, capture_output=True, text=True,
                              timeout=600)

    def test_of_either_format(self):
        one_cell = SMALL.format(output="cell.mco").replace("4 3 5", "1 1 1")
        glass = SMALL.format(output="glass.mco").replace("1.37 1 100", "1.37 0 0").replace(
            "1.4 2 10", "1.4 0 10")
        self.photons(self.write_mci(SMALL.format(output="small.mco"), one_cell, glass),
                     "--formats", "mco,json")
        self.photons(self.small("totals.mco"), "--formats", "json", "--no-absorption-grid")
        for name in ("small.json", "small.mco", "cell.json", "glass.json", "totals.json"):
            with self.subTest(name):
                done = self.plot(name)
                self.assertEqual(done.returncode, 0, done)
                picture = self.path(done.stdout.strip())
                self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))
                picture.unlink()

    def test_of_something_else(self):
        self.path("other.json").write_text("{}")
        done = self.plot("other.json")
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.startswith("other.json: not read as what came of photons"), done)


class Refusals(PhotonsTest):
    def test_bad_input_names_file_and_line(self):
        small = SMALL.format(output="small.mco")
        for old, new, line, words in (
                ("1000", "0", 4, "the number of photons"), ("1000", "many", 4, "'many'"),
                ("0.1 0.1", "0.1 -1", 5, "dr is expected, from 1e-90 to 1e90"),
                ("4 3 5", "4 3", 6, "the line ends where na"),
                ("4 3 5", "4 3 0", 6, "na"), ("4 3 5", "2^9 1 1", 6, "nz"),
                ("4 3 5", "16777216 16777216 1", 6, "--max-memory"),
                ("1.37 1 ", "0 1 ", 9, "n of layer 1 is expected, from 1e-100 to 1e100"),
                ("1.37 1 ", "1.37 -1 ", 9, "mua of layer 1"),
                ("1.37 1 100", "1.37 1 nan", 9, "mus of layer 1"),
                ("0.9 0.1", "1.1 0.1", 9, "g of layer 1 is expected, above -1 and up to 1"),
                ("0.9 0.1", "0.9 -0.1", 9, "d of layer 1 is expected, from 0"),
                ("0.9 0.1", "0.9 0.1 7", 9, "'7' follows"), ("\n2\n", "\n3\n", 11, "mua of layer 3"),
                ("\n1.1\n", "\n", 10, "the file ends where the refractive index below"),
                ("\n1.1\n", "\n1.1\n1.1\n", 12, "'1.1' follows the last of 1 run,"),
                ("small.mco A", "small.mco", 3, "A (ASCII) or B")):
            with self.subTest(new=new):
                self.assertIn(old, small)
                path = self.write_mci(small.replace(old, new, 1))
                message = self.refused(1, path)
                self.assertIn(f"{path}, line {line}: ", message)
                self.assertIn(words, message)
        self.assertIn("line 6", self.refused(1, self.small(), "--max-memory", 100))
        photons = "small.mco: a run has at most 2^35 photons, not 34359738369"
        for before, line in (("", 4), ("# photons\n\n", 6)):
            path = self.write_mci(small.replace("1000", before + "34359738369"))
            self.assertIn(f"{path}, line {line}: {photons}", self.refused(1, path))
        self.path("empty.mci").touch()
        self.assertIn("empty.mci, line 1: the file ends", self.refused(1, "empty.mci"))
        self.assertIn("'small.mco' is the output of the run on line 3",
                      self.refused(1, self.small("small.mco", "small.mco")))
        self.assertIn("missing.mci", self.refused(1, "missing.mci"))
        self.assertEqual(self.files(), ["empty.mci", "runs.mci"])

    def test_what_cannot_be_obeyed(self):
        path = self.small()
        for arguments in ([], [path, path], [path, "--photons", 0], [path, "--photons", "1e6"],
                          [path, "--formats", "mco,csv"], [path, "--formats", "mco,"],
                          [path, "--formats", "none,mco"], [path, "--arithmetic", "double"],
                          [path, "--until-error", 0], [path, "--until-seconds", "nan"],
                          [path, "--split", 0.5, "--space", "host"], [path, "--most-hops", 0],
                          [path, "--algorithm", "radix"], [path, "--output-folder", ""],
                          [path, "--first", 2**64 - 1], [path, "--photons", "2^60"]):
            with self.subTest(arguments):
                message = self.refused(2, *arguments)
                self.assertNotIn("options.", message)
                self.assertNotIn("yoke::", message)
        self.assertEqual(self.files(), ["runs.mci"])

    def test_a_grid_that_each_thread_cannot_hold(self):
        """What reads the file allows two copies; the threads have more."""
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE")
        most = 2**31 - 1  # of a grid's cells, whatever the memory
        radii = int(min(memory / 16 * 0.99, most) / 10000)
        threads = int(os.environ.get("OMP_NUM_THREADS") or len(os.sched_getaffinity(0)))
        if radii * 10000 * 8 * threads <= memory:
            self.skipTest("the threads hold the largest grid")
        path = self.write_mci(SMALL.format(output="small.mco").replace("4 3 5", f"10000 {radii} 1"))
        message = self.refused(1, path, "--space", "host")
        self.assertIn("runs.mci, line 3: the grid of small.mco is too large", message)
        self.assertIn("this machine has", message)
        self.assertEqual(self.files(), ["runs.mci"])

    def test_all_outputs_or_none(self):
        self.path("one.mco").write_text("as it was")
        for bad, words in (("missing/two.mco", "No such file"), (".", "is a folder")):
            message = self.refused(1, self.small("one.mco", bad))
            self.assertIn("cannot write", message)
            self.assertIn(words, message)
            self.assertEqual(self.path("one.mco").read_text(), "as it was")
            self.assertEqual(self.files(), ["one.mco", "runs.mci"])

    def test_an_output_folder_that_is_a_file(self):
        self.path("file").touch()
        for folder, words in (("file", "it is no folder"), ("file/below", "file is no folder")):
            self.assertEqual(self.refused(1, self.small(), "--output-folder", folder),
                             f"yoke: cannot write to {folder}: {words}\n")

    def test_a_disk_that_fills_up(self):
        self.path("small.mco").write_text("as it was")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
        message = self.refused(1, self.small(), preexec_fn=limit)
        self.assertIn("cannot write", message)
        self.assertEqual(self.path("small.mco").read_text(), "as it was")
        self.assertEqual(self.files(), ["runs.mci", "small.mco"])

    def test_the_input_is_no_output(self):
        path = self.small("small.mco", "./runs.mci")
        self.assertIn("line 12: ./runs.mci is this file, where another name is expected",
                      self.refused(1, path.name))
        self.assertEqual(path.read_text(), mci(SMALL.format(output="small.mco"),
                                               SMALL.format(output="./runs.mci")))

    def test_two_runs_with_one_output_under_two_names(self):
        """The file gives the names, and so the lines of both runs are named."""
        self.path("folder").mkdir()
        self.path("link.mco").symlink_to("folder/new.mco")
        same = "{} is the same file as {} of the run on line 3, where another name is expected"
        is_of_both = "{} is an output of the run on line 3 too, where another name is expected"
        for first, second, formats, words in (
                ("x.mco", "./x.mco", "mco", same.format("./x.mco", "x.mco")),
                ("folder/new.mco", "link.mco", "mco", same.format("link.mco", "folder/new.mco")),
                ("x", "x.mco", "json", is_of_both.format("x.json")),
                ("x", "./x.mco", "npy", same.format("./x.A_rz.npy", "x.A_rz.npy")),
                ("-", "/dev/stdout", "mco", same.format("/dev/stdout", "-"))):
            with self.subTest(first=first, second=second):
                path = self.small(first, second, "other.mco")
                message = self.refused(1, path, "--formats", formats)
                self.assertEqual(message, f"yoke: {path}, line 12: {words}\n")
                self.assertEqual(self.refused(1, "-", "--formats", formats, input=path.read_text()),
                                 f"yoke: standard input, line 12: {words}\n")
        self.assertIn("line 12: ./x.tallies is the same file as x.tallies of the run on line 3", self.refused(
            1, self.small("x", "./x.mco"), "--formats", "none", "--go-on"))
        self.assertEqual(self.files(), ["folder", "link.mco", "runs.mci"])
        # What the command line names is its own fault.
        for trace in ("./x.mco", "x.mco"):
            message = self.refused(2, self.small("x.mco"), "--timeline", trace)
            self.assertIn("two outputs would be the same file: ", message)

    def test_messages_speak_of_the_file(self):
        """No member of a struct: the words of MCML's manual, and the ranges that hold."""
        small = SMALL.format(output="small.mco")
        words = (("1.37 1 ", "1.37 1e16 ", 18, "'1e16' is out of range, where the absorption "
                  "coefficient mua of layer 1 is expected, from 0 to 1e15"),
                 ("2 10 0", "2 1e16 0", 19, "'1e16' is out of range, where the scattering "
                  "coefficient mus of layer 2 is expected, from 0 to 1e15"),
                 ("0.9 0.1", "0.9 1e16", 18, "'1e16' is out of range, where the thickness d of layer "
                  "1 is expected, from 0 to 1e15"),
                 ("1.37 1 ", "1e101 1 ", 18, "'1e101' is out of range, where the refractive index n of "
                  "layer 1 is expected, from 1e-100 to 1e100"),
                 ("\n1.0\n", "\n1e101\n", 17, "'1e101' is out of range, where the refractive index "
                  "above the layers is expected, from 1e-100 to 1e100"),
                 ("0.1 0.1", "1e-91 0.1", 14, "'1e-91' is out of range, where dz is expected, from "
                  "1e-90 to 1e90"),
                 ("0.1 0.1", "0.1 1e91", 14, "'1e91' is out of range, where dr is expected, from "
                  "1e-90 to 1e90"),
                 ("4 3 5", "4 3 16777217", 15, "'16777217' is out of range, where na is expected, a "
                  "whole number from 1 to 2^24"),
                 ("4 3 5", "4 0 5", 15, "'0' stands where nr is expected, a whole number from 1 to "
                  "2^24"),
                 ("4 3 5", "1 2000000 2000", 15, "nr * na is 4000000000; it must be below 2^31"),
                 ("\n2\n", "\n1025\n", 16, "'1025' is out of range, where the number of layers is "
                  "expected, a whole number from 1 to 1024"))
        for old, new, line, expected in words:
            with self.subTest(new=new):
                self.assertIn(old, small)
                second = small.replace("small.mco", "second.mco").replace(old, new, 1)
                path = self.write_mci(small, second)
                self.assertEqual(self.refused(1, path, "--max-memory", "2^60"),
                                 f"yoke: {path}, line {line}: {expected}\n")
        self.assertEqual(self.files(), ["runs.mci"])


if __name__ == "__main__":
    run_tests()
