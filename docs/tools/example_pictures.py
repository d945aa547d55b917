#!/usr/bin/env python3
"""example_pictures.py: draws the picture of each example, docs/images/examples/NAME.svg, from a run at full
size.

python3 docs/tools/example_pictures.py [NAME ...] [--results FOLDER] [--out FOLDER]
Without names it takes all of pictures.json beside this script, which has the chart of each, and its case file
where that is not case.json. An example runs in a folder that is removed, by the program that
curlew.find_program() finds; with --results the runs are those in FOLDER/NAME. Needs the package in python/src,
and pyvista for fields. Afterwards: docs/tools/make_pages.py."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python/src"))

from curlew import Case, Results, run  # noqa: E402
from curlew.plots import charts_of, run_of  # noqa: E402
from curlew.plots.fields import field_charts  # noqa: E402

PICTURES = ROOT / "docs/tools/pictures.json"
#: A picture larger than this makes the pages slow.
LARGEST = 200_000


def chart_names() -> dict[str, str]:
    """Returns the chart of each example that has a picture."""
    return json.loads(PICTURES.read_text(encoding="utf-8"))["charts"]


def picture(results: Results, name: str) -> str:
    """Returns a chart of a run as an SVG file."""
    charts = field_charts(results.fields) if name.startswith("fields") else charts_of(run_of(results))
    found = {chart.name: chart for chart in charts}
    if name not in found:
        raise SystemExit(f'{results.folder} has no chart "{name}"; there are: {", ".join(found)}')
    text = found[name].document()
    if len(text) > LARGEST:
        raise SystemExit(f"{results.folder}: the chart {name} has {len(text)} bytes, more than {LARGEST}")
    return text


def draw(example: str, folder: Path, runs: Path | None) -> Path:
    """Writes the picture of an example into a folder and returns the file."""
    chart = chart_names()[example]
    if runs is not None:
        text = picture(Results(runs / example), chart)
    else:
        with tempfile.TemporaryDirectory() as scratch:
            file = json.loads(PICTURES.read_text(encoding="utf-8"))["cases"].get(example, "case.json")
            case = Case.load(ROOT / f"examples/{example}/{file}")
            text = picture(run(case, Path(scratch) / "results", progress=False), chart)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{example}.svg"
    file.write_text(text, encoding="utf-8")
    return file


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="examples; without one all")
    parser.add_argument(
        "--results",
        type=Path,
        metavar="FOLDER",
        help="folder with the runs, one to an example",
    )
    parser.add_argument("--out", type=Path, metavar="FOLDER", default=ROOT / "docs/images/examples")
    arguments = parser.parse_args()
    for name in arguments.names or chart_names():
        if name not in chart_names():
            parser.error(f'{PICTURES.name} has no chart of "{name}"')
        print(draw(name, arguments.out, arguments.results))


if __name__ == "__main__":
    main()
