#!/usr/bin/python3
"""Draws the studies of sorting: NAME.csv, as study_sorting writes it, to sorting_NAME.png.

    scripts/plot_sorting.py FOLDER [--out docs/results]

FOLDER holds the CSV files; those that are missing are left out, and named. To compare platforms
(Figures 4.16, 4.17 and 4.20), append the rows of other machines' files.
"""

import sys

from plotting import (BLUE, COLOURS, MARKERS, ORANGE, OURS, by_value, draw, label_rate,
                      label_sizes, label_time, legend, main, make_figure, make_panels, nodes)


def beside(axes):
    legend(axes, loc="upper left", bbox_to_anchor=(1.01, 1))


def whose(number, title):
    return f"{title}: after Banerjee's thesis, Figure {number}"


def thesis_figure_4_4(study):
    """One row of stacked bars a lane, of the first size."""
    first = study.distinct("n")[0]
    cases = list(dict.fromkeys((row["n"], row["algorithm"], row["host_share"]) for row in study.select(n=first)))
    figure, all_axes = make_panels(len(cases), height=3.6)
    lanes = ["download", "upload", "host", "device"]
    steps = [step for step in study.distinct("step") if step not in ("call", "idle")]
    for axes, (n, algorithm, share) in zip(all_axes, cases):
        for y, lane in enumerate(lanes):
            left = 0.0
            for row in study.select(n=n, algorithm=algorithm, host_share=share, lane=lane):
                if row["step"] in ("call", "idle"):
                    continue
                axes.barh(y, float(row["ours_ms"]), left=left, height=0.6,
                          color=COLOURS[1 + steps.index(row["step"]) % (len(COLOURS) - 1)], label=row["step"])
                left += float(row["ours_ms"])
            idle = study.select(n=n, algorithm=algorithm, host_share=share, lane=lane, step="idle")
            if idle:
                axes.annotate(f" idle {100 * float(idle[0]['part']):.0f}%", (left, y), va="center", fontsize=8)
        total = float(study.select(n=n, algorithm=algorithm, host_share=share, step="call")[0]["ours_ms"])
        axes.axvline(total, color="black", linewidth=1.2)
        axes.set_xlim(right=1.15 * total)
        axes.set_yticks(range(len(lanes)), lanes)
        axes.set_xlabel("time (ms); the line: the whole call")
        axes.set_title(f"{algorithm}, {nodes(float(n))} keys, {100 * float(share):.0f}% by the host", fontsize=10)
        handles, names = axes.get_legend_handles_labels()
        once = dict(zip(names, handles))
        axes.legend(once.values(), once.keys(), fontsize=8, frameon=False, loc="lower right")
    figure.suptitle(whose("4.4", "What each lane does, and is idle"), fontsize=11)
    return figure


def phase_times(rows):
    """By phase; where both sides report one, the longer time."""
    times = {}
    for row in rows:
        phase = row["phase"].split(": ")[-1]
        times[phase] = max(times.get(phase, 0), float(row["ours_ms"]))
    return times


def thesis_figure_4_5(study):
    """What both sides gain over the device alone by the same algorithm, of phases that both have."""
    cases = [(algorithm, place) for algorithm in study.distinct("algorithm") for place in ("device", "host")
             if study.select(algorithm=algorithm, series=f"device alone; from {place} memory")]
    figure, all_axes = make_panels(len(cases), width=5.5)
    for axes, (algorithm, place) in zip(all_axes, cases):
        end = f"; from {place} memory"
        both = [series for series in study.distinct("series")
                if series.startswith("both sides") and series.endswith(end)]
        phases = [phase for phase in phase_times(study.select(algorithm=algorithm)) if phase != "total"]
        k = 0
        for phase in ["total"] + phases:
            is_drawn = False
            for series, style in zip(both, (":", "-", "--")):
                sizes, gains = [], []
                for n in study.distinct("n"):
                    alone = phase_times(study.select(algorithm=algorithm, n=n, series="device alone" + end)).get(phase)
                    shared = phase_times(study.select(algorithm=algorithm, n=n, series=series)).get(phase)
                    if alone and shared:
                        sizes.append(float(n))
                        gains.append(100 * (alone / shared - 1))
                if not sizes:
                    continue
                axes.plot(sizes, gains, color=COLOURS[k % len(COLOURS)], marker=MARKERS[k % len(MARKERS)],
                          label=f"{phase}, {series.split('; ')[1]} by the host", **{**OURS, "linestyle": style})
                is_drawn = True
            k += is_drawn
        label_sizes(axes, study.rows, "n", "keys")
        axes.axhline(0, color="black", linewidth=0.8)
        axes.set_ylabel("both sides are faster by, %")
        axes.set_title(f"{algorithm}, from {place} memory", fontsize=10)
        legend(axes, fontsize=7)
    figure.suptitle(whose("4.5", "What both sides gain over the device alone, by phase"), fontsize=11)
    return figure


def keys_by_size(number, title):
    def plot(study):
        figure, axes = make_figure(width=9.5, height=5)
        by_value(study, axes, "series", "n", "million_keys_per_second")
        label_sizes(axes, study.rows, "n", "keys")
        label_rate(axes, "keys a second, 10⁶")
        axes.set_title(whose(number, title), fontsize=11)
        beside(axes)
        return figure

    plot.__name__ = "thesis_figure_" + number.replace(".", "_")
    return plot


