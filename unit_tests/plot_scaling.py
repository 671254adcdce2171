#!/usr/bin/python3
"""Draws what perf_mpi measures on several numbers of ranks, and looks at the pictures' sizes.

    plot_scaling.py FOLDER_OF_SCRIPTS
"""
import importlib.util
import sys

if importlib.util.find_spec("matplotlib") is None:
    print("no matplotlib: skipped")
    sys.exit(77)
sys.path.insert(0, sys.argv[1])
import plot_scaling  # noqa: E402

calls = [f"call_{k}" for k in range(25)]
results = [{"name": name, "elements": size, "ranks": ranks, "min_ms": 1 / ranks,
            "elements_per_second": 1000. * ranks}
           for name in calls for size in (1 << 20, 1 << 21) for ranks in (1, 2, 4)]
results.append({"name": "on one alone", "elements": 5, "ranks": 1, "min_ms": 1, "elements_per_second": 1})
figure = plot_scaling.draw_all(results)
figure.canvas.draw()
pictures = [axes for axes in figure.axes if axes.get_visible()]
assert [axes.get_title() for axes in pictures] == [name.replace("_", " ") for name in calls]
for axes in pictures:
    place = axes.get_window_extent()  # at 100 dots an inch
    assert place.width >= 150 and place.height >= 100, place
    legend = axes.get_legend()
    # Two sizes, and what of them is as much for each rank.
    assert 3 <= len(legend.get_texts()) <= 5, len(legend.get_texts())
    assert legend.get_window_extent().height < place.height / 2
    for line in axes.get_lines():
        assert list(line.get_ydata()) == [rank / line.get_xdata()[0] for rank in line.get_xdata()]
assert plot_scaling.draw_all(results[-1:]) is None
