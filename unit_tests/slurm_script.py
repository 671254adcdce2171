#!/usr/bin/env python3
"""Runs the Slurm script of docs/cluster.md with an srun that starts two ranks here.

    python3 slurm_script.py PATH_OF_CLUSTER_MD
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SRUN = """#!/bin/bash
while [[ $1 == --* ]]; do options+=" $1" && shift; done
echo "$options" >> srun.log
for rank in 0 1; do SLURM_PROCID=$rank SLURM_LOCALID=$rank "$@" || exit 1; done
"""
PROGRAM = """#!/bin/bash
echo "program $SLURM_PROCID $OMP_NUM_THREADS"
"""

text = pathlib.Path(sys.argv[1]).read_text()
script = re.search(r"```sh\n(#!/bin/bash\n#SBATCH.*?)```", text, re.DOTALL).group(1)
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    for file, content in (("srun", SRUN), ("your_program", PROGRAM), ("job", script)):
        (folder / file).write_text(content)
        (folder / file).chmod(0o755)
    subprocess.run(["bash", "-n", "job"], cwd=folder, check=True)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}",
                   "SLURM_CPUS_PER_TASK": "16", "CUDA_VISIBLE_DEVICES": "4,7"}
    said = subprocess.run(["./job"], cwd=folder, env=environment, check=True, text=True,
                          capture_output=True).stdout.splitlines()
    calls = (folder / "srun.log").read_text().splitlines()

# Slurm gives a step as many cores as the step asks for, whatever the job has.
for call in calls:
    assert "--cpus-per-task=16" in call.split(), call
assert len(calls) == 2, calls
# What each rank has got, before any of them begins.
for rank, gpu in ((0, 4), (1, 7)):
    assert re.fullmatch(rf"rank {rank}: \S+, cores [0-9,-]+, GPU {gpu}", said[rank]), said
assert said[2:] == ["program 0 16", "program 1 16"], said