def platforms(number, title, column):
    """A group of bars a machine."""
    def plot(study):
        figure, axes = make_figure(width=9.5, height=4.5)
        machines, names = study.distinct("machine"), study.distinct("series")
        for k, name in enumerate(names):
            for x, machine in enumerate(machines):
                rows = study.select(machine=machine, series=name)
                if not rows:
                    continue
                most = max(rows, key=lambda row: float(row["n"]))
                rate = float(most[column]) if column in most else float(most["n"]) / float(most["ours_ms"]) * 1e-3
                place = x + 0.8 * (k + 0.5) / len(names) - 0.4
                axes.bar(place, rate, width=0.75 / len(names), color=COLOURS[k % len(COLOURS)],
                         alpha=1 if k < len(COLOURS) else 0.5, label=name if x == 0 else None)
                axes.annotate(f"{rate:.3g}", (place, rate), ha="center", va="bottom", fontsize=7)
        axes.set_xticks(range(len(machines)), [machine.replace(", ", "\n") for machine in machines], fontsize=8)
        label_rate(axes, "a second, 10⁶")
        axes.set_title(whose(number, title), fontsize=11)
        beside(axes)
        return figure

    plot.__name__ = "thesis_figure_" + number.replace(".", "_")
    return plot


def strings_by_size(study, number, title):
    """A colour a series, a style a look-ahead."""
    sets = study.distinct("set")
    figure, all_axes = make_panels(len(sets))
    for row in study.rows:
        row["rate"] = str(float(row["n"]) / float(row["ours_ms"]) * 1e-3)
    lines = study.distinct("series")
    for axes, one in zip(all_axes, sets):
        for k, series in enumerate(lines):
            for ahead, style in (("0", "-"), ("4", "--"), ("8", ":"), ("", "-")):
                rows = study.select(set=one, series=series, look_ahead=ahead)
                name = series + (f", look-ahead {ahead}" if ahead else "")
                draw(axes, rows, "n", "rate", {**OURS, "linestyle": style}, color=COLOURS[k % len(COLOURS)],
                     marker=MARKERS[k % len(MARKERS)], label=name)
        label_sizes(axes, study.select(set=one), "n", "strings")
        label_rate(axes, "strings a second, 10⁶")
        axes.set_title(one, fontsize=10)
    beside(all_axes[-1])
    figure.suptitle(whose(number, title), fontsize=11)
    return figure


def thesis_figure_4_18(study):
    return strings_by_size(study, "4.18", "Random strings of up to 500 characters")


def thesis_figure_4_19(study):
    return strings_by_size(study, "4.19", "Proteins whose families share 8 and 24 letters")


def thesis_figure_4_21(study):
    figure, (times, best) = make_figure(columns=2, width=13)
    for k, algorithm in enumerate(study.distinct("algorithm")):
        shares = []
        for n, size in enumerate(study.distinct("n")):
            rows = study.select(algorithm=algorithm, n=size)
            least = min(rows, key=lambda row: float(row["ours_ms"]))
            shares.append((float(size), 100 * float(least["host_share"])))
            draw(times, rows, "host_share", "ours_ms", {**OURS, "linestyle": "-" if k == 0 else "--"},
                 label=f"{algorithm}, {nodes(float(size))}", color=COLOURS[n % len(COLOURS)], marker=MARKERS[k])
        best.plot([size for size, _ in shares], [share for _, share in shares], color=COLOURS[k], marker=MARKERS[k],
                  **OURS)
        best.annotate(algorithm, (shares[-1][0], shares[-1][1]), ha="right", va="bottom", fontsize=8)
    label_time(times)
    times.set_xlabel("host's share")
    label_sizes(best, study.rows, "n", "keys")
    best.set_ylabel("best share of the host, %")
    handles, names = times.get_legend_handles_labels()
    best.legend(handles, names, fontsize=7, frameon=False, loc="upper left", bbox_to_anchor=(1.01, 1))
    figure.suptitle(whose("4.21", "Time by share, and the best share by size"), fontsize=11)
    return figure


def thesis_figure_4_22(study):
    bins = study.distinct("bins")
    figure, all_axes = make_panels(len(bins))
    for axes, count in zip(all_axes, bins):
        by_value(study, axes, "series", "n", "ours_ms", rows=study.select(bins=count))
        label_sizes(axes, study.rows, "n", "values")
        label_time(axes)
        axes.set_title(f"{count} bins", fontsize=10)
    beside(all_axes[-1])
    figure.suptitle(whose("4.22", "Histograms by both sides and by one"), fontsize=11)
    return figure


PLOTS = [
    thesis_figure_4_4, thesis_figure_4_5,
    keys_by_size("4.6", "Uniform keys of 32 bits"),
    keys_by_size("4.7", "Pairs of 32 and 32 bits"),
    keys_by_size("4.8", "Gaussian keys of 32 bits"),
    keys_by_size("4.9", "Deterministic duplicates"),
    keys_by_size("4.10", "Staggered keys"),
    keys_by_size("4.11", "Bucket-sorted keys"),
    keys_by_size("4.12", "Randomised duplicates"),
    keys_by_size("4.13", "Gaussian keys of 64 bits"),
    keys_by_size("4.14", "Deterministic duplicates of 64 bits"),
    keys_by_size("4.15", "Pairs of 64 and 32 bits"),
    platforms("4.16", "2^21 uniform keys by machine", "million_keys_per_second"),
    platforms("4.17", "2^21 pairs by machine", "million_keys_per_second"),
    thesis_figure_4_18, thesis_figure_4_19,
    platforms("4.20", "Random strings by machine", "rate"),
    thesis_figure_4_21, thesis_figure_4_22]

if __name__ == "__main__":
    sys.exit(main("Draws the studies of sorting.", "sorting", PLOTS))
