#!/usr/bin/python3
"""Draws what came of photons in layered tissue: fluence, reflectance by radius, absorption by depth.

    scripts/plot_photons.py FILE... [--out FOLDER]

Each FILE is what `yoke photons` writes of a run, .json (with standard errors) or .mco, which MCML
writes too. FILE.png goes beside it, or into FOLDER.
"""

import argparse
import json
import pathlib
import sys

from plotting import BLUE, RED, plt

import numpy
from matplotlib.colors import LogNorm
from matplotlib.ticker import LogLocator

DECADES = 6  # of fluence, below the brightest


class Run:
    """A run's parameters and arrays, by the names that they have in the .json."""

    def __init__(self, path):
        self.name = path.name
        data = read_mco(path) if path.suffix == ".mco" else json.loads(path.read_text())
        self.data = data
        grid = data["parameters"]["grid"]
        self.layers = data["parameters"]["layers"]
        # What is beyond the grid is counted in its last cells, which hence are not drawn.
        self.bottoms = numpy.cumsum([layer["thickness"] for layer in self.layers])
        self.radii = grid["dr"] * (numpy.arange(max(grid["nr"] - 1, 1)) + 0.5)
        self.depths = grid["dz"] * (numpy.arange(grid["nz"]) + 0.5)
        is_whole = self.bottoms[-1] <= grid["dz"] * grid["nz"] * (1 + 1e-9)
        self.depths = self.depths[self.depths < self.bottoms[-1]] if is_whole else self.depths[:max(grid["nz"] - 1, 1)]
        self.grid = grid

    def array(self, name):
        return numpy.array(self.data[name], dtype=float)

    def has(self, name):
        return len(self.data.get(name) or []) > 0

    def fluence(self):
        """By depth and radius, in 1/cm^2: absorption over the coefficient of the cell's layer. Not a
        number in layers that absorb nothing, where nobody counts it."""
        absorbed = self.array("absorption_rz")[:len(self.radii), :len(self.depths)].T
        of_layer = numpy.array([layer["absorption"] for layer in self.layers], dtype=float)
        layer = numpy.searchsorted(self.bottoms, self.depths, side="right")
        of_layer[of_layer == 0] = numpy.nan
        return absorbed / of_layer[layer][:, None]


def read_mco(path):
    """What the .json would hold of it, without errors."""
    lines = [line.split("#")[0].split() for line in path.read_text().splitlines()]
    lines = [line for line in lines if line]
    at = lines.index(["InParm"])
    (dz, dr), (nz, nr, na) = map(float, lines[at + 3]), map(int, lines[at + 4])
    count = int(lines[at + 5][0])
    names = ("refractive_index", "absorption", "scattering", "anisotropy", "thickness")
    layers = [dict(zip(names, map(float, line))) for line in lines[at + 7:at + 7 + count]]

    def numbers(key, size):
        if [key] not in lines:
            return []
        rest = (float(word) for line in lines[lines.index([key]) + 1:] for word in line)
        return [next(rest) for _ in range(size)]

    def rows(key, columns):
        values = numbers(key, nr * columns)
        return [values[i:i + columns] for i in range(0, len(values), columns)]

    specular, *fractions = numbers("RAT", 4)
    found = {"photons": int(lines[at + 2][0]), "specular": specular,
             "parameters": {"grid": {"dz": dz, "dr": dr, "nz": nz, "nr": nr, "na": na},
                            "layers": layers},
             "absorption_z": numbers("A_z", nz), "reflectance_r": numbers("Rd_r", nr),
             "transmitted_r": numbers("Tt_r", nr), "absorption_rz": rows("A_rz", nz)}
    for name, value in zip(("diffuse_reflectance", "absorbed", "transmitted"), fractions):
        found[name] = {"value": value, "standard_error": None}
    return found


def show(fraction):
    error = fraction["standard_error"]
    return f"{fraction['value']:.5g}" + (f" ± {error:.1g}" if error else "")


def draw_boundaries(run, draw):
    for bottom in run.bottoms[:-1]:
        draw(bottom)


