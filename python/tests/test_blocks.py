"""Every command and Python block of README.md and docs/ runs: here, in another test, or it says why not.

A block that no test can run has a comment before it, <!-- run: TAG -->: it needs a GPU, a cluster, root, or
is too long. docs/tools/run_tagged_blocks.py runs these where it can.
"""

from __future__ import annotations

import math
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from conftest import ROOT, cavity, slab
from shell import commands, environment

from curlew import Results

sys.path.insert(0, str(ROOT / "docs/tools"))

import run_tagged_blocks
from run_tagged_blocks import TAGS, Block, Machine, all_blocks, blocks_of

#: Languages of blocks that a reader runs; without one a block has commands.
RUN = {"", "sh", "python", "py"}
SHOWN = {"text", "json", "jsonc", "cpp", "cmake"}
#: Blocks that another test runs: pages and languages, and the test.
ELSEWHERE = {
    ("README.md", ""): "test_site.py",
    ("docs/python.md", "python"): "test_documentation.py",
    ("docs/python.md", "py"): "model/test_examples.py",
    ("docs/model.md", "python"): "model/test_model_page.py",
    ("docs/plots-and-reports.md", "python"): "test_report.py",
    ("docs/tutorials/", "sh"): "test_tutorials.py",
    ("docs/tutorials/", "python"): "test_tutorials.py",
}


def elsewhere(block: Block) -> str:
    """Returns the test that runs a block, or an empty text."""
    for (page, language), test in ELSEWHERE.items():
        if block.language == language and (
            block.page == page or (page[-1] == "/" and block.page.startswith(page))
        ):
            return test
    return ""


def here() -> list[Block]:
    return [b for b in all_blocks() if b.language in RUN and not b.tag and not elsewhere(b)]


def test_blocks_are_found() -> None:
    page = '<!-- run: gpu -->\n```sh\na\n```\n```json title="x"\n{}\n```\n   ```python\n   b\n   ```\n'
    assert [(b.language, b.tag, b.line) for b in blocks_of("x", page)] == [
        ("sh", "gpu", 1),
        ("json", "", 5),
        ("python", "", 8),
    ]


def test_every_block_is_run_or_says_why_not() -> None:
    found = all_blocks()
    for block in found:
        assert block.language in RUN | SHOWN, f"{block.page}:{block.line}: {block.language}"
        assert not block.tag or (block.tag in TAGS and block.language in RUN), f"{block.page}:{block.line}"
    counts = Counter(b.tag or "run" for b in found if b.language in RUN)
    # A new tag is a block less that is tested: raise a number here only with a reason.
    assert {tag: counts[tag] for tag in TAGS} == {"gpu": 4, "cluster": 8, "root": 6, "long": 10}
    assert counts["run"] > counts.total() / 2
    for (page, _), test in ELSEWHERE.items():
        text = (ROOT / "python/tests" / test).read_text(encoding="utf-8")
        assert page.rstrip("/").split("/")[-1] in text, f"{test} does not mention {page}"
    assert len(here()) >= 6


