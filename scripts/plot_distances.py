#!/usr/bin/python3
"""Draws the distances of all pairs by the number of vertices: FOLDER/all_pairs.csv to distances_all_pairs.png.

    scripts/plot_distances.py docs/results/data [--out docs/results]

A row of all_pairs.csv is one code on one size: weight, code, vertices and milliseconds. The picture has a panel for
each type of weight.
"""

import sys

from plotting import by_value, label_sizes, label_time, legend, main, make_panels


def all_pairs(study):
    weights = study.distinct("weight")
    # One weight has every code: so a code has the same colour in each panel.
    codes = max((list(dict.fromkeys(row["code"] for row in study.select(weight=weight))) for weight in weights),
                key=len)
    figure, panels = make_panels(len(weights))
    for axes, weight in zip(panels, weights):
        rows = study.select(weight=weight)
        by_value(study, axes, "code", "vertices", "milliseconds", values=codes, rows=rows)
        label_sizes(axes, study.rows, "vertices", "vertices")
        label_time(axes)
        axes.set_title(weight)
        legend(axes)
    return figure


if __name__ == "__main__":
    sys.exit(main("Draws the distances of all pairs.", "distances", [all_pairs]))