def draw_fluence(run, figure, axes):
    axes.set_title("fluence, 1/cm² (where a beam of one unit of energy comes in at r = 0)", fontsize=11)
    axes.set_xlabel("r, cm")
    axes.set_ylabel("depth z, cm")
    if not run.has("absorption_rz"):
        axes.text(0.5, 0.5, "not counted", transform=axes.transAxes, ha="center", color="#666666")
        return
    fluence = run.fluence()
    brightest = numpy.nan_to_num(fluence).max()
    if brightest == 0:
        axes.text(0.5, 0.5, "nothing is absorbed", transform=axes.transAxes, ha="center", color="#666666")
        return
    darkest = brightest * 10.0 ** -DECADES
    # As far out as there is something to see.
    seen = numpy.flatnonzero((numpy.nan_to_num(fluence) > darkest).any(axis=0))
    fluence = fluence[:, :seen[-1] + 1]
    both_sides = numpy.hstack([fluence[:, ::-1], fluence])
    colours = plt.get_cmap("inferno").copy()
    colours.set_under("black")  # nothing came there
    colours.set_bad("#b8c4cc")  # no fluence is known there
    width, height = fluence.shape[1] * run.grid["dr"], len(run.depths) * run.grid["dz"]
    shown = numpy.where(both_sides == 0, darkest / 2, both_sides)  # a zero has no logarithm
    image = axes.imshow(shown, extent=(-width, width, height, 0), cmap=colours, aspect="auto",
                        norm=LogNorm(darkest, brightest), interpolation="nearest")
    draw_boundaries(run, lambda z: axes.axhline(z, color="white", linewidth=0.6, alpha=0.6))
    bar = figure.colorbar(image, ax=axes, extend="min", pad=0.01)
    bar.ax.yaxis.set_major_locator(LogLocator(10))


def style(axes, x, title):
    axes.set_yscale("log")
    axes.set_xlabel(x)
    axes.set_title(title, fontsize=11)
    axes.grid(True, which="major", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def draw_by_radius(run, axes):
    for name, label, colour in (("reflectance_r", "reflectance", BLUE),
                                ("transmitted_r", "transmittance", RED)):
        values = run.array(name)[:len(run.radii)]
        if values.any():
            axes.plot(run.radii, numpy.where(values > 0, values, numpy.nan), color=colour, label=label)
    style(axes, "r, cm", "what comes out, 1/cm²")
    axes.legend(fontsize=8, frameon=False)


def draw_by_depth(run, axes):
    style(axes, "depth z, cm", "absorption, 1/cm")
    if not run.has("absorption_z"):
        axes.text(0.5, 0.5, "not counted", transform=axes.transAxes, ha="center", color="#666666")
        return
    values = run.array("absorption_z")[:len(run.depths)]
    axes.plot(run.depths, numpy.where(values > 0, values, numpy.nan), color=BLUE, drawstyle="steps-mid")
    deepest = run.depths[-1]
    draw_boundaries(run, lambda z: z < deepest and axes.axvline(z, color="#bbbbbb", linewidth=0.6, zorder=0))


def draw(run):
    figure = plt.figure(figsize=(10, 7.5), constrained_layout=True)
    places = figure.add_gridspec(2, 2, height_ratios=(1.25, 1))
    draw_fluence(run, figure, figure.add_subplot(places[0, :]))
    draw_by_radius(run, figure.add_subplot(places[1, 0]))
    draw_by_depth(run, figure.add_subplot(places[1, 1]))
    data = run.data
    figure.suptitle(f"{run.name}: {data['photons']:,} photons; specular {data['specular']:.5g}, reflected "
                    f"{show(data['diffuse_reflectance'])}, absorbed {show(data['absorbed'])}, "
                    f"transmitted {show(data['transmitted'])}", fontsize=9)
    return figure


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", type=pathlib.Path, nargs="+", metavar="FILE", help=".json or .mco")
    parser.add_argument("--out", type=pathlib.Path, metavar="FOLDER",
                        help="where the pictures go; default: beside the files")
    arguments = parser.parse_args()
    for path in arguments.files:
        try:
            run = Run(path)
        except (OSError, ValueError, KeyError, StopIteration) as error:
            sys.exit(f"{path}: not read as what came of photons: {error!r}")
        target = (arguments.out or path.parent) / (path.stem + ".png")
        target.parent.mkdir(parents=True, exist_ok=True)
        figure = draw(run)
        figure.savefig(target, dpi=130)
        plt.close(figure)
        print(target)


if __name__ == "__main__":
    main()
