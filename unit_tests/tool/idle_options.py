"""An option that does nothing is refused, in every mode of every command.

    python3 idle_options.py PATH_OF_YOKE [unittest's arguments]
"""

import re
import subprocess

from tool_test import ToolTest, run_tests

# What every option of a command reads in each of its modes. An option of a command that a mode does
# not list must be refused there; one that no mode lists, or that the command has not, is a fault of
# this table. "{}" is a file's name.
RUN = "verify repeat phases timeline energy json space"
GRAPH = "drop-loops merge max-memory wide"
FILE = GRAPH + " format"
TEXT = FILE + " lenient skip sparse-ids"
NUMBERED = TEXT + " compact-ids columns"
EDGE_LIST = NUMBERED + " names base"
METIS = TEXT + " symmetrise"
BINARY = FILE + " symmetrise"
WHOLE_GRID = "max-memory wide random"  # neither loops nor equal edges
SHAPE = WHOLE_GRID + " seed"
LOOPS = SHAPE + " drop-loops merge"
CONVERT = "json directed output-format weights "
COMPONENTS = RUN + " output forest algorithm"
FOREST = RUN + " output weights algorithm "
BFS = RUN + " output parents sources source-seed from algorithm deterministic directed"
PATHS = RUN + " output parents from weights algorithm delta directed "
DISTANCES = RUN + " output next matrix"
OF_GRAPH = DISTANCES + " weights directed algorithm "
SUMS = RUN + " output "
KEYS = RUN + " type output reverse permutation algorithm lines by"
JOINT = RUN + " type output reverse permutation algorithm split splitters levels"
STRINGS = RUN + " output reverse permutation look-ahead as-is max-memory algorithm"
HISTOGRAM = RUN + " type output algorithm"
PHOTONS = ("photons until-error until-seconds first go-on most-hops seed beam generator arithmetic "
           "max-memory no-absorption-grid formats space algorithm timeline json run")
DRAWN = "seed generator"
RANDOM = "generator seed stream words raw type interleave reverse-bits low-bits"

