#!/usr/bin/env python3
"""update_tables.py PROGRAM: writes the tables that the program prints into the documentation.

A table stands between the lines "<!-- begin: COMMAND -->" and "<!-- end: COMMAND -->", where COMMAND
is "curlew" with its arguments. Tests compare the pages with what the program prints.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = ["docs/capabilities.md", "docs/case-file.md"]
TABLE = re.compile(r"(<!-- begin: curlew ([^\n]*) -->\n).*?(<!-- end: curlew \2 -->\n)", re.DOTALL)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = sys.argv[1]

    def printed(match):
        command = [program, *match.group(2).split()]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return match.group(1) + text + match.group(3)

    for page in PAGES:
        path = ROOT / page
        path.write_text(TABLE.sub(printed, path.read_text()))


if __name__ == "__main__":
    main()
