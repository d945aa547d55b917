"""The commands of the package; the program starts it for ``curlew plot``, ``report``, ``watch``, ``mesh``."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Sequence

from curlew._version import __version__
from curlew.errors import CurlewError, OutputError
from curlew.mesh.__main__ import main as convert_mesh
from curlew.plots import write_animations, write_plots
from curlew.report import write_report
from curlew.results import Results
from curlew.watch import watch

_INPUT, _OUTPUT = 2, 5


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="curlew", description="Plots and reports of runs of Curlew.")
    parser.add_argument("--version", action="version", version=f"curlew {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    plot = commands.add_parser("plot", help="draw the tables and fields of a run as SVG files")
    plot.add_argument("results", metavar="RESULTS", help="the results folder of the run")
    plot.add_argument("--out", metavar="DIR", help="folder of the files; without it RESULTS/plots")
    plot.add_argument(
        "--animate", action="store_true", help="write fields over phase or time, too, as GIF files"
    )
    report = commands.add_parser("report", help="write a run, or several side by side, as one HTML page")
    report.add_argument(
        "results", metavar="RESULTS", nargs="+", help="results folders; tables (CSV) or Touchstone files"
    )
    report.add_argument(
        "--out", metavar="FILE", help="the page; without it RESULTS/report.html, of several comparison.html"
    )
    watched = commands.add_parser("watch", help="show how far a run is, until it ends")
    watched.add_argument("results", metavar="RESULTS", help="the results folder of the run")
    watched.add_argument(
        "--interval", metavar="S", type=_interval, default=2.0, help="seconds between two views"
    )
    commands.add_parser("mesh", help="convert a mesh of another program into a Gmsh file")
    return parser


def _interval(text: str) -> float:
    value = float(text)
    if not 0.1 <= value <= 3600:
        raise argparse.ArgumentTypeError(f"{text} is not from 0.1 to 3600 seconds")
    return value


def _say_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(f"warning: {message}", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status: 0, 2 for broken results, 5 where nothing can be written."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words[:1] == ["mesh"]:
        return convert_mesh(words[1:])
    chosen = _parser().parse_args(words)
    warnings.showwarning = _say_warning
    try:
        if chosen.command == "plot":
            files, left_out = write_plots(Results(chosen.results), chosen.out)
            for text in left_out:
                _say_warning(text)
            where = files[0].parent if files else "nothing: the run has no tables and no fields"
            print(f"{len(files)} charts: {where}")
            if chosen.animate:
                films = write_animations(Results(chosen.results), chosen.out)
                print(f"{len(films)} animations: {films[0].parent}")
        elif chosen.command == "watch":
            watch(Results(chosen.results), sys.stdout, chosen.interval)
        else:
            file = write_report(chosen.results, chosen.out)
            print(f"{file}: {file.stat().st_size / 1e3:.0f} kB")
    except KeyboardInterrupt:
        print()
    except OutputError as error:
        print(f"error: {error}", file=sys.stderr)
        return _OUTPUT
    except CurlewError as error:
        print(f"error: {error}", file=sys.stderr)
        return _INPUT
    return 0


if __name__ == "__main__":
    sys.exit(main())
