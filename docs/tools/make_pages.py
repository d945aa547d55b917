#!/usr/bin/env python3
"""make_pages.py: writes what the documentation takes from other files of the sources.

- docs/gallery.md, from the READMEs and case files of examples/ and from gallery.json beside this script,
  whose numbers stand in the READMEs; its pictures are those of example_pictures.py;
- the tables of docs/boundaries.md and docs/ports.md, between "<!-- begin: NAME -->" and "<!-- end: NAME -->",
  from the schemas of the methods.

A test compares the pages with what this script makes.
"""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
METHODS = ["dgatd", "dgtd", "fdfd", "fem", "mom"]
GALLERY = """# Gallery
The examples that come with Curlew, by topic. Each name leads to a page with the problem, the command, and all
measured numbers. A case runs by `curlew run examples/NAME/case.json`. Times and memory are those of the
examples' pages; without one it was not recorded. Examples with two methods have a case file for each.
[Scripts in Python](model.md#examples) make geometry, mesh and case by themselves. Each picture is the main chart or
field of the run at full size, a link to the page (`docs/tools/example_pictures.py`).
"""


def first_sentence(text: str) -> str:
    """Returns the first sentence of a README, without links and formulas in TeX's own block."""
    paragraph = text.split("\n", 1)[1].strip().split("\n\n")[0].replace("\n", " ")
    paragraph = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", paragraph)
    paragraph = re.sub(r" \(`[^`]*`\)|,? after (figure [\d.]+ of )?\[\w+\]", "", paragraph)
    sentence = re.match(r".*?[.:](?= |$)", paragraph)
    return (sentence[0] if sentence else paragraph).rstrip(".:") + "."


def methods_of(folder: Path) -> list[str]:
    """Returns the methods of the case files of an example, that of case.json first."""
    found = []
    for path in sorted(folder.glob("*.json"), key=lambda path: (path.name != "case.json", path.name)):
        words = re.findall(r'"method"\s*:\s*"(\w+)"', path.read_text())
        found += [word for word in words if word in METHODS and word not in found]
    return found


def gallery() -> str:
    """Returns the page of all examples."""
    topics = json.loads((ROOT / "docs/tools/gallery.json").read_text())
    left_out = json.loads((ROOT / "docs/tools/pictures.json").read_text())["left_out"]
    text = GALLERY
    missing: list[str] = []
    for topic, examples in topics.items():
        text += f"\n## {topic}\n| example | what | method | time, memory | value |\n|---|---|---|---|---|\n"
        shown = ""
        for name, known in examples.items():
            folder = ROOT / "examples" / name
            readme = (folder / "README.md").read_text()
            methods = ", ".join(f"`{method}`" for method in methods_of(folder))
            what = known.get("what") or first_sentence(readme)
            cost = "; ".join(known[key] for key in ("time", "memory") if known.get(key))
            title = readme.splitlines()[0].removeprefix("# ")
            value = known["expected"]
            text += f"| [{title}](../examples/{name}/README.md) | {what} | {methods} | {cost} | {value} |\n"
            if name in left_out:
                missing.append(f"{title} {left_out[name]}")
                continue
            picture = f"images/examples/{name}.svg"
            shown += f"[![{title}]({picture})](../examples/{name}/README.md)\n"
        text += f"\n{shown}" if shown else ""
    if missing:
        text += f"\nWithout a picture: {'; '.join(missing)}.\n"
    return text


def definitions() -> dict:
    return json.loads((ROOT / "io/case/sections/boundaries/schema.json").read_text())["definitions"]


def conditions(method: str) -> dict[str, dict]:
    """Returns the schema of each type of boundary of a method."""
    known = definitions()
    schema = json.loads((ROOT / f"methods/{method}/schema.json").read_text())
    section = known[schema["properties"]["boundaries"]["$ref"].removeprefix("#/definitions/")]
    faces = section.get("additionalProperties") or section["properties"]["default"]
    faces = known[faces["$ref"].removeprefix("#/definitions/")] if "$ref" in faces else faces
    found = {}
    for each in faces.get("oneOf", [faces]):
        each = known[each["$ref"].removeprefix("#/definitions/")] if "$ref" in each else each
        if "x-extends" in each:
            base = known[each["x-extends"]]
            each = {**base, **each, "properties": {**base["properties"], **each["properties"]}}
        kind = each["properties"]["type"]
        for word in [kind["const"]] if "const" in kind else kind["enum"]:
            found[word] = each
    return found


def matrix(of_method: dict[str, list[str]], first: str) -> str:
    """Returns a table with a row for each word and a column for each method."""
    words = list(dict.fromkeys(word for words in of_method.values() for word in words))
    text = f"| {first} | " + " | ".join(of_method) + " |\n|---|" + ":-:|" * len(of_method) + "\n"
    for word in words:
        cells = ["yes" if word in words_of else "" for words_of in of_method.values()]
        text += f"| `{word}` |" + "".join(f" {cell} |" if cell else " |" for cell in cells) + "\n"
    return text


def boundary_types() -> str:
    return matrix({method: list(conditions(method)) for method in METHODS}, "`type`")


def ports() -> dict[str, dict]:
    """Returns the properties of ports of each method that has them."""
    found = {method: conditions(method) for method in METHODS}
    return {method: types["port"]["properties"] for method, types in found.items() if "port" in types}


def port_kinds() -> str:
    return matrix({method: port["kind"]["enum"] for method, port in ports().items()}, "`kind`")


def port_keys() -> str:
    return matrix({method: [key for key in port if key != "type"] for method, port in ports().items()}, "key")


TABLES = {
    "docs/boundaries.md": {"boundary types": boundary_types},
    "docs/ports.md": {"port kinds": port_kinds, "port keys": port_keys},
}


def made() -> dict[str, str]:
    """Returns the text of each page that this script writes."""
    texts = {"docs/gallery.md": gallery()}
    for page, tables in TABLES.items():
        text = (ROOT / page).read_text()
        for name, table in tables.items():
            mark = re.compile(rf"(<!-- begin: {name} -->\n).*?(<!-- end: {name} -->\n)", re.DOTALL)
            text = mark.sub(lambda match, table=table: match[1] + table() + match[2], text)
        texts[page] = text
    return texts


if __name__ == "__main__":
    for page, text in made().items():
        (ROOT / page).write_text(text)
