#!/usr/bin/python3
"""Draws the studies of list ranking: NAME.csv, as study_list_ranking writes it, to list_ranking_NAME.png.

    scripts/plot_list_ranking.py FOLDER [--out docs/results]

FOLDER holds the CSV files; those that are missing are left out, and named. Lines of this machine are
whole, those of the sources' machines dashed.
"""

import sys

from plotting import (BLACK, BLUE, GREEN, ORANGE, OURS, PINK, RED, SKY, THEIRS, draw, label_nodes,
                      label_sizes, label_time, main, make_figure, nodes, points, time)


def lines_by_size(study, axes, column, looks, sources_machine):
    """A line for ours and one for theirs for each value of the column that `looks` has."""
    axes.set_xscale("log", base=2)
    for value, (name, colour, marker) in looks.items():
        rows = study.select(**{column: value})
        look = {"color": colour, "marker": marker}
        draw(axes, rows, "n", "ours_ms", OURS, label=name, **look)
        if rows and "source_ms" in rows[0]:
            draw(axes, rows, "n", "source_ms", THEIRS, label=f"{name}, {sources_machine}", **look)
    label_nodes(axes, study.distinct("n"))
    label_time(axes)
    axes.legend(fontsize=8, frameon=False, loc="upper left")


def rehman_table_2(study):
    figure, axes = make_figure(height=6)
    lines_by_size(study, axes, "algorithm", {
        "sequential": ("sequential walk, one core", BLACK, "o"),
        "wyllie": ("Wyllie", ORANGE, "s"),
        "helman_jaja n/log n": ("Helman-JaJa, n/log n", SKY, "^"),
        "helman_jaja n/(2 log^2 n)": ("Helman-JaJa, n/(2 log² n)", BLUE, "v"),
        "automatic": ("automatic", RED, "D"),
    }, "2009")
    axes.set_title("Random lists: Rehman et al. 2009, Table 2 (dashed: Q6600, GTX 280), and today",
                   fontsize=11)
    return figure


def rehman_figure_6(study):
    figure, axes = make_figure()
    lines_by_size(study, axes, "algorithm", {
        "sequential scan": ("sequential scan, one core", BLACK, "o"),
        "helman_jaja mixed": ("Helman-JaJa", BLUE, "^"),
        "automatic": ("automatic", RED, "D"),
        "scan": ("parallel scan (knows the order)", GREEN, "s"),
    }, "")
    axes.set_title("Ordered lists: after Rehman et al. 2009, Figure 6", fontsize=11)
    return figure


def rehman_figure_9(study):
    figure, axes = make_figure(columns=2, width=10, height=4.2)
    combinations = [("ordered", "scan"), ("ordered", "equidistant"), ("ordered", "random"),
                    ("random", "equidistant"), ("random", "random")]
    colours = [GREEN, SKY, BLUE, ORANGE, RED]
    for one, size in zip(axes, study.distinct("n")):
        for x, ((order, splitters), colour) in enumerate(zip(combinations, colours)):
            rows = study.select(n=size, list=order, splitters=splitters)
            width = 0.8 / max(len(rows), 1)
            for k, row in enumerate(sorted(rows, key=lambda row: -int(row["sublists"]))):
                height = float(row["ours_ms"])
                left = x - 0.4 + (k + 0.5) * width
                one.bar(left, height, width * 0.92, color=colour, alpha=1 if k == 0 else 0.55)
                one.annotate(f"{height:.3g}", (left, height), ha="center", va="bottom", fontsize=7)
        one.set_xticks(range(len(combinations)))
        one.set_xticklabels(["scan"] + [f"{order} list,\n{splitters}\nsplitters"
                                        for order, splitters in combinations[1:]], fontsize=7.5)
        one.set_ylabel("time (ms)")
        one.set_title(f"{nodes(float(size))} nodes", fontsize=10)
    figure.suptitle("Access pattern and load, apart: after Rehman et al. 2009, Figure 9\n"
                    "(full colour: n/log n sublists, pale: n/(2 log² n))", fontsize=11)
    return figure