MODES = {
    "rank": {
        "list.u32": RUN + " type tail algorithm from validate output",
        "list.u32 -o out.u32": RUN + " type tail algorithm from validate output-type output",
        "list.u32 --space hybrid": RUN + " type tail algorithm from validate split output",
        "--random 8": RUN + " random order lists seed type tail algorithm from validate output",
        "--random 8 --order block_shuffled": RUN + " random lists seed type tail algorithm from validate "
                                                   "output",
        "--random 8 --order ordered": RUN + " random lists type tail algorithm from validate output",
        "--random 8 --order reversed": RUN + " random lists type tail algorithm from validate output",
        "--random 8 out.u32": RUN + " random order lists seed type tail algorithm from validate "
                                    "output-type output",
    },
    "tree": {
        "list.txt": "type space top output verify json",
        "--directory .": "directory space top output verify json",
        "--graph a.el": "graph space top output verify json " + EDGE_LIST,
        "--graph a.graph": "graph space top output verify json " + METIS,
        "--graph a.mtx": "graph space top output verify json " + TEXT,
        "--graph a.gr": "graph space top output verify json " + TEXT,
        "--graph a.sg": "graph space top output verify json " + BINARY,
        "--graph a.yoke": "graph space top output verify json " + BINARY,
    },
    "components": {
        "a.el": COMPONENTS + " " + EDGE_LIST,
        "a.el --compact-ids": COMPONENTS + " ids " + NUMBERED,
        "a.el out.u32": COMPONENTS + " output-type " + EDGE_LIST,
        "a.el --forest out.el": COMPONENTS + " header " + EDGE_LIST,
        "a.el --forest out.sg": COMPONENTS + " " + EDGE_LIST,
        "a.el --space hybrid": COMPONENTS + " split " + EDGE_LIST,
        "a.graph": COMPONENTS + " " + METIS,
        "a.yoke": COMPONENTS + " " + BINARY,
        "--random grid:3,3": COMPONENTS + " " + WHOLE_GRID,
        "--random grid:3,3,0.5": COMPONENTS + " " + SHAPE,
        "--random rmat:3 out.u32": COMPONENTS + " output-type " + LOOPS,
        "--random rmat:0": COMPONENTS + " drop-loops merge " + WHOLE_GRID,
        "--random gnm:9,9": COMPONENTS + " " + SHAPE,
        "--random gnm:9,9,loops": COMPONENTS + " " + LOOPS,
        "--random gnm:9,0": COMPONENTS + " " + WHOLE_GRID,
    },
    "forest": {
        "a.el": FOREST + "weight-column " + EDGE_LIST,
        "a.el --compact-ids": FOREST + "ids weight-column " + NUMBERED,
        "a.el out.wel": FOREST + "header weight-column " + EDGE_LIST,
        "a.el out.mtx --space hybrid": FOREST + "split weight-column " + EDGE_LIST,
        "a.graph": FOREST + METIS,
        "a.mtx": FOREST + TEXT,
        "a.yoke": FOREST + BINARY,
    },
    "bfs": {
        "a.el": BFS + " " + EDGE_LIST,
        "a.el --compact-ids": BFS + " ids " + NUMBERED,
        "a.el out.u32": BFS + " output-type " + EDGE_LIST,
        "a.el --parents out.u32": BFS + " output-type " + EDGE_LIST,
        "a.el --from 0": RUN + " output parents from algorithm deterministic directed " + EDGE_LIST,
        "a.el --space hybrid": BFS + " split " + EDGE_LIST,
        "a.graph": BFS + " " + METIS,
        "a.mtx": BFS + " " + TEXT,
        "a.sg": BFS + " " + BINARY,
        "--random grid:3,3": BFS + " " + WHOLE_GRID,
        "--random gnm:9,9": BFS + " " + SHAPE,
    },
    "paths": {
        "a.el --from 0": PATHS + "weight-column " + EDGE_LIST,
        "a.el --from 0 --compact-ids": PATHS + "ids weight-column " + NUMBERED,
        "a.el --from 0 --space hybrid": PATHS + "split weight-column " + EDGE_LIST,
        "a.el --from 0 --algorithm bellman_ford": PATHS.replace("delta ", "") + "weight-column " + EDGE_LIST,
        "a.graph --from 0": PATHS + METIS,
        "a.mtx --from 0": PATHS + TEXT,
        "a.yoke --from 0": PATHS + BINARY,
    },
    "distances": {
        "a.el": OF_GRAPH + "weight-column " + EDGE_LIST,
        "a.el out.txt": OF_GRAPH + "output-type weight-column " + EDGE_LIST,
        "a.el --compact-ids": OF_GRAPH + "ids weight-column " + NUMBERED,
        "a.graph": OF_GRAPH + METIS,
        "a.npy": DISTANCES,
        "a.npy --space hybrid": DISTANCES + " split",
    },
    "eccentricities": {
        "a.el": SUMS + "algorithm diameter weights " + EDGE_LIST,
        "a.el --weights f32": SUMS + "algorithm diameter weights weight-column " + EDGE_LIST,
        "a.el out.txt": SUMS + "algorithm output-type weights " + EDGE_LIST,
        "a.el out.txt --weights f32": SUMS + "algorithm weights weight-column " + EDGE_LIST,
        "a.el --compact-ids": SUMS + "algorithm diameter weights ids " + NUMBERED,
        "a.graph": SUMS + "algorithm diameter weights " + METIS,
        "--random gnm:9,9": SUMS + "algorithm diameter " + SHAPE,
    },
    "closeness": {
        "a.el": SUMS + "from weights " + EDGE_LIST,
        "a.el --weights f32": SUMS + "from weights weight-column " + EDGE_LIST,
        "a.el --compact-ids": SUMS + "from weights ids " + NUMBERED,
        "a.graph": SUMS + "from weights " + METIS,
        "--random gnm:9,9": SUMS + "from " + SHAPE,
    },
    "sort": {
        "keys.u32": KEYS,
        "keys.u32 --permutation out.u32": KEYS + " permutation-type",
        "keys.u32 --space hybrid": KEYS + " split",
        "keys.u32 --space hybrid --algorithm joint_sample": JOINT,
        "keys.u32 --space hybrid --algorithm joint_sample --levels 2": JOINT + " base-size",
        "a.txt": STRINGS + " lines by",
        "a.fa": STRINGS + " type lines by",  # a type says that the name means nothing
        "a.el --lines": STRINGS + " lines",
        "a.fa --by sequence": STRINGS + " by",
        "a.txt --permutation out.u32": STRINGS + " permutation-type lines by",
        "a.txt --space hybrid": STRINGS + " split lines by",
    },
    "histogram": {
        "keys.u32 --bins 4": HISTOGRAM + " bins lower upper",
        "keys.u32 --bins 4 -o out.txt": HISTOGRAM + " bins lower upper output-type",
        "keys.u32 --bounds bounds.u32": HISTOGRAM + " bounds",
        "keys.u32 --bins 4 --space hybrid": HISTOGRAM + " bins lower upper split",
    },
    "photons": {
        "a.mci": PHOTONS + " output-folder",
        "two.mci": PHOTONS + " output-folder same-photons",
        "a.mci --formats none": PHOTONS,
        "a.mci --formats none --go-on": PHOTONS + " output-folder save-every",
        "a.mci --go-on": PHOTONS + " output-folder save-every",
        "a.mci --beam flat --beam-radius 1": PHOTONS + " output-folder beam-radius",
        "a.mci --generator expander": PHOTONS + " output-folder length",
        "a.mci --space hybrid": PHOTONS + " output-folder split",
        "a.mci --space hybrid --generator fed_expander": PHOTONS + " output-folder split length feed",
    },
    "graph info": {
        "a.el": "json " + EDGE_LIST,
        "a.graph": "json " + METIS,
        "a.yoke": "json " + BINARY,
        "--random grid:3,3": "json " + WHOLE_GRID,
        "--random gnp:9,0": "json " + WHOLE_GRID,
        "--random gnp:9,0.5": "json " + SHAPE,
        **{f"--random {shape}": "json " + WHOLE_GRID
           for shape in ("gnp:1,0.5", "grid:1,1,0.5", "lists:1", "lists:3,3", "trees:0", "trees:1")},
    },
    "convert": {
        "a.el out.mtx": CONVERT + EDGE_LIST,
        "a.el out.mtx --compact-ids": CONVERT + "ids " + NUMBERED,
        "a.el out.mtx --weights f32": CONVERT + "repeated weight-column " + EDGE_LIST,
        "a.graph out.mtx": CONVERT + METIS,
        "a.graph out.mtx --weights i32": CONVERT + "repeated " + METIS,
        "a.mtx out.txt": CONVERT + "header " + TEXT,
        "a.mtx out.txt --output-format edge_list": CONVERT + "header " + TEXT,
        "a.mtx out.wel --weights f64": CONVERT + "repeated header " + TEXT,
        "a.sg out.mtx": CONVERT + BINARY,
    },
    "generate list": {
        "out.u32 --nodes 8": "nodes order lists seed generator tail type json",
        **{f"out.u32 --nodes 8 --order {order}": "nodes lists tail type json " + drawn
           for order, drawn in (("random", DRAWN), ("block_shuffled", DRAWN), ("ordered", ""),
                                ("reversed", ""))},
    },
    "generate graph": {
        **{f"{shape} out.el": "directed max-memory wide format json header " + drawn
           for shape, drawn in (("grid:9,9", ""), ("grid:9,9,0", ""), ("grid:9,9,1", ""),
                                ("grid:9,9,0.5", DRAWN), ("gnp:9,0", ""), ("gnp:9,1", ""),
                                ("gnp:99,0.5", DRAWN), ("gnm:99,99", DRAWN), ("gnm:99,0", ""),
                                ("gnm:99,99,loops", DRAWN + " drop-loops merge"),
                                ("rmat:5", DRAWN + " drop-loops merge"), ("rmat:0", "drop-loops merge"),
                                ("rmat:5,thesis", DRAWN + " drop-loops merge"), ("lists:99", DRAWN), ("trees:99", DRAWN),
                                ("trees:99,complete", DRAWN))},
        "grid:3,3 out.mtx": "directed max-memory wide format json",
    },
    "generate keys": {
        f"out.u32 --count 999 --distribution {name}":
            "count type distribution json " + own
        for name, own in (("uniform", DRAWN), ("gaussian", DRAWN), ("deterministic_duplicates", "blocks"),
                          ("randomised_duplicates", "blocks runs " + DRAWN), ("staggered", "blocks " + DRAWN),
                          ("bucket_sorted", "blocks " + DRAWN), ("zipf", "zipf-values " + DRAWN),
                          ("sorted", ""), ("reversed", ""), ("all_equal", ""))
    },
    "generate strings": {
        "out.txt --count 8": "count kind seed generator json longest",
        "out.fa --count 8 --kind protein": "count kind seed generator json family shared",
    },
    "random": {
        "--words 8": RANDOM,
        "--words 8 --generator expander": RANDOM + " feed length eighth",
        "--words 8 --generator mwc": RANDOM,
    },
    "tune": {"--sizes 1024": "by capability sizes memory wide repetitions seconds output json",
             "--quick": "by capability quick memory wide seconds output json"},
    "info": {"": "json"},
    "manual": {"man": ""},
    "completion": {"bash": ""},
}

