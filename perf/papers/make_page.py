#!/usr/bin/env python3
"""make_page.py [--check]: writes perf/papers/README.md from the records of the tables.

A record is perf/papers/<paper>/<table>/table.json. With --check nothing is written: the script ends
with 1 where the page is not what the records give, or where a record is not complete. Standard
library only.
"""

import json
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
PAGE = FOLDER / "README.md"
ROWS = range(1, 67)  # items of the papers that the page must have
PAPERS = {
    "cicuttin2018": "Cicuttin et al. 2018: discrete geometric approach in the time domain",
    "meng2015": "Meng 2015: finite elements and discontinuous Galerkin methods",
    "demir2012": "Demir 2012: finite differences in the frequency domain",
    "lezar2010": "Lezar and Davidson 2010: method of moments",
    "packages": "Packages and uses",
}
TOP = """# The papers' tables beside ours
One line for each item of the four papers whose methods Curlew implements ([references](../../docs/references.bib)):
what was published, what this program gives, and on which machine. Written by `perf/papers/make_page.py` from the records
in this folder; edit those.

- **ours** stands beside its source, a record in [perf/results](../results/README.md) or a page, and with the command of a
  run that was made for this page. Seconds that no record has are not here.
- **ratio** is how many times ours is better: fewer iterations or seconds, a larger speed-up. It is left out where the two
  numbers are of different sizes or quantities.
- **not reproduced** says what is missing, and why. "At that size" is the published number of unknowns or tets.
- The texts of the papers that were at hand have no page numbers: places are tables, figures and sections.

"""
RECORDS = """## Records
`<paper>/<table>/table.json` has: `title`; `commands` for the published size; `rows`, each with the number of its item
(`row`), `item`, `place`, `published` and `ours` (`value`, `unit`, `machine`; `ours` with `source`, a file of this
repository, `date`, `command`, `size`), or `not_reproduced` with the reason; and `test`, with `runs` of the program
(`name`, `arguments`; `@/` is the repository; `ranks`) and `checks` of their results (`says`, `value`, `below` or `between`; a
value is `RUN:FILE#/POINTER`, `RUN:FILE#LIST[KEY=VALUE]/POINTER` or, of a table, `RUN:FILE#COLUMN@ROW`). A case that no example has lies beside its record.

`ctest --test-dir build/default -L papers` runs the commands of all records at the smallest size at which the ordering
of the table shows, and compares iterations, bytes, counts and errors, never seconds.
"""


class RecordError(Exception):
    """Raised for a record that is not complete."""


def require(condition, where, what):
    if not condition:
        raise RecordError(f"{where}: {what}")


def read_records():
    records = {}
    for file in sorted(FOLDER.glob("*/*/table.json")):
        name = file.parent.relative_to(FOLDER).as_posix()
        try:
            records[name] = json.loads(file.read_text())
        except json.JSONDecodeError as error:
            raise RecordError(f"{name}/table.json: {error}") from error
        check_record(name, records[name])
    found = {row["row"] for record in records.values() for row in record["rows"]}
    require(
        found == set(ROWS),
        "perf/papers",
        f"rows without a record: {sorted(set(ROWS) - found)}",
    )
    return records


def check_record(name, record):
    for key in ("title", "commands", "rows", "test"):
        require(record.get(key), name, f'"{key}" is missing or empty')
    require(name.split("/")[0] in PAPERS, name, "the folder is no known paper")
    for row in record["rows"]:
        where = f"{name}, row {row.get('row')}"
        require(row.get("row") in ROWS, where, "it has no number of an item")
        for key in ("item", "place", "published"):
            require(row.get(key), where, f'"{key}" is missing')
        require(
            row.get("ours") or row.get("not_reproduced"),
            where,
            'it has neither "ours" nor "not_reproduced"',
        )
        ours = row.get("ours")
        if ours:
            for key in ("value", "machine", "source"):
                require(ours.get(key), where, f'"ours" has no "{key}"')
            require(
                (ROOT / ours["source"].split("#")[0]).exists(),
                where,
                f"there is no {ours['source']}",
            )
            measured = ours["source"].startswith("perf/papers/")
            require(
                not measured or (ours.get("date") and ours.get("command")),
                where,
                "a run needs date and command",
            )


