#!/usr/bin/python3
"""Draws Yoke beside its best peers: FOLDER/bars.csv to peers_bars.png.

    scripts/plot_bars.py docs/results/data [--out docs/results]

A row of bars.csv is one code on one input: capability, what, code, place, milliseconds (the median), elements,
unit, checked and repetitions. The picture has a pair of bars for each capability: of its first input on which
Yoke and a peer ran on the GPU. A row that was not checked stops the script.
"""

import re
import sys

from plotting import BLACK, BLUE, main, make_figure

PLACE = "GPU"
GREY, SLATE = "#9a9a9a", "#555555"
HEIGHT = 0.36


def brief(milliseconds):
    """Three digits: 0.253 ms, 9.3 ms, 1.05 s."""
    return f"{milliseconds:.3g} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.3g} s"


def compared(times):
    """How Yoke's speed is to the peer's, in two digits."""
    return "as fast" if 0.99 < times < 1.01 else f"{times:.2g} times as fast"


def as_power(text):
    """2^27 as it is printed."""
    return re.sub(r"(\d+)\^(\d+)", r"$\\mathdefault{\1^{\2}}$", text)


def milliseconds(row):
    return float(row["milliseconds"])


def pairs(study, place):
    """(Yoke's row, the fastest peer's) of each capability's first input, in the file's order."""
    groups = {}
    for row in study.select(place=place):
        if row["checked"] != "yes":
            sys.exit(f"{row['capability']}, {row['code']}: not checked, so not drawn")
        groups.setdefault((row["capability"], row["what"]), []).append(row)
    found, shown = [], set()
    for rows in groups.values():
        ours = [row for row in rows if row["code"] == "Yoke"]
        peers = sorted((row for row in rows if row["code"] != "Yoke"), key=milliseconds)
        if ours and peers and ours[0]["capability"] not in shown:
            shown.add(ours[0]["capability"])
            found.append((ours[0], peers[0]))
    if not found:
        sys.exit(f"No input was measured for Yoke and for a peer on: {place}")
    return found


def draw_bar(axes, y, length, colour, label, **how):
    axes.barh(y, length, height=0.92 * HEIGHT, color=colour)
    axes.annotate(label, (length, y), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8.5,
                  color=BLACK, **how)


def bars(study, place=PLACE):
    every = pairs(study, place)
    figure, axes = make_figure(width=8, height=0.4 + 0.72 * len(every))
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    for k, (ours, peer) in enumerate(every):
        longest = max(milliseconds(ours), milliseconds(peer))
        times = milliseconds(peer) / milliseconds(ours)
        draw_bar(axes, k - HEIGHT / 2, milliseconds(ours) / longest, BLUE,
                 f"Yoke: {brief(milliseconds(ours))}, {compared(times)}", weight="bold")
        draw_bar(axes, k + HEIGHT / 2, milliseconds(peer) / longest, GREY,
                 f"{peer['code']}: {brief(milliseconds(peer))}")
    axes.set_yticks(range(len(every)), [f"{ours['capability']}\n{as_power(ours['what'])}" for ours, _ in every],
                    fontsize=8.5)
    axes.tick_params(left=False, labelcolor=BLACK)
    axes.set_xticks([])
    axes.set_xlim(0, 1.85)
    axes.set_ylim(len(every) - 0.5, -0.5)
    axes.set_title("Time, shorter is faster: the slower of each pair has the full length", fontsize=9, loc="left",
                   color=SLATE)
    return figure


if __name__ == "__main__":
    sys.exit(main("Draws Yoke beside its best peers.", "peers", [bars]))