# A value for each option that takes one.
VALUES = {
    "algorithm": "automatic", "arithmetic": "fast", "base": "1", "base-size": "64", "beam": "narrow",
    "beam-radius": "1", "bins": "4", "blocks": "2", "columns": "1,2", "names": "other.txt",
    "bounds": "bounds.u32", "by": "header", "capability": "list_rank", "count": "8", "delta": "1",
    "directory": ".", "distribution": "uniform", "eighth": "stay", "family": "2", "feed": "philox",
    "first": "1", "forest": "other.yoke", "format": "automatic", "formats": "mco", "from": "0",
    "generator": "expander", "graph": "a.el", "ids": "other.txt", "interleave": "1", "kind": "random",
    "length": "8", "levels": "2", "lists": "1", "longest": "8", "look-ahead": "8", "low-bits": "8", "lower": "1",
    "max-memory": "2^30", "memory": "pinned", "most-hops": "100", "nodes": "8", "order": "ordered",
    "output": "other.u32", "seconds": "8", "output-folder": ".", "output-format": "automatic", "output-type": "text",
    "parents": "other.u32", "permutation": "other.u32", "permutation-type": "u64", "photons": "8",
    "random": "grid:3,3", "repeat": "1", "repeated": "first", "repetitions": "1", "run": "1", "runs": "2",
    "save-every": "60", "seed": "1",
    "shared": "2", "sizes": "1000", "skip": "1", "source-seed": "1", "sources": "1",
    "space": "host", "split": "auto", "splitters": "7", "stream": "1", "tail": "self", "timeline": "trace.json",
    "top": "1", "type": "u32", "until-error": "1", "until-seconds": "1", "upper": "9",
    "next": "other.npy", "weights": "f32", "weight-column": "3", "words": "8", "zipf-values": "4",
}


