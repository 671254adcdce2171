"""What the plot scripts share: the studies' CSV files, the look of a plot, and the main function."""

import argparse
import csv
import pathlib
import sys

try:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from matplotlib.ticker import FuncFormatter
except ImportError:
    sys.exit("The plots need matplotlib, which " + sys.executable + " does not find.\n"
             "Install it (Debian: apt install python3-matplotlib, and run this with /usr/bin/python3;\n"
             "elsewhere: python3 -m pip install matplotlib), and run this again.")

# Okabe and Ito's colours: told apart with every common kind of colour vision, and in grey.
BLACK, ORANGE, SKY, GREEN, BLUE, RED, PINK = (
    "#000000", "#E69F00", "#56B4E9", "#009E73", "#0072B2", "#D55E00", "#CC79A7")
COLOURS = [BLACK, ORANGE, SKY, GREEN, BLUE, RED, PINK]
MARKERS = ["o", "s", "^", "D", "v", "P", "X"]
OURS = {"linestyle": "-", "linewidth": 1.8, "markersize": 5}
THEIRS = {"linestyle": "--", "linewidth": 1.2, "markersize": 5, "markerfacecolor": "white"}


class Study:
    """The rows of a CSV file, and what its leading '# name: value' lines say of the machine."""

    def __init__(self, path):
        lines = path.read_text().splitlines()
        facts = [line[2:].split(": ", 1) for line in lines if line.startswith("# ")]
        self.facts = {fact[0]: fact[1] for fact in facts if len(fact) == 2}
        self.rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))

    def select(self, **values):
        return [row for row in self.rows
                if all(row[column] == str(value) for column, value in values.items())]

    def distinct(self, column):
        return list(dict.fromkeys(row[column] for row in self.rows))

    def credit(self):
        return f"{self.facts.get('machine', 'unknown machine')} · Yoke {self.facts.get('yoke commit', '?')}"


def points(rows, x, y):
    """The pairs of those rows where there is a y."""
    pairs = [(float(row[x]), float(row[y])) for row in rows if row[y] != ""]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def draw(axes, rows, x, y, style, **look):
    xs, ys = points(rows, x, y)
    if xs:
        axes.plot(xs, ys, **{**style, **look})


def by_value(study, axes, column, x, y, values=None, rows=None):
    """A line for each value of a column, of all rows or of these; more than there are colours are dotted."""
    rows = study.rows if rows is None else rows
    for k, value in enumerate(values or study.distinct(column)):
        look = OURS if k < len(COLOURS) else {**OURS, "linestyle": ":"}
        draw(axes, [row for row in rows if row[column] == value], x, y, look, label=value,
             color=COLOURS[k % len(COLOURS)], marker=MARKERS[k % len(MARKERS)])


def legend(axes, **how):
    if axes.get_legend_handles_labels()[0]:
        axes.legend(**{"fontsize": 8, "frameon": False, **how})


def nodes(value, _=None):
    """1 Ki, 64 Mi, or 8 M and 1.775 M for whole thousands from a million on."""
    if value >= 1000000 and value % 1000 == 0:
        return f"{value / 1e6:g} M"
    for unit, suffix in ((1 << 20, "Mi"), (1 << 10, "Ki")):
        if value >= unit and value % unit == 0:
            return f"{value / unit:.0f} {suffix}"
    return f"{value:g}"


def time(value, _=None):
    return f"{value:g} ms" if value < 1000 else f"{value / 1000:g} s"


def label_nodes(axes, sizes, what="nodes"):
    sizes = sorted({float(size) for size in sizes})
    shown = sizes if len(sizes) <= 9 else sizes[::2]
    axes.set_xticks(shown)
    axes.set_xticks([], minor=True)
    axes.xaxis.set_major_formatter(FuncFormatter(nodes))
    axes.set_xlabel(what)


def label_sizes(axes, rows, x, what):
    """Sizes that grow by factors."""
    axes.set_xscale("log", base=2)
    label_nodes(axes, [row[x] for row in rows], what)


def label_time(axes):
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(FuncFormatter(time))
    axes.set_ylabel("time")


def label_rate(axes, what):
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.set_ylabel(what)


def make_grid(count, columns, width, height):
    """So many pictures, row by row, as a list; width and height are the figure's."""
    rows = -(-count // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(width, height), squeeze=False,
                                constrained_layout=True)
    every = list(axes.flat)
    for one in every[:count]:
        one.grid(True, which="major", color="#dddddd", linewidth=0.6)
        one.set_axisbelow(True)
        for side in ("top", "right"):
            one.spines[side].set_visible(False)
    for one in every[count:]:
        one.set_visible(False)
    return figure, every[:count]


def make_figure(columns=1, width=7.5, height=5):
    figure, axes = make_grid(columns, columns, width, height)
    return figure, (axes[0] if columns == 1 else axes)


def make_panels(count, width=6.5, **how):
    """As make_figure, so many side by side, always as a list."""
    figure, axes = make_figure(columns=count, width=width * count + (2 if count == 1 else 0), **how)
    return figure, [axes] if count == 1 else list(axes)


def main(description, prefix, plots):
    """Draws NAME.csv of a folder to PREFIX_NAME.png for each function NAME(study) of `plots`."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("folder", type=pathlib.Path, help="where the CSV files are")
    parser.add_argument("--out", type=pathlib.Path, help="where the plots go (docs/results)",
                        default=pathlib.Path(__file__).resolve().parent.parent / "docs" / "results")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    drawn = 0
    for plot in plots:
        path = arguments.folder / f"{plot.__name__}.csv"
        if not path.exists():
            print(f"left out: there is no {path}")
            continue
        study = Study(path)
        if not study.rows:
            print(f"left out: {path} has no rows")
            continue
        figure = plot(study)
        figure.text(0.995, -0.02, study.credit(), ha="right", va="top", fontsize=7, color="#666666")
        target = arguments.out / f"{prefix}_{plot.__name__}.png"
        figure.savefig(target, dpi=130, bbox_inches="tight")
        plt.close(figure)
        print(target)
        drawn += 1
    return 0 if drawn > 0 else 1