def dehne_table_2(study):
    figure, both = make_figure(columns=2, width=11, height=5.2)
    looks = {
        "total": ("total", BLACK, "o"),
        "RS1+RS2": ("RS1, RS2: mark splitters", ORANGE, "s"),
        "RS3": ("RS3: walk", RED, "^"),
        "RS4": ("RS4: rank splitters", GREEN, "v"),
        "RS5": ("RS5: add", BLUE, "D"),
    }
    for axes, bits in zip(both, ("48", "64")):
        axes.set_xscale("linear")
        for kernel, (name, colour, marker) in looks.items():
            rows = study.select(packing_bits=bits, kernel=kernel)
            draw(axes, rows, "n", "ours_ms", OURS, color=colour, marker=marker, label=name)
            draw(axes, rows, "n", "source_ms", THEIRS, color=colour, marker=marker)
        label_nodes(axes, study.distinct("n"))
        axes.tick_params(axis="x", labelsize=8)
        label_time(axes)
        axes.set_title(f"{bits}-bit packing", fontsize=10)
    both[1].sharey(both[0])
    handles, names = both[0].get_legend_handles_labels()
    figure.legend(handles, names, fontsize=8, frameon=False, ncol=len(names), loc="upper center",
                  bbox_to_anchor=(0.5, 0))
    figure.suptitle("The random splitter algorithm's kernels: Dehne and Yogaratnam 2010, Table 2 "
                    "(dashed: GeForce 260), and today", fontsize=11)
    return figure


def dehne_table_3(study):
    figure, (lengths, times) = make_figure(columns=2, width=11, height=4.8)
    random, even = study.select(splitters="random"), study.select(splitters="even")
    for bound, name in (("high", "longest"), ("low", "shortest")):
        look = {"color": RED if bound == "high" else BLUE}
        draw(lengths, random, "n", f"expected_{bound}", OURS, label=f"{name}: expected", alpha=0.6,
             **look)
        draw(lengths, random, "n", f"ours_{bound}", {"linestyle": ""}, marker="o",
             label=f"{name}: random splitters", **look)
        draw(lengths, random, "n", f"source_{bound}", {"linestyle": "", "markerfacecolor": "white"},
             marker="s", label=f"{name}: random splitters, 2010", **look)
    draw(lengths, even, "n", "ours_high", OURS, color=GREEN, marker="D", label="even splitters")
    lengths.set_yscale("log")
    lengths.set_ylabel("nodes in a sublist")
    lengths.set_title("8192 sublists", fontsize=10)
    for rows, name, colour, marker in ((random, "random splitters", RED, "o"),
                                       (even, "even splitters", GREEN, "D")):
        draw(times, rows, "n", "ours_ms", OURS, color=colour, marker=marker, label=name)
        draw(times, rows, "n", "source_ms", THEIRS, color=colour, marker=marker,
             label=f"{name}, 2010")
    label_time(times)
    times.set_title("the walk, RS3, 48-bit packing", fontsize=10)
    for axes in (lengths, times):
        label_nodes(axes, study.distinct("n"))
        axes.tick_params(axis="x", labelsize=8)
        axes.legend(fontsize=8, frameon=False)
    figure.suptitle("Random and even splitters: Dehne and Yogaratnam 2010, Table 3, and today",
                    fontsize=11)
    return figure


def dehne_figure_2(study):
    """Means with their standard deviations: all ways, time by node, and both packings."""
    looks = {
        "one core": (BLACK, "o"),
        "random splitters, all cores": (PINK, "v"),
        "Wyllie": (ORANGE, "s"),
        "Helman and JaJa": (GREEN, "D"),
        "random splitters, 48 bits": (SKY, "^"),
        "random splitters, 64 bits": (BLUE, ">"),
    }
    figure, (all_ways, by_node, packings) = make_figure(columns=3, width=15, height=5)
    on_device = [series for series in looks if "core" not in series]
    for axes, column, shown in ((all_ways, "mean_ms", looks), (by_node, "ns_per_node", on_device),
                                (packings, "mean_ms", on_device[-2:])):
        for series in shown:
            rows = study.select(series=series)
            if not rows:
                continue
            xs, ys = points(rows, "n", column)
            bars = [y * float(row["deviation_ms"]) / float(row["mean_ms"]) for y, row in zip(ys, rows)]
            colour, marker = looks[series]
            axes.errorbar([x / 1e6 for x in xs], ys, yerr=bars, color=colour, marker=marker,
                          markersize=4, capsize=2, label=series)
        axes.set_xlabel("nodes (millions)")
        axes.legend(fontsize=7, frameon=False)
    label_time(all_ways)
    by_node.set_ylabel("time by node (ns)")
    packings.set_ylabel("time (ms)")
    figure.suptitle("Means and standard deviations: after Dehne and Yogaratnam 2010, Figures 2 and 3",
                    fontsize=11)
    return figure


def dehne_processors(study):
    figure, both = make_figure(columns=2, width=11, height=4.6)
    for axes, bits in zip(both, ("48", "64")):
        for size, colour, marker in zip(study.distinct("n"), (SKY, BLUE, BLACK), ("o", "s", "^")):
            draw(axes, study.select(n=size, packing_bits=bits), "processors", "ns_per_node", OURS,
                 color=colour, marker=marker, label=f"{nodes(float(size))} nodes")
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xlabel("processors, one a sublist")
        axes.set_ylabel("time by node (ns)")
        axes.set_title(f"{bits}-bit packing", fontsize=10)
        axes.legend(fontsize=8, frameon=False)
    figure.suptitle("Random splitters by the number of processors: after Dehne and Yogaratnam 2010, 3.2",
                    fontsize=11)
    return figure