class CommandsTest(ToolTest):
    """Inputs of every kind, and the options of every command."""

    def setUp(self):
        super().setUp()
        self.write("list.txt", [1, 2, 2])
        self.write("list.u32", [1, 2, 2])
        for name in ("keys.u32", "bounds.u32"):
            self.write(name, [1, 5, 9])
        self.path("a.txt").write_text("pear\napple\n")
        self.path("a.fa").write_text(">b\nAC\n>a\nGT\n")
        self.path("a.el").write_text("0 1\n1 2\n")
        for name in ("a.graph", "a.mtx", "a.gr", "a.sg", "a.yoke"):
            self.yoke("convert", "a.el", name, cwd=self.folder)
        runs = ["{}.mco A\n10\n0.1 0.1\n2 2 2\n1\n1\n1.4 1 10 0.5 1\n1\n".format(name) for name in "ab"]
        self.path("a.mci").write_text("1.0\n1\n" + runs[0])
        self.path("two.mci").write_text("1.0\n2\n" + runs[0] + runs[1])
        self.inputs = self.files()

    def options_of(self, command):
        text = self.yoke(*command.split(), "--help").stdout
        lines = re.findall(r"^  ((?:-\w,)?--[\w,-]+)(.*)", text, re.MULTILINE)
        options = {re.search(r"--([\w-]+)", names)[1]: rest for names, rest in lines}
        del options["help"]
        return options

    def given(self, option, command):
        if (command, option) == ("rank", "random"):
            return ["--random", "8"]
        return ["--" + option, VALUES[option]] if option in VALUES else ["--" + option]


