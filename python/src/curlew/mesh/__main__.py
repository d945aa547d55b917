"""``python3 -m curlew.mesh convert IN OUT.msh``"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from curlew.errors import CurlewError
from curlew.mesh.conversion import convert


def main(arguments: Sequence[str] | None = None) -> int:
    """Converts a mesh as the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python3 -m curlew.mesh", description="Meshes of other programs")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("convert", help="convert a mesh file into a Gmsh file")
    command.add_argument("source", metavar="IN", help="Nastran, Exodus, VTK, Abaqus, MED, ...")
    command.add_argument("target", metavar="OUT.msh", help="the Gmsh file")
    command.add_argument(
        "--groups",
        metavar="NAME[,...]",
        default="",
        help="the sets of elements, or the array on cells, that make the groups",
    )
    chosen = parser.parse_args(arguments)
    try:
        done = convert(chosen.source, chosen.target, groups=[n for n in chosen.groups.split(",") if n])
    except CurlewError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.code if error.code is not None else 2
    print(done)
    return 0


if __name__ == "__main__":
    sys.exit(main())
