#!/usr/bin/python3
"""Draws the studies of random numbers and photons: NAME.csv, as study_random writes it, to random_NAME.png.

    scripts/plot_random.py FOLDER [--out docs/results]

FOLDER holds the CSV files; those that are missing are left out, and named.
"""

import sys

from plotting import (BLUE, COLOURS, MARKERS, ORANGE, OURS, SKY, by_value, draw, label_rate,
                      label_sizes, legend, main, make_figure, make_panels)


def rates(study, title):
    figure, axes = make_figure(width=9, height=5.5)
    by_value(study, axes, "series", "n", "giga_numbers_per_second")
    label_sizes(axes, study.rows, "n", "numbers")
    label_rate(axes, "numbers a second, 10⁹ (walks: of 64 bits)")
    axes.set_title(title, fontsize=11)
    legend(axes, loc="upper left", bbox_to_anchor=(1.01, 1))
    return figure


def thesis_figure_5_2(study):
    return rates(study, "Random numbers by their count: after Banerjee's thesis, Figure 5.2")


def thesis_figure_5_5(study):
    return rates(study, "The host alone: after Banerjee's thesis, Figure 5.5")


def thesis_figure_5_3(study):
    figure, axes = make_figure(width=8.5, height=3.6)
    steps = [("feed", "feed (host)", ORANGE), ("transfer", "transfer", SKY), ("generate", "generate (device)", BLUE)]
    feeds = study.distinct("feed")
    for k, (step, name, colour) in enumerate(steps):
        for y, feed in enumerate(feeds):
            row = study.select(feed=feed, step=step)[0]
            width = float(row["ns_per_number"])
            axes.barh(y + 0.27 * (1 - k), width, height=0.25, color=colour, label=name if y == 0 else None)
            axes.annotate(f" idle {100 * float(row['idle_share']):.0f}%", (width, y + 0.27 * (1 - k)),
                          va="center", fontsize=8)
    for y, feed in enumerate(feeds):
        total = float(study.select(feed=feed, step="total")[0]["ns_per_number"])
        axes.plot([total, total], [y - 0.42, y + 0.42], color="black", linewidth=1.5,
                  label="the whole call" if y == 0 else None)
    axes.set_yticks(range(len(feeds)), [f"fed by {feed}" for feed in feeds])
    axes.set_xlabel("ns a number, 100 numbers a batch")
    axes.set_xlim(right=1.15 * max(float(row["ns_per_number"]) for row in study.rows))
    axes.set_title("Busy times of the fed generator: after Banerjee's thesis, Figure 5.3", fontsize=11)
    legend(axes, loc="upper left", bbox_to_anchor=(1.01, 1))
    return figure


def thesis_figure_5_4(study):
    figure, axes = make_figure()
    lines = [("of a thread", "threads that make so many numbers"),
             ("of a block", "so many numbers a thread in each block")]
    k = 0
    for way, name in lines:
        for feed in study.distinct("feed"):
            rows = study.select(way=way, feed=feed)
            if not rows:
                continue
            draw(axes, rows, "batch", "ours_ms", OURS, label=f"{name}, fed by {feed}",
                 color=COLOURS[k], marker=MARKERS[k])
            k += 1
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("batch size S")
    axes.set_ylabel("time (ms)")
    count = max(float(row["n"]) for row in study.rows)
    axes.set_title(f"{count / 1e6:.3g} million walks of 64 by batch size: after Banerjee's thesis, Figure 5.4",
                   fontsize=11)
    legend(axes)
    return figure


def thesis_figure_5_6(study):
    tissues = study.distinct("tissue")
    figure, all_axes = make_panels(len(tissues))
    for row in study.rows:
        row["line"] = f"{row['generator']}, {row['side']}"
    for axes, tissue in zip(all_axes, tissues):
        by_value(study, axes, "line", "photons", "million_photons_per_second", rows=study.select(tissue=tissue))
        label_sizes(axes, study.rows, "photons", "photons")
        label_rate(axes, "photons a second, 10⁶")
        axes.set_title(tissue, fontsize=10)
    handles, names = all_axes[0].get_legend_handles_labels()
    all_axes[-1].legend(handles, names, fontsize=8, frameon=False, loc="upper left", bbox_to_anchor=(1.01, 1))
    figure.suptitle("Photons by generator and side: after Banerjee's thesis, Figure 5.6", fontsize=11)
    return figure


PLOTS = [thesis_figure_5_2, thesis_figure_5_3, thesis_figure_5_4, thesis_figure_5_5, thesis_figure_5_6]

if __name__ == "__main__":
    sys.exit(main("Draws the studies of random numbers and photons.", "random", PLOTS))
