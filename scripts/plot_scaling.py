#!/usr/bin/python3
"""Draws how calls over several ranks scale: a small picture for each call of perf_mpi.

    for p in 1 2 4; do mpirun -n $p perf_mpi --sizes=2^24,2^25,2^26 --json=$p.json; done
    scripts/plot_scaling.py 1.json 2.json 4.json --out scaling.png

Each FILE is what `perf_mpi --json` writes of one number of ranks. Every line is how many times the elements a
second of the fewest ranks there are: solid for the same work on more ranks (strong scaling), dashed for as much
work for each rank (weak scaling), dotted for as many times as ranks. Calls that ran on one number of ranks alone
are left out.
"""

import argparse
import json
import pathlib
import sys

from plotting import BLACK, COLOURS, MARKERS, OURS, THEIRS, legend, make_grid, nodes, plt

COLUMNS = 4


def read(paths):
    """All results, and where the first of them were measured."""
    results, machine = [], None
    for path in paths:
        data = json.loads(path.read_text())
        machine = machine or data["context"]
        results += data["results"]
    return results, machine


def series(results, key):
    """Of each key, (ranks, result) by number of ranks, where there is more than one."""
    groups = {}
    for result in results:
        # Of the same call on as many ranks the best.
        group = groups.setdefault(key(result), {})
        best = group.get(result["ranks"])
        if best is None or result["min_ms"] < best["min_ms"]:
            group[result["ranks"]] = result
    return {name: sorted(group.items()) for name, group in groups.items() if len(group) > 1}


def draw(axes, lines, look):
    """A line a size, of (ranks, result): how many times as many elements a second as the fewest ranks."""
    for k, (size, line) in enumerate(sorted(lines.items())):
        rate = line[0][1]["elements_per_second"]
        axes.plot([ranks for ranks, _ in line],
                  [result["elements_per_second"] / rate for _, result in line],
                  label=nodes(size) if look is OURS else f"{nodes(size)} a rank",
                  color=COLOURS[(k + 1) % len(COLOURS)], marker=MARKERS[k % len(MARKERS)], **look)


def picture(axes, name, strong, weak):
    draw(axes, strong, OURS)
    draw(axes, weak, THEIRS)
    lines = [*strong.values(), *weak.values()]
    ranks = sorted({rank for line in lines for rank, _ in line})
    axes.plot(ranks, [rank / ranks[0] for rank in ranks], color=BLACK, linewidth=0.8, linestyle=":")
    axes.set_title(name.replace("_", " "), fontsize=9)
    axes.set_xscale("log", base=2)
    axes.set_xticks(ranks, [str(rank) for rank in ranks])
    axes.set_xticks([], minor=True)
    axes.tick_params(labelsize=7)
    axes.set_ylim(bottom=0)
    legend(axes, fontsize=6)


def of_call(groups, name):
    """By size, of what series() has grouped by (name, size)."""
    return {size: line for (call, size), line in groups.items() if call == name}


def draw_all(results):
    """A figure with a picture for each call, in the order in which perf_mpi measured them; none: None."""
    strong = series(results, lambda r: (r["name"], r["elements"]))
    weak = series(results, lambda r: (r["name"], r["elements"] / r["ranks"]))
    names = [name for name in dict.fromkeys(r["name"] for r in results)
             if of_call(strong, name) or of_call(weak, name)]
    if not names:
        return None
    columns = min(COLUMNS, len(names))
    rows = -(-len(names) // columns)
    figure, pictures = make_grid(len(names), columns, width=3 * columns, height=2.3 * rows)
    for axes, name in zip(pictures, names):
        picture(axes, name, of_call(strong, name), of_call(weak, name))
    figure.supxlabel("ranks", fontsize=9)
    figure.supylabel("times the elements a second of the fewest ranks", fontsize=9)
    figure.suptitle("solid: the same work; dashed: as much for each rank; dotted: as many times as ranks",
                    fontsize=9)
    return figure


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", metavar="FILE", nargs="+", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("scaling.png"))
    arguments = parser.parse_args()
    results, machine = read(arguments.files)
    figure = draw_all(results)
    if figure is None:
        sys.exit("No call ran on two numbers of ranks: give the files of several, as --help shows.")
    figure.text(0.995, -0.02, f"{machine.get('machine', 'unknown machine')} · Yoke {machine.get('yoke commit', '?')}",
                ha="right", va="top", fontsize=7, color="#666666")
    figure.savefig(arguments.out, dpi=130, bbox_inches="tight")
    plt.close(figure)
    print(arguments.out)


if __name__ == "__main__":
    main()
