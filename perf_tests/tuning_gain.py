#!/usr/bin/env python3
"""Compares the shares of `yoke tune --quick` with those of a full tuning.

    perf_tests/tuning_gain.py TOOL [--seconds S] [--sizes N,...] [--repetitions N] [--memory PLACE]

The quick tuning runs first. Then each capability is tuned in full. A row of the table is a
capability; of a graph's, one number of arcs per vertex. The times are sums over the sizes, by the
full tuning's measurements: of the better side alone at each size, of a call without a table, of the
share in the quick table, of the share that the full tuning chose. The last column is the part of
the full tuning's gain that the quick one has. It is empty if a full tuning saves less than 2%.
Capabilities for which --seconds leave no time are named. Needs Python's standard library only.
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import time


def is_one_side(share):
    return share in (0, 1)


def between(x, low, high):
    """The value at x on the line through two points."""
    return low[1] + (high[1] - low[1]) * (x - low[0]) / (high[0] - low[0])


def looked_up(shares, size):
    """The share for a size, as TuningTable::lookup finds it in {size: share}."""
    sizes = sorted(shares)
    low = max([s for s in sizes if s <= size], default=sizes[0])
    high = min([s for s in sizes if s >= size], default=sizes[-1])
    if low >= high:
        return shares[min(max(size, sizes[0]), sizes[-1])]
    low_log, high_log, log = math.log2(low), math.log2(high), math.log2(size)
    if is_one_side(shares[low]) or is_one_side(shares[high]):
        return shares[low if log - low_log < high_log - log else high]
    return between(log, (low_log, shares[low]), (high_log, shares[high]))


def time_at(seconds, share):
    """Of a share between two that were measured; a side alone is no neighbour of a split."""
    if share in seconds:
        return seconds[share]
    splits = sorted(s for s in seconds if not is_one_side(s))
    share = min(max(share, splits[0]), splits[-1])
    if share in seconds:
        return seconds[share]
    low, high = max(s for s in splits if s < share), min(s for s in splits if s > share)
    return between(share, (low, seconds[low]), (high, seconds[high]))


def quick_shares(rows, arcs):
    """Of the nearest number of arcs."""
    distance = lambda row: abs(math.log2(row.get("arcs_per_vertex", 1)) - math.log2(arcs))
    nearest = min(map(distance, rows))
    return {row["size"]: row["host_share"] for row in rows if distance(row) == nearest}


def compare(quick, full):
    """Sums of seconds: better side, untuned, quick, full; and the worst size's untuned / side."""
    sums, worst = [0.0] * 4, 0.0
    for row in full:
        seconds = {one["host_share"]: one["median"] for one in row["seconds"]}
        share = row["untuned"]
        if quick:
            share = looked_up(quick_shares(quick, row.get("arcs_per_vertex", 1)), row["size"])
        times = (min(seconds[0], seconds[1]), seconds[row["untuned"]], time_at(seconds, share),
                 seconds[row["host_share"]])
        sums = [a + b for a, b in zip(sums, times)]
        worst = max(worst, times[1] / times[0])
    return sums, worst


def print_row(name, quick, full):
    (side, untuned, by_quick, by_full), worst = compare(quick, full)
    gain = untuned - by_full
    part = f"{100 * (untuned - by_quick) / gain:.0f}%" if gain >= 0.02 * untuned else ""
    times = " | ".join(f"{1e3 * t:.3f}" for t in (side, untuned, by_quick, by_full))
    print(f"| `{name}` | {times} | {untuned / side:.2f} | {worst:.2f} | {part} |", flush=True)
    return untuned - by_quick, gain


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("--seconds", type=float, default=200, help="for all of it")
    parser.add_argument("--sizes", default="2^16,2^18,2^20,2^22")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--memory", action="append", default=[], help="of the arrays")
    arguments = parser.parse_args()
    begin = time.monotonic()
    memory = [word for place in arguments.memory for word in ("--memory", place)]
    with tempfile.TemporaryDirectory() as folder:
        def tune(*options):
            done = subprocess.run(
                [arguments.tool, "tune", "--json", "--output", pathlib.Path(folder, "table.json"), *memory,
                 *options], stdout=subprocess.PIPE, check=True)
            return json.loads(done.stdout)

        quick = tune("--quick")
        print(f"{quick['machine']}, {quick['place']} memory; quick: {time.monotonic() - begin:.0f} s\n")
        print("| capability | better side, ms | untuned | quick | full | untuned / side | its worst size |"
              " part of the gain |\n|---|---|---|---|---|---|---|---|")
        sums, left_out, last = (0, 0), [], 0
        for name in [key for key, value in quick.items() if isinstance(value, list) and value
                     and isinstance(value[0], dict) and "host_share" in value[0]]:
            start = time.monotonic()
            if start + last > begin + arguments.seconds:
                left_out.append(name)
                continue
            full = tune("--capability", name, "--sizes", arguments.sizes, "--repetitions",
                        str(arguments.repetitions))[name]
            for arcs in sorted({row.get("arcs_per_vertex", 0) for row in full}):
                rows = [row for row in full if row.get("arcs_per_vertex", 0) == arcs]
                gains = print_row(f"{name}, {arcs} arcs" if arcs else name, quick[name], rows)
                sums = [a + b for a, b in zip(sums, gains)]
            last = time.monotonic() - start
    print(f"\nOf all gains the quick tuning has {100 * sums[0] / sums[1]:.0f}%." if sums[1] > 0 else "")
    if left_out:
        print(f"No time for {', '.join(left_out)}.")
    print(f"{time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
