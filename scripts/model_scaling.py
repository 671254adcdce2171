#!/usr/bin/python3
"""Says how long calls over many GPUs should take: work / ranks + bytes / bandwidth + rounds * latency.

    scripts/model_scaling.py [--gpus-a-node 8] [--network 50]

The constants are those of docs/results/scale.md, two H200s of one host, but for the network's, which are the
vendor's. Bytes and rounds are the formulas there, which the unit tests check.
"""

import argparse
import math

BANDWIDTH = 330e9  # bytes a second each way between GPUs of one host, by NCCL: sort, 2^30 keys
ROUND = 9.2e-6  # seconds of a round of two ranks: searches of a grid, 602 ms for 66870
MESSAGE = 1e-6  # seconds for each further rank that an exchange has a message for: assumed
RANKS = (2, 4, 8, 16, 128, 1024)


class Machine:
    def __init__(self, gpus, network):
        self.gpus, self.network = gpus, network

    def send(self, bytes_a_rank, ranks):
        """Of bytes that go to all ranks alike, those for other hosts share a rank's way there."""
        outside = max(0, ranks - self.gpus) / max(1, ranks - 1)
        return max(bytes_a_rank * (1 - outside) / BANDWIDTH, bytes_a_rank * outside / self.network)

    def rounds(self, collectives, exchanges, ranks):
        depth = max(1, math.log2(ranks))
        return collectives * ROUND * depth + exchanges * (ROUND + MESSAGE * (ranks - 2))


def sort(machine, n, ranks, width=4, sorted_a_second=49.4e9, merged_a_second=392e9):
    own, turns = n / ranks, max(1, min(8, 64 // ranks))
    cuts = 2040 * 4 * (ranks * turns - 1) / machine.network if ranks > machine.gpus else 0
    return (own / sorted_a_second + math.ceil(math.log2(ranks)) * own / merged_a_second + cuts
            + machine.send(width * own * (1 - 1 / ranks), ranks) + machine.rounds(8, turns + 1, ranks))


def pairs(machine, n, ranks):
    return sort(machine, n, ranks, 8, 36.1e9, 155e9)


def list_by_copies(machine, n, ranks):
    own = n / ranks
    walk, partition, scatter, sublists = 16.0e-3, 3.33e-3, 11.6e-3, 1.0e-3  # of 2^29 nodes; sublists of all
    sent = 4 * own * (ranks - 1) + 8 * own * (1 - 1 / ranks)
    return ((walk + partition + scatter) * own / 2**29 + sublists * n / 2**29 + machine.send(sent, ranks)
            + machine.rounds(8, 12, ranks))


def list_by_messages(machine, n, ranks):
    own = n / ranks
    return (74e-3 * own / 2**27 + machine.send(26.5 * own * (1 - 1 / ranks), ranks)
            + machine.rounds(300, 560, ranks))


def components(machine, n, ranks):
    """R-MAT, 16 edges a vertex: arcs as one GPU follows them, the rest by each vertex of all ranks and own one."""
    own = n / ranks
    arcs, vertices = 2.1e-3 / 2**26, 1.5e-3 / 2**26
    return (arcs * own + vertices * (n + own) + machine.send(0.4 * (n - own), ranks) + machine.rounds(12, 2, ranks))


def search(machine, n, ranks):
    """R-MAT, 16 edges a vertex: 32 rounds of 2^26 vertices, of which most are the levels'."""
    own = n / ranks
    return (5.1e-3 * own / 2**26 + machine.send(0.4 * own + 3 * n / 8 * (1 - 1 / ranks), ranks)
            + machine.rounds(24, 8, ranks))


def photons(machine, n, ranks):
    return 0.17e-3 + 2.08e-3 * n / ranks / 2**24 + machine.rounds(16, 0, ranks)


# Name, model, size in all and seconds by the number of GPUs, size a GPU and seconds of 1, 2 and 4 such parts.
CALLS = [
    ("sort, u32", sort, 2**30, {1: 21.6e-3, 2: 15.7e-3, 4: 9.27e-3}, 2**28, {1: 5.46e-3, 2: 8.21e-3, 4: 9.27e-3}),
    ("sort, pairs of u32", pairs, 2**30, {1: 29.6e-3, 2: 23.7e-3, 4: 14.0e-3},
     2**28, {1: 7.47e-3, 2: 12.3e-3, 4: 14.0e-3}),
    ("list_rank by copies", list_by_copies, 2**30, {1: 64.9e-3, 2: 46.6e-3, 4: 35.6e-3},
     2**28, {1: 15.3e-3, 2: 24.1e-3, 4: 35.6e-3}),
    ("list_rank by messages", list_by_messages, 2**28, {1: 15.3e-3, 2: 87.1e-3}, 2**27, {1: 7.6e-3, 2: 87.1e-3}),
    ("components, R-MAT", components, 2**26, {1: 2.25e-3, 2: 3.52e-3, 4: 3.47e-3},
     2**25, {1: 1.23e-3, 2: 3.67e-3, 4: 6.45e-3}),
    ("bfs, R-MAT", search, 2**26, {1: 2.97e-3, 2: 3.00e-3, 4: 3.28e-3}, 2**25, {1: 1.51e-3, 2: 3.88e-3, 4: 3.37e-3}),
    ("photons", photons, 2**28, {1: 33.3e-3, 2: 17.0e-3, 4: 8.87e-3}, 2**26, {1: 8.75e-3}),
]


def cells(machine, model, size, measured, in_all):
    """The model's milliseconds, and in brackets those that were measured."""
    row = [f"{measured[1] * 1e3:.3g}"]
    for p in RANKS:
        said = f"{model(machine, size if in_all else size * p, p) * 1e3:.3g}"
        row.append(f"{said} ({measured[p] * 1e3:.3g})" if p in measured else said)
    return " | ".join(row)


def table(machine):
    lines = ["| | one, measured | " + " | ".join(str(p) for p in RANKS) + " |", "|---|" + "---|" * (len(RANKS) + 1)]
    for name, model, size, of_all, each, of_each in CALLS:
        lines.append(f"| {name}, 2^{math.log2(size):.0f} in all | {cells(machine, model, size, of_all, True)} |")
        lines.append(f"| 2^{math.log2(each):.0f} a GPU | {cells(machine, model, each, of_each, False)} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gpus-a-node", type=int, default=8)
    parser.add_argument("--network", type=float, default=50, help="gigabytes a second, a GPU's way out of its host")
    arguments = parser.parse_args()
    print(table(Machine(arguments.gpus_a_node, arguments.network * 1e9)))


if __name__ == "__main__":
    main()