class IdleOptions(CommandsTest):
    def test_the_table_has_every_option_of_every_command(self):
        commands = set(re.findall(r"^  ([a-z_]+) ", self.yoke("--help").stdout, re.MULTILINE))
        self.assertEqual(commands, {command.split()[0] for command in MODES})
        for command, modes in MODES.items():
            listed = set(" ".join(modes.values()).split())
            self.assertEqual(listed, set(self.options_of(command)), command)

    def run_to_start(self, *arguments):
        """The message of a command that stops where Kokkos starts, if nothing stops it before."""
        environment = dict(self.environment, OMP_NUM_THREADS="100000")
        done = subprocess.run([self.YOKE, *arguments], capture_output=True, text=True,
                              env=environment, cwd=self.folder)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        return done.stderr

    def test_what_a_mode_does_not_read_is_refused(self):
        refused = 0
        for command, modes in MODES.items():
            options = self.options_of(command)
            for mode, reads in modes.items():
                for option in sorted(set(options) - set(reads.split())):
                    if f"--{option} " in mode + " ":
                        continue
                    with self.subTest(f"yoke {command} {mode}", option=option):
                        message = self.run_to_start(*command.split(), *mode.split(),
                                                    *self.given(option, command))
                        self.assertNotIn("OMP_NUM_THREADS", message)
                        self.assertEqual(len(message.splitlines()), 1, message)
                        self.assertRegex(message, "--" + "|--".join([option, *re.findall("--([a-z-]+)", mode)]))
                        self.assertRegex(message, "does nothing|excludes|two names|needs either|"
                                                  "with --random")
                        self.assertEqual(self.files(), self.inputs)
                        refused += 1
        self.assertGreater(refused, 200)

    def test_what_a_mode_reads_is_taken(self):
        """That none is refused where it does something; these commands are cheap."""
        for command, modes in MODES.items():
            everywhere = set.intersection(*(set(reads.split()) for reads in modes.values()))
            for mode, reads in modes.items():
                for option in sorted(set(reads.split()) - everywhere):
                    if f"--{option} " in mode + " ":
                        continue
                    with self.subTest(f"yoke {command} {mode}", option=option):
                        self.assertIn("OMP_NUM_THREADS", self.run_to_start(
                            *command.split(), *mode.split(), *self.given(option, command)))

    def test_what_is_drawn_is_another_with_another_seed(self):
        """Else a seed that is taken would do nothing either."""
        compared = 0
        for command in ("generate list", "generate graph", "generate keys", "generate strings"):
            for mode, reads in MODES[command].items():
                if "seed" not in reads.split():
                    continue
                mode = mode.replace("--nodes 8", "--nodes 5000")
                with self.subTest(f"yoke {command} {mode}"):
                    name = next(word for word in mode.split() if word.startswith("out."))
                    made = set()
                    for options in ([], ["--seed", 2], ["--generator", "threefry"]):
                        self.yoke(*command.split(), *mode.split(), *options, cwd=self.folder)
                        made.add(self.path(name).read_bytes())
                    self.assertEqual(len(made), 3)
                    compared += 1
        self.assertGreater(compared, 15)

    def test_a_size_that_leaves_one_output_is_no_matter(self):
        """A script that goes through sizes gives all of them a seed."""
        for command in ("graph lists:2 out.el", "graph gnm:2,1 out.el", "list out.u32 --nodes 1",
                        "list out.u32 --nodes 0", "keys out.u32 --count 0", "keys out.u32 --count 1",
                        "keys out.u32 --count 9 --distribution zipf --zipf-values 1",
                        "strings out.txt --count 0"):
            self.yoke("generate", *command.split(), "--seed", 1, cwd=self.folder)

    def test_help_says_what_an_option_is_for(self):
        help_of_tree = self.yoke("tree", "--help").stdout
        self.assertRegex(help_of_tree, r"--merge +Keep one of several equal edges \(for --graph\)")

    def test_messages_say_what_it_belongs_to(self):
        for arguments, words in (
                ("tree list.txt --merge", "--merge does nothing here: it is for --graph"),
                ("tree --directory . --type u64", "--type does nothing here: it is for INPUT"),
                ("bfs --random rmat:3 --format metis",
                 "--format does nothing for a generated graph: it is for a file"),
                ("sort keys.u32 --look-ahead 8",
                 "--look-ahead does nothing for keys.u32: it is for strings"),
                ("components a.sg --skip 1",
                 "--skip does nothing for a.sg (gapbs): it is for texts"),
                ("components --random grid:3,3 --seed 2",
                 "--seed does nothing for grid:3,3: it is for shapes whose graph depends on the seed"),
                ("components --random gnm:9,9 --merge",
                 "--merge does nothing for gnm:9,9: it is for files, rmat and gnm with loops"),
                ("components a.el --seed 2", "--seed does nothing here: it is for --random"),
                ("generate graph gnp:5,1 out.el --generator threefry",
                 "--generator does nothing for gnp:5,1: it is for shapes whose graph depends on the seed"),
                ("rank --random 8 --order ordered --seed 2",
                 "--seed does nothing here: it is for --order random or block_shuffled"),
                ("rank list.txt --seed 2", "--seed does nothing here: it is for --random"),
                ("generate keys o.u32 --count 3 --distribution sorted --seed 2",
                 "--seed does nothing here: it is for --distribution uniform|gaussian|"),
                ("generate strings o.fa --count 3 --kind protein --longest 5",
                 "--longest does nothing here: it is for --kind random")):
            self.assertIn(words, self.fails(2, *arguments.split(), cwd=self.folder))
        self.assertIn("--lines excludes --by", self.fails(2, "sort", "a.fa", "--lines", "--by",
                                                          "header", cwd=self.folder))

    def test_no_algorithm_is_offered_that_nothing_takes(self):
        self.assertNotIn("merge", self.yoke("sort", "--help").stdout)
        self.fails(2, "sort", "keys.u32", "--algorithm", "sample", cwd=self.folder)


if __name__ == "__main__":
    run_tests()
