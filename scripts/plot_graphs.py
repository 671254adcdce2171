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


def pruning(study, title):
    figure, (searches, components) = make_figure(columns=2, width=13)
    graphs = study.distinct("graph")
    labels = [f"{row['graph']}\n{100 * float(row['pruned_vertices']) / float(row['vertices']):.0f}%"
              for row in study.rows]
    for axes, plain, pruned, name in ((searches, "bfs_ms", "pruned_bfs_ms", "breadth-first search"),
                                      (components, "components_ms", "pruned_components_ms", "components")):
        for k, (column, what) in enumerate(((plain, "whole graph"), (pruned, "pruned first"))):
            axes.bar([n + 0.4 * k - 0.2 for n in range(len(graphs))],
                     [float(row[column]) for row in study.rows], width=0.4, color=COLOURS[3 * k + 1], label=what)
        axes.set_xticks(range(len(graphs)), labels, fontsize=8)
        axes.set_ylabel("ms")
        axes.set_title(f"{name}: {title}", fontsize=11)
        legend(axes)
    return figure


def thesis_figure_8_5(study):
    return pruning(study, "R-MAT graphs of Table 8.1, and the share pruned")


def thesis_figure_8_6(study):
    return pruning(study, "random graphs by degree, and the share pruned")


def thesis_figure_8_4(study):
    return pruning(study, "given graphs, and the share pruned")


def thesis_figure_8_7(study):
    figure, all_axes = make_figure(columns=3, width=14, height=4.5)
    names = {"prune_ms": "pruning", "pruned_bfs_ms": "search, all together",
             "pruned_components_ms": "components, all together"}
    for axes, (column, name) in zip(all_axes, names.items()):
        by_value(study, axes, "graph", "rounds", column)
        axes.set_title(f"{name}: by rounds", fontsize=11)
        axes.set_xlabel("rounds of pruning")
        axes.set_ylabel("ms")
        legend(axes)
    return figure


PLOTS = [dehne_figure_4, dehne_figure_5, dehne_figure_6, thesis_figure_7_4, thesis_figure_7_5,
         thesis_figure_8_4, thesis_figure_8_5, thesis_figure_8_6, thesis_figure_8_7]

if __name__ == "__main__":
    sys.exit(main("Draws the studies of components and searches.", "graphs", PLOTS))