def table_of_a_metal() -> str:
    """A metal by Drude's formula as a table of n and k."""
    lines = ["wavelength (nm),n,k"]
    for nanometres in range(380, 821, 10):
        f = 299792458.0 / (nanometres * 1e-9)
        root = (9 - 2.2e15**2 / (f * f + 1.8e13j * f)) ** 0.5
        lines.append(f"{nanometres},{abs(root.real):.6f},{abs(root.imag):.6f}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def folder(line_run: Results, tmp_path: Path) -> Path:
    """What the pages suppose: a case, a table of a material, runs and a measurement of a line, a mesh."""
    meshio = pytest.importorskip("meshio")
    case = cavity()
    case["time.duration"] = "1 ns"
    case["outputs.directory"] = "cavity-results"
    case.save(tmp_path / "case.json")
    (tmp_path / "gold.csv").write_text(table_of_a_metal())
    for name in ("results", "coarse", "fine"):
        shutil.copytree(line_run.folder, tmp_path / name)
    shutil.copy(next(line_run.folder.glob("*.s2p")), tmp_path / "measured.s2p")
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    meshio.Mesh(corners, {"tetra": [[0, 1, 2, 3]]}).write(tmp_path / "cavity.bdf")
    return tmp_path


@pytest.mark.parametrize("block", here(), ids=lambda block: f"{block.page}:{block.line}")
def test_a_block_runs(block: Block, folder: Path) -> None:
    if block.language == "python":
        exec(compile(block.text, block.page, "exec"), {"case": slab()})
        return
    commands(block.text, folder, environment(folder))
    made = {
        "docs/README.md": "cavity-results/summary.json",
        "docs/materials.md": "gold.json",
        "docs/plots-and-reports.md": "comparison.html",
    }
    if block.page in made:
        assert (folder / made[block.page]).stat().st_size > 100


def test_the_table_is_that_of_a_metal() -> None:
    n, k = map(float, table_of_a_metal().splitlines()[-1].split(",")[1:])
    assert n < k
    assert math.isfinite(k)


def test_what_a_machine_cannot_run_is_skipped_with_the_reason() -> None:
    def why(tag: str, text: str, **machine: bool) -> str:
        none = {"has_device": False, "is_root": False, "is_throw_away": False}
        return run_tagged_blocks.why_skipped(
            Block("x.md", 1, "sh", tag, text), Machine(**(none | machine), tools={"curlew", "mpirun"})
        )

    assert why("long", "curlew info   # a comment with other words") == ""
    assert why("long", "A=1 absent-tool --x && true") == "there is no absent-tool"
    assert why("long", "export CC=absent-cc\ncurlew info") == "there is no absent-cc"
    assert why("long", "cmake/absent /path/to/kokkos") == "has a place to fill in, /path/to/kokkos"
    assert why("long", "ls /path/to/curlew") == ""  # a folder of its own
    assert why("long", "mkdocs serve") == "starts a server"
    assert why("gpu", "curlew info") == "curlew info shows no device"
    assert why("gpu", "curlew info", has_device=True) == ""
    assert why("root", "ls") == "the user is not root"
    assert why("root", "ls", is_root=True).startswith("changes the system")
    assert why("root", "ls", is_root=True, is_throw_away=True) == ""
    assert why("cluster", "mpirun -n 2 curlew run case.json") == ""
    assert "sbatch" in why("cluster", "#SBATCH --nodes=2\nls") or shutil.which("sbatch")


def test_tagged_blocks_pass_fail_or_are_skipped() -> None:
    texts = {
        1: 'test -f case.json && curlew check "$PWD/sweep.json"',
        2: "mkdir -p /path/to/curlew/lib",
        3: "ls /path/to/curlew",  # what the block before it made
        4: "ls absent\necho never",
        5: "sleep 60\ntrue",
        6: "absent-tool",
    }
    blocks = [Block("x.md", line, "sh", "long", text) for line, text in texts.items()]
    begin = time.monotonic()
    outcomes = run_tagged_blocks.run_blocks(blocks, Machine(False, False, False, {"curlew"}), 5, False)
    assert time.monotonic() - begin < 50  # the sleep is ended, too
    assert [o.state for o in outcomes] == ["passed", "passed", "passed", "failed", "failed", "skipped"]
    assert "absent" in outcomes[3].reason
    assert "longer than 5 s" in outcomes[4].reason
    lines = run_tagged_blocks.table(outcomes).splitlines()
    assert lines[4].split()[:3] == ["x.md:4", "long", "failed"]
    assert lines[-1] == "6 blocks: 5 ran, 3 passed, 1 skipped"


def test_the_script_lists_the_blocks_that_are_tagged() -> None:
    command = [sys.executable, ROOT / "docs/tools/run_tagged_blocks.py", "--list"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 2 + sum(bool(block.tag) for block in all_blocks())
    wrong = subprocess.run(
        [*command, "--page", "docs/absent.md"], capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 2
    assert "no block has this page" in wrong.stderr
