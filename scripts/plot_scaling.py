#!/usr/bin/python3
"""Draws how calls over several ranks scale: strong (the same work for more ranks) and weak (as much for each).

    for p in 1 2 4; do mpirun -n $p perf_mpi --sizes=2^24,2^25,2^26 --json=$p.json; done
    scripts/plot_scaling.py 1.json 2.json 4.json --out scaling.png

Each FILE is what `perf_mpi --json` writes of one number of ranks. Calls that ran on one number alone are
left out.
"""

import argparse
import json
import pathlib
import sys

from plotting import BLACK, COLOURS, MARKERS, OURS, legend, make_panels, nodes, plt


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


def draw(axes, lines, speed):
    """speed(first, result): how much faster, or as fast, than on the fewest ranks."""
    for k, (name, line) in enumerate(sorted(lines.items())):
        first = line[0][1]
        axes.plot([ranks for ranks, _ in line], [speed(first, result) for _, result in line], label=name,
                  color=COLOURS[(k + 1) % len(COLOURS)], marker=MARKERS[k % len(MARKERS)], **OURS)


def label(axes, lines, title, what):
    ranks = sorted({rank for line in lines.values() for rank, _ in line})
    axes.set_title(title, fontsize=10)
    axes.set_xscale("log", base=2)
    axes.set_xticks(ranks, [str(rank) for rank in ranks])
    axes.set_xticks([], minor=True)
    axes.set_xlabel("ranks")
    axes.set_ylabel(what)
    axes.set_ylim(bottom=0)
    legend(axes)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", metavar="FILE", nargs="+", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("scaling.png"))
    arguments = parser.parse_args()
    results, machine = read(arguments.files)
    strong = series(results, lambda r: f"{r['name']}, {nodes(r['elements'])}")
    weak = series(results, lambda r: f"{r['name']}, {nodes(r['elements'] / r['ranks'])} a rank")
    if not strong and not weak:
        sys.exit("No call ran on two numbers of ranks: give the files of several, as --help shows.")
    figure, (left, right) = make_panels(2, width=6)
    draw(left, strong, lambda first, result: first["min_ms"] / result["min_ms"])
    draw(right, weak, lambda first, result: first["min_ms"] / result["min_ms"])
    if strong:
        ranks = sorted({rank for line in strong.values() for rank, _ in line})
        left.plot(ranks, [rank / ranks[0] for rank in ranks], color=BLACK, linewidth=0.8, linestyle=":",
                  label="as many times as ranks")
    label(left, strong, "The same work", "times the speed of the fewest ranks")
    label(right, weak, "As much work for each rank", "speed of a rank, of that of the fewest ranks")
    figure.text(0.995, -0.02, f"{machine.get('machine', 'unknown machine')} · Yoke {machine.get('yoke commit', '?')}",
                ha="right", va="top", fontsize=7, color="#666666")
    figure.savefig(arguments.out, dpi=130, bbox_inches="tight")
    plt.close(figure)
    print(arguments.out)


if __name__ == "__main__":
    main()
