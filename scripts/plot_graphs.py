#!/usr/bin/python3
"""Draws the studies of components and searches: NAME.csv, as study_graphs writes it, to graphs_NAME.png.

    scripts/plot_graphs.py FOLDER [--out docs/results]

FOLDER holds the CSV files; those that are missing are left out, and named.
"""

import sys

from plotting import (BLUE, COLOURS, MARKERS, OURS, by_value, draw, label_time, legend, main,
                      make_figure)


def dehne_figure_4(study):
    figure, all_axes = make_figure(columns=3, width=13, height=4.5)
    names = {"sequential_ms": "sequential, one core", "shiloach_vishkin_ms": "Shiloach-Vishkin",
             "automatic_ms": "automatic"}
    for axes, (column, name) in zip(all_axes, names.items()):
        by_value(study, axes, "graph", "edges", column)
        axes.set_title(name, fontsize=11)
        axes.set_xlabel("edges")
        label_time(axes)
        legend(axes)
    return figure


def dehne_figure_5(study):
    figure, axes = make_figure()
    for row in study.rows:
        if row["blocks"] == "0":
            row["blocks"] = "4000"  # as many as there is work for, at the right end
    by_value(study, axes, "graph", "blocks", "shiloach_vishkin_ms")
    axes.set_xscale("log")
    axes.set_xlabel("blocks of 256 threads (rightmost: as many as there is work for)")
    label_time(axes)
    axes.set_title("Shiloach-Vishkin, 8 million edges: Dehne and Yogaratnam, Figure 5", fontsize=11)
    legend(axes)
    return figure


def dehne_figure_6(study):
    figure, (left, right) = make_figure(columns=2, width=13)
    graphs = study.distinct("graph")
    left.bar(range(len(graphs)), [float(study.select(graph=graph)[0]["rounds"]) for graph in graphs],
             color=BLUE)
    left.set_title("rounds", fontsize=11)
    bottom = [0.0] * len(graphs)
    for k, kernel in enumerate(["SV0", "SV1a", "SV1b", "SV2", "SV3", "SV4", "SV5"]):
        heights = [float(study.select(graph=graph, kernel=kernel)[0]["ms_per_round"]) for graph in graphs]
        right.bar(range(len(graphs)), heights, bottom=bottom, color=COLOURS[k], label=kernel)
        bottom = [low + high for low, high in zip(bottom, heights)]
    right.set_title("milliseconds a round, by kernel", fontsize=11)
    legend(right)
    for axes in (left, right):
        axes.set_xticks(range(len(graphs)), graphs, rotation=60, ha="right", fontsize=8)
    return figure


def best_shares(study, axes, x):
    """For each algorithm, the share with the least time by size."""
    for k, algorithm in enumerate(study.distinct("algorithm")):
        best = {}
        for row in study.select(algorithm=algorithm):
            if row[x] not in best or float(row["total_ms"]) < float(best[row[x]]["total_ms"]):
                best[row[x]] = row
        axes.plot([float(size) for size in best], [100 * float(row["host_share"]) for row in best.values()],
                  label=algorithm, color=COLOURS[k], marker=MARKERS[k], **OURS)
    axes.set_xlabel(x)
    axes.set_ylabel("best share of the host, %")
    legend(axes)


def thesis_figure_7_4(study):
    figure, (times, shares, best) = make_figure(columns=3, width=15, height=4.5)
    for k, algorithm in enumerate(study.distinct("algorithm")):
        rows = study.select(algorithm=algorithm)
        alone = [row for row in rows if row["host_share"] == "0"]
        draw(times, alone, "vertices", "total_ms", OURS, label=f"{algorithm}, device alone",
             color=COLOURS[2 * k], marker="o")
        sizes = study.distinct("vertices")
        least = [min((row for row in rows if row["vertices"] == size), key=lambda row: float(row["total_ms"]))
                 for size in sizes]
        draw(times, least, "vertices", "total_ms", OURS, label=f"{algorithm}, best share",
             color=COLOURS[2 * k + 1], marker="s")
        for n, size in enumerate(["1500000", "3000000"]):
            draw(shares, [row for row in rows if row["vertices"] == size], "host_share", "total_ms", OURS,
                 label=f"{algorithm}, {float(size) / 1e6:g} M", color=COLOURS[2 * k + n], marker=MARKERS[n])
    times.set_title("Figure 7.2: from host memory", fontsize=11)
    times.set_xlabel("vertices")
    shares.set_title("Figure 7.3: time by the host's share", fontsize=11)
    shares.set_xlabel("host's share")
    for axes in (times, shares):
        label_time(axes)
        legend(axes)
    best_shares(study, best, "vertices")
    best.set_title("Figure 7.4: best share by size", fontsize=11)
    return figure


def thesis_figure_7_5(study):
    figure, axes = make_figure()
    best_shares(study, axes, "edges")
    axes.set_title("Thesis, Figure 7.5: best share by edges, 2.5 million vertices", fontsize=11)
    return figure


def thesis_chapter_8(study):
    """The gain of 1, 16 and 256 calls on the pruned graph, with pruning in their time or not."""
    figure, all_axes = make_figure(columns=4, width=20)
    places = study.distinct("place")
    place = "device" if "device" in places else places[0]
    rows = [row for row in study.rows if row["place"] == place and row["figure"] != "8.7"]
    kinds = sorted({(row["call"], row["algorithm"]) for row in rows})
    series = [("1", "pruned_with_prune_ms"), ("16", "pruned_with_prune_ms"),
              ("256", "pruned_with_prune_ms"), ("256", "pruned_ms")]
    for axes, kind in zip(all_axes, kinds):
        chosen = [row for row in rows if (row["call"], row["algorithm"]) == kind]
        graphs = list(dict.fromkeys(row["graph"] for row in chosen))
        for k, (calls, column) in enumerate(series):
            gains = [float(row["plain_ms"]) / float(row[column]) for row in chosen
                     if row["calls"] == calls]
            what = "pruning counts" if column == "pruned_with_prune_ms" else "without pruning"
            axes.bar([n + 0.2 * k - 0.3 for n in range(len(graphs))], gains, width=0.2,
                     color=COLOURS[k], label=f"{calls} calls, {what}")
        axes.axhline(1, color="black", linewidth=0.8)
        axes.set_xticks(range(len(graphs)), graphs, rotation=60, fontsize=8)
        axes.set_ylabel("times as fast as on the whole graph")
        axes.set_title(f"{' '.join(kind)}, {place}", fontsize=11)
        legend(axes)
    return figure


def thesis_figure_8_4(study):
    """The same of real graphs."""
    return thesis_chapter_8(study)


PLOTS = [dehne_figure_4, dehne_figure_5, dehne_figure_6, thesis_figure_7_4, thesis_figure_7_5,
         thesis_chapter_8, thesis_figure_8_4]

if __name__ == "__main__":
    sys.exit(main("Draws the studies of components and searches.", "graphs", PLOTS))
