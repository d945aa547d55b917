#!/usr/bin/env python3
"""run_tagged_blocks.py [--tag TAG ...] [--page PAGE ...] [--timeout S] [--throw-away] [--list]: runs the
blocks of README.md and docs/ that tests leave out.

A block with a comment before it, <!-- run: TAG -->, needs a GPU, a cluster, root, or is long. The script
runs those that this machine can, and prints a table: passed, failed, or skipped, with the reason. It ends
with 1 where one failed.

- long: always, but for blocks with a place to fill in, /path/to/..., and servers.
- gpu: where `curlew info` shows a device.
- cluster: mpirun where there is one, sbatch for scripts of Slurm.
- root: as root, and with --throw-away, which says that the machine is a container or the like.

/path/to/curlew is one folder for all blocks, removed afterwards. Commands of the sources run in the sources,
others in a folder of their own with a small case. With --list nothing runs."""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python/src"))

from curlew import Case, find_program  # noqa: E402

TAGS = {"gpu", "cluster", "root", "long"}
PREFIX = "/path/to/curlew"
#: First words of commands that a shell has itself.
BUILT_IN = {"export", "cd", "printf", "echo", "source"}
IN_SOURCES = re.compile(r"\./bootstrap|\bcmake\b|\bctest\b|\bbuild/|\btests/|\bexamples/|\bpodman\b")
#: What lets a user of few processors, or root, start ranks with Open MPI.
RANKS = {
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
}


@dataclass(frozen=True)
class Block:
    page: str
    line: int
    language: str
    tag: str
    text: str

    @property
    def tools(self) -> list[str]:
        """The first word of each command, and compilers that are named."""
        lines = re.sub(r"\\\n", " ", self.text).splitlines()
        commands = [part.split("#")[0].split() for line in lines for part in re.split(r"&&|\|\s*$", line)]
        words = [next((w for w in words if "=" not in w), "") for words in commands if words]
        words += re.findall(r"\b(?:CC|CXX)=(\S+)", self.text)
        return [word for word in dict.fromkeys(words) if word and word not in BUILT_IN]


@dataclass
class Machine:
    """What blocks may need of a machine.

    Attributes:
        has_device: Whether the program has a GPU.
        is_root, is_throw_away: Whether it may be changed.
        tools: Commands that are taken for present, besides those in PATH.
    """

    has_device: bool
    is_root: bool
    is_throw_away: bool
    tools: set[str] = field(default_factory=set)

    def has(self, tool: str) -> bool:
        if "/" in tool:
            return tool.startswith("build/") or PREFIX in tool or (ROOT / tool).exists()
        return tool in self.tools or shutil.which(tool) is not None


@dataclass(frozen=True)
class Outcome:
    block: Block
    state: str
    seconds: float
    reason: str


def blocks_of(page: str, text: str) -> list[Block]:
    """Returns the fenced blocks of a page."""
    pattern = re.compile(
        r"^(?:(?P<space> *)<!-- run: (?P<tag>\S+) -->\n)? *```(?P<info>[^\n`]*)\n(?P<text>.*?)^ *```$",
        re.DOTALL | re.MULTILINE,
    )
    found = []
    for match in pattern.finditer(text):
        line = text[: match.start()].count("\n") + 1
        language = match["info"].split(" ")[0]
        found.append(Block(page, line, language, match["tag"] or "", match["text"]))
    if 2 * len(found) != len(re.findall(r"^ *```", text, re.MULTILINE)):
        raise ValueError(f"{page}: a fence has no partner")
    return found