def as_text(value):
    if isinstance(value, (bool, str)):
        return str(value)
    if isinstance(value, list):
        return ", ".join(as_text(one) for one in value)
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.4g}"


def with_unit(entry):
    text = as_text(entry["value"])
    return f"{text} {entry['unit']}" if entry.get("unit") else text


def ratio_of(row):
    """Returns how many times ours is better, where both are numbers of the same quantity."""
    better = row.get("better")
    if not better or "ours" not in row:
        return ""
    published, ours = row["published"]["value"], row["ours"]["value"]
    if not isinstance(published, list):
        published, ours = [published], [ours]
    require(
        len(published) == len(ours),
        row["item"],
        "the ratio needs as many numbers on both sides",
    )
    pairs = zip(published, ours)
    return ", ".join(f"{p / o if better == 'less' else o / p:.3g}" for p, o in pairs)


def link(source):
    path, _, anchor = source.partition("#")
    text = path
    return f"[{text}](../../{path}{'#' + anchor if anchor else ''})"


def line_of(name, row):
    published = with_unit(row["published"])
    if row["published"].get("machine"):
        published += f" ({row['published']['machine']})"
    ours, machine, source = "", "", ""
    if "ours" in row:
        ours = with_unit(row["ours"])
        if row["ours"].get("size"):
            ours += f"; {row['ours']['size']}"
        machine = row["ours"]["machine"] + (
            f", {row['ours']['date']}" if row["ours"].get("date") else ""
        )
        parts = []
        if row["ours"].get("command"):
            parts.append(f"`{row['ours']['command']}`")
        parts.append(link(row["ours"]["source"]))
        source = "; ".join(parts)
    if row.get("not_reproduced"):
        ours += (
            "<br>" if ours else ""
        ) + f"not reproduced{': ' if ours else ', because '}{row['not_reproduced']}"
    if row.get("note"):
        ours += f"<br>{row['note']}"
    item = f"[{row['item']}]({name}/table.json), {row['place']}"
    cells = [str(row["row"]), item, published, ours, ratio_of(row), machine, source]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def state_of(rows):
    has = any("ours" in row for row in rows)
    lacks = any(row.get("not_reproduced") for row in rows)
    return "in part" if has and lacks else "yes" if has else "no"


def page_of(records):
    by_row = {}
    for name, record in records.items():
        for row in record["rows"]:
            by_row.setdefault(row["row"], []).append((name, row))
    states = [state_of([row for _, row in by_row[number]]) for number in ROWS]
    text = TOP + (
        f"Of {len(states)} items {states.count('yes')} have our numbers, {states.count('in part')} have them in part or at "
        f"another size, {states.count('no')} are not reproduced.\n"
    )
    for paper, title in PAPERS.items():
        text += f"\n## {title}\n| | item | published | ours | ratio | machine, date | command, source |\n"
        text += "|---:|---|---|---|---|---|---|\n"
        for number in ROWS:
            for name, row in by_row[number]:
                if name.split("/")[0] == paper:
                    text += line_of(name, row)
    text += "\n## Commands for the published sizes\n"
    for name, record in records.items():
        text += f"\n**{record['title']}** ([{name}]({name}/table.json))\n```\n"
        text += "\n".join(record["commands"]) + "\n```\n"
    return re.sub(r" +\n", "\n", text) + "\n" + RECORDS


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    try:
        page = page_of(read_records())
    except RecordError as error:
        sys.exit(f"error: {error}")
    if not sys.argv[1:]:
        PAGE.write_text(page)
    elif not PAGE.exists() or PAGE.read_text() != page:
        sys.exit(
            "error: perf/papers/README.md is not what the records give; run perf/papers/make_page.py"
        )


if __name__ == "__main__":
    main()
