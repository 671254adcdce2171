#!/usr/bin/python3
"""Draws Yoke beside peers from a file of known times, and looks at the bars and their labels.

    plot_bars.py FOLDER_OF_SCRIPTS
"""
import importlib.util
import pathlib
import sys
import tempfile

if importlib.util.find_spec("matplotlib") is None:
    print("no matplotlib: skipped")
    sys.exit(77)
sys.path.insert(0, sys.argv[1])
import plot_bars  # noqa: E402
import plotting  # noqa: E402

HEAD = "# machine: a card\n# yoke commit: abc\ncapability,what,code,place,milliseconds,elements,unit,checked,repetitions\n"
ROWS = """list ranking,"random list, 2^27 nodes",Yoke,GPU,10,1,nodes,yes,7
list ranking,"random list, 2^27 nodes",slow peer,GPU,80,1,nodes,yes,7
list ranking,"random list, 2^27 nodes",best peer,GPU,40,1,nodes,yes,7
list ranking,"random list, 2^27 nodes",walk,1 core,99,1,nodes,yes,7
list ranking,another list,Yoke,GPU,10,1,nodes,yes,7
list ranking,another list,best peer,GPU,40,1,nodes,yes,7
photons,skin,Yoke,GPU,500,1,photons,yes,3
photons,skin,faster peer,GPU,250,1,photons,yes,3
sort,alone,Yoke,GPU,1,1,keys,yes,3
"""

with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "bars.csv"

    def study(text):
        path.write_text(text)
        return plotting.Study(path)

    def refuses(text):
        try:
            plot_bars.bars(study(text))
        except SystemExit as stopped:
            return bool(stopped.code)
        return False

    figure = plot_bars.bars(study(HEAD + ROWS))
    figure.canvas.draw()
    axes, = figure.axes
    assert [patch.get_width() for patch in axes.patches] == [0.25, 1, 1, 0.5]
    labels = [text.get_text() for text in axes.texts]
    assert labels == ["Yoke: 10 ms, 4 times as fast", "best peer: 40 ms",
                      "Yoke: 500 ms, 0.5 times as fast", "faster peer: 250 ms"], labels
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert len(names) == 2 and "27" in names[0] and "^27" not in names[0].replace("^{27}", ""), names
    edge = axes.get_window_extent()
    for text in axes.texts:
        place = text.get_window_extent()
        assert place.x1 <= edge.x1, (text.get_text(), place, edge)
        assert plotting.matplotlib.colors.to_hex(text.get_color()) == "#000000"
    # On a dark page too: black labels need their own ground.
    assert figure.get_facecolor() == (1, 1, 1, 1), figure.get_facecolor()

    assert plot_bars.compared(1.004) == "as fast" and plot_bars.compared(0.97) == "0.97 times as fast"

    assert refuses(HEAD + ROWS.replace("500,1,photons,yes", "500,1,photons,no"))
    assert refuses(HEAD + ROWS.splitlines()[-1] + "\n")

    path.write_text(HEAD + ROWS)
    sys.argv = ["plot_bars.py", folder, "--out", folder]
    assert plotting.main("", "peers", [plot_bars.bars]) == 0
    assert (pathlib.Path(folder) / "peers_bars.png").stat().st_size > 10000