def all_blocks() -> list[Block]:
    """Returns the blocks of README.md and of all pages."""
    pages = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
    return [
        block
        for page in pages
        for block in blocks_of(page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8"))
    ]


def why_skipped(block: Block, machine: Machine) -> str:
    """Returns why a machine cannot run a block; empty where it can."""
    if place := re.search(r"/path/to/\S+", block.text.replace(PREFIX, "")):
        return f"has a place to fill in, {place[0]}"
    if re.search(r"\bserve\b", block.text):
        return "starts a server"
    if block.tag == "gpu" and not machine.has_device:
        return "curlew info shows no device"
    if block.tag == "root" and not machine.is_root:
        return "the user is not root"
    if block.tag == "root" and not machine.is_throw_away:
        return "changes the system: say --throw-away in a container"
    needed = [*block.tools, *(["sbatch"] if "#SBATCH" in block.text else [])]
    lacking = [tool for tool in needed if not machine.has(tool)]
    return f"there is no {', '.join(lacking)}" if lacking else ""


def small_case(folder: Path) -> None:
    """Writes case.json and sweep.json: a ball on a coarse grid at eight frequencies, for ranks to share."""
    case = Case.new("fdfd", frequency={"start": "1 GHz", "stop": "2 GHz", "count": 8})
    case["grid"] = {"cell": "20 mm", "size": ["400 mm"] * 3, "smoothing": False, "pml": {"cells": 4}}
    case["materials.glass"] = {"eps_r": 4}
    ball = {"shape": "sphere", "center": [0, 0, 0], "radius": "60 mm", "material": "glass"}
    wave = {"name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0]}
    case["objects.0"], case["excitations.0"] = ball, wave
    case["solver"] = {"method": "cocg", "preconditioner": "none"}
    case["outputs"] = {"directory": "results", "powers": True}
    for name in ("case.json", "sweep.json"):
        case.save(folder / name)


def environment(scratch: Path) -> dict[str, str]:
    """Returns an environment with the program and this Python in PATH, and ranks allowed."""
    tools = scratch / "tools"
    tools.mkdir()
    (tools / "curlew").symlink_to(find_program().path)
    (tools / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    (tools / "python3").chmod(0o755)
    return {**os.environ, **RANKS, "PATH": os.pathsep.join([str(tools), os.environ["PATH"]])}


def run_block(block: Block, timeout: float, prefix: Path) -> Outcome:
    """Runs a block, in the sources or in a folder with a case, until its first command that fails."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        small_case(scratch)
        text = block.text.replace(PREFIX, str(prefix))
        command = ["bash", "-e", "-o", "pipefail", "-c", text]
        if "#SBATCH" in text:
            (scratch / "job.sh").write_text(text, encoding="utf-8")
            command = ["sbatch", "--wait", "job.sh"]
        where = ROOT if IN_SOURCES.search(text) else scratch
        run = subprocess.Popen(
            command,
            cwd=where,
            env=environment(scratch),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            out, errors = run.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)  # its commands too
            run.communicate()
            return Outcome(block, "failed", timeout, f"ran longer than {timeout:g} s")
    said = (errors or out).strip().splitlines()
    reason = f"exit status {run.returncode}: {said[-1] if said else ''}" if run.returncode else ""
    return Outcome(block, "failed" if run.returncode else "passed", time.monotonic() - begin, reason)


def run_blocks(blocks: Sequence[Block], machine: Machine, timeout: float, only_list: bool) -> list[Outcome]:
    """Returns what became of each block. With `only_list` blocks that can run are "to run"."""
    outcomes = []
    with tempfile.TemporaryDirectory() as prefix:
        for block in blocks:
            if reason := why_skipped(block, machine):
                outcomes.append(Outcome(block, "skipped", 0, reason))
            elif only_list:
                outcomes.append(Outcome(block, "to run", 0, ""))
            else:
                outcomes.append(run_block(block, timeout, Path(prefix)))
                print(f"{block.page}:{block.line} {outcomes[-1].state}", file=sys.stderr)
    return outcomes


def table(outcomes: Sequence[Outcome]) -> str:
    """Returns a row for each block, and the sums."""
    rows = [("block", "tag", "state", "s", "reason")]
    for o in outcomes:
        spent = f"{o.seconds:.0f}" if o.seconds else ""
        rows.append((f"{o.block.page}:{o.block.line}", o.block.tag, o.state, spent, o.reason))
    widths = [max(len(row[k]) for row in rows) for k in range(4)]
    lines = ["  ".join([*(w.ljust(n) for w, n in zip(row, widths, strict=False)), row[4]]) for row in rows]
    counts = {state: sum(o.state == state for o in outcomes) for state in ("passed", "failed", "skipped")}
    ran = counts["passed"] + counts["failed"]
    sums = f"{len(outcomes)} blocks: {ran} ran, {counts['passed']} passed, {counts['skipped']} skipped"
    return "\n".join([*(line.rstrip() for line in lines), sums])


def this_machine(is_throw_away: bool) -> Machine:
    said = subprocess.run([find_program().path, "info"], capture_output=True, text=True, check=True).stdout
    has_device = re.search(r"^\s*backend\s+(cuda|hip)\b.*GB free", said, re.MULTILINE) is not None
    return Machine(has_device, os.getuid() == 0, is_throw_away, {"curlew"})


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tag", action="append", choices=sorted(TAGS), help="only blocks with this tag")
    parser.add_argument(
        "--page", action="append", help="only of this page, docs/parallel.md or docs/parallel.md:3"
    )
    parser.add_argument("--timeout", type=float, default=3600, metavar="S", help="of each block")
    parser.add_argument("--throw-away", action="store_true", help="root may change this machine")
    parser.add_argument("--list", action="store_true", help="run nothing")
    chosen = parser.parse_args(arguments)
    blocks = [
        block
        for block in all_blocks()
        if block.tag
        and (not chosen.tag or block.tag in chosen.tag)
        and (not chosen.page or {block.page, f"{block.page}:{block.line}"} & set(chosen.page))
    ]
    if not blocks:
        parser.error("no block has this page and tag")
    outcomes = run_blocks(blocks, this_machine(chosen.throw_away), chosen.timeout, chosen.list)
    print(table(outcomes))
    return 1 if any(outcome.state == "failed" for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