def thesis_figure_6_2(study):
    figure, axes = make_figure()
    lines_by_size(study, axes, "series", {
        "WJ10": ("Wei and JaJa", BLACK, "o"),
        "rand() on the host": ("FIS, rand() on the host", PINK, "v"),
        "MD5 on the device": ("FIS, MD5 on the device", ORANGE, "<"),
        "Mersenne Twister on the device": ("FIS, Mersenne Twister on the device", GREEN, ">"),
        "bits from the host": ("FIS, Philox on the host", BLUE, "s"),
        "bits made on the device": ("FIS, Philox on the device", SKY, "^"),
        "automatic": ("automatic", RED, "D"),
    }, "2010 to 2013")
    axes.set_title("Fractional independent sets (FIS): Banerjee's thesis, Figure 6.2, and today",
                   fontsize=11)
    return figure


def thesis_figure_6_3(study):
    figure, both = make_figure(columns=2, width=11, height=4.6)
    for axes, bits in zip(both, ("host", "device")):
        for phase, colour, marker in (("phase I", BLUE, "s"), ("phase II", ORANGE, "^"),
                                      ("phase III", GREEN, "v"), ("total", BLACK, "o")):
            draw(axes, study.select(bits=bits, phase=phase), "iterations", "ours_ms", OURS,
                 color=colour, marker=marker, label=phase)
        axes.set_xlabel("iterations of removal, r")
        axes.set_ylabel("time (ms)")
        axes.set_ylim(bottom=0)
        axes.set_title("bits from the host" if bits == "host" else "bits made on the device",
                       fontsize=10)
        axes.legend(fontsize=8, frameon=False, loc="center right")
    size = nodes(float(study.rows[0]["n"]))
    figure.suptitle(f"Phases against iterations, {size} nodes: after Banerjee's thesis, Figure 6.3",
                    fontsize=11)
    return figure


def thesis_figure_6_4(study):
    lanes = [("host", "produce", "host:\ngenerate", ORANGE), ("upload", "copy", "copy up", SKY),
             ("device", "consume", "device:\nremove", BLUE)]
    figure, axes = make_figure(width=9, height=3.2)
    # The first few iterations: later ones are too short to see.
    shown = 6
    for y, (lane, span, _, colour) in enumerate(reversed(lanes)):
        for k, row in enumerate(study.select(lane=lane, span=span)[:shown]):
            begin, end = float(row["begin_ms"]), float(row["end_ms"])
            axes.barh(y, end - begin, left=begin, height=0.6, color=colour, edgecolor="white")
            axes.annotate(str(k + 1), ((begin + end) / 2, y + 0.36), ha="center", fontsize=7)
    axes.set_yticks(range(len(lanes)))
    axes.set_yticklabels([name for _, _, name, _ in reversed(lanes)])
    axes.set_xlabel("time since the first span (ms); numbers: iterations")
    size = nodes(float(study.rows[0]["n"]))
    axes.set_title(f"How the steps of Phase I overlap, {size} nodes: "
                   "after Banerjee's thesis, Figure 6.4", fontsize=11)
    return figure


def thesis_figure_6_5(study):
    figure, both = make_figure(columns=2, width=11, height=4.6)
    for axes, bits in zip(both, ("host", "device")):
        for draws, colour, marker in (("beforehand", BLUE, "s"), ("a walk for a bit", RED, "^"),
                                      ("a walk for 64 bits", GREEN, "v"),
                                      ("rand()", PINK, "D"), ("MD5", ORANGE, "<"),
                                      ("Mersenne Twister", BLACK, ">")):
            draw(axes, study.select(bits=bits, draw=draws), "n", "reduction_ms", OURS, color=colour,
                 marker=marker, label=draws)
        label_sizes(axes, study.rows, "n", "nodes")
        label_time(axes)
        axes.set_title(f"bits {'from the host' if bits == 'host' else 'made on the device'}", fontsize=10)
        axes.legend(fontsize=8, frameon=False)
    figure.suptitle("Reduction to n / log n nodes: after Banerjee's thesis, Figure 6.5", fontsize=11)
    return figure


PLOTS = [rehman_table_2, rehman_figure_6, rehman_figure_9, dehne_figure_2, dehne_processors,
         dehne_table_2, dehne_table_3, thesis_figure_6_2, thesis_figure_6_3, thesis_figure_6_4,
         thesis_figure_6_5]


if __name__ == "__main__":
    sys.exit(main("Draws the studies of list ranking.", "list_ranking", PLOTS))
