"""The site of docs/: it builds strictly, loads nothing from elsewhere, and its made pages are up to date."""

from __future__ import annotations

import html.parser
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import pytest
from conftest import ROOT

import curlew


def load(path: str) -> ModuleType:
    """Returns a script of the sources as a module."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build(config: Path, site: Path) -> subprocess.CompletedProcess[str]:
    # Not --quiet: it hides warnings from "strict" too.
    command = [sys.executable, "-m", "mkdocs", "build", "-f", str(config), "-d", str(site)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, capture_output=True, text=True, env=environment)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for module in ("mkdocs", "material", "latex2mathml"):
        if importlib.util.find_spec(module) is None:
            reason = f"{sys.executable} has no {module}: pip install './python[docs]'"
            if os.environ.get("CURLEW_REQUIRE_PYTHON"):
                pytest.fail(reason)
            pytest.skip(reason)
    folder: Path = tmp_path_factory.mktemp("site") / "site"
    built = build(ROOT / "mkdocs.yml", folder)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


LOADS = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "video": "src"}


class Page(html.parser.HTMLParser):
    """What a page loads, links to and defines."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loads: set[str] = set()
        self.links: set[str] = set()
        self.ids: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.ids |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.add(values["href"])
        loads = LOADS.get(tag, "")
        if loads in values and values.get("rel") not in ("prev", "next", "canonical"):
            self.loads.add(values[loads])


def test_every_page_is_there(site: Path) -> None:
    hooks = load("docs/site/hooks.py")
    for name in hooks.pages():
        place = re.sub("^docs/", "", name).replace("README.md", "index.md").removesuffix(".md")
        assert (site / f"{place}.html").is_file(), name
    assert len(hooks.pages()) > 100


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    for path in pages:
        for load in Page(path).loads:
            assert not re.match(r"(https?:)?//", load), f"{path}: {load}"
            if not load.startswith("data:") and path.name != "404.html":
                assert (path.parent / unquote(load.split("?")[0])).exists(), f"{path}: {load}"
    for path in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*[\"']?(https?:)?//", path.read_text()), path
    # The check bites: an address of another server.
    foreign = site / "foreign.htm"
    foreign.write_text('<script src="//elsewhere.example/x.js"></script><a href="https://kokkos.org">x</a>')
    assert Page(foreign).loads == {"//elsewhere.example/x.js"}
    foreign.unlink()


def test_every_link_resolves(site: Path) -> None:
    pages = {path: Page(path) for path in site.rglob("*.html") if path.name != "404.html"}
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            target, _, anchor = link.partition("#")
            place = (path.parent / unquote(target)).resolve() if target else path
            assert place.exists(), f"{path}: {link}"
            if anchor and place in pages and not anchor.startswith("__"):
                assert unquote(anchor) in pages[place].ids, f"{path}: {link}"


def test_links_of_the_readme_resolve() -> None:
    """README.md is no page of the site."""
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(links) > 15
    for link in links:
        assert link.startswith("https://") or (ROOT / link).exists(), link


def test_the_command_of_the_readme_for_python_runs() -> None:
    """The blocks of ./bootstrap are those of the Containerfile, which another test compares."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^PYTHONPATH=.*$", readme, re.MULTILINE)
    program = str(curlew.find_program().path)
    command = command.replace("build/default/bin/curlew", program).replace("python3", sys.executable)
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert program in done.stdout


def test_formulas_are_mathml(site: Path) -> None:
    text = (site / "methods/fem.html").read_text(encoding="utf-8")
    assert text.count("<math") > 20
    assert "arithmatex" not in text
    for path in site.rglob("*.html"):
        # A backslash would be a command that the converter does not know.
        for formula in re.findall(r"<math.*?</math>", path.read_text(encoding="utf-8"), re.DOTALL):
            assert "\\" not in formula, f"{path}: {formula}"


def test_search_finds_words_offline(site: Path) -> None:
    index = (site / "search/search_index.js").read_text(encoding="utf-8")
    entries = json.loads(index.removeprefix("var __index = "))["docs"]
    found = {entry["location"].split("#")[0] for entry in entries if "touchstone" in entry["text"].lower()}
    assert {"far-field.html", "ports.html", "tutorials/iris-filter.html"} <= found


def test_a_broken_link_fails(site: Path, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("[here](index.md#nowhere) and [there](absent.md)\n")
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:")[0]
    config = config.replace("hooks:\n  - docs/site/hooks.py\n", "")
    (tmp_path / "mkdocs.yml").write_text(config)
    built = build(tmp_path / "mkdocs.yml", tmp_path / "site")
    assert built.returncode != 0
    assert "absent.md" in built.stderr + built.stdout
    assert "nowhere" in built.stderr + built.stdout


def test_made_pages_are_up_to_date() -> None:
    for page, text in load("docs/tools/make_pages.py").made().items():
        current = (ROOT / page).read_text(encoding="utf-8") if (ROOT / page).exists() else ""
        assert current == text, f"{page}: run python3 docs/tools/make_pages.py"


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+(?:\.\d+)?(?:e-?\d+)?", text.replace(",", "")))


def test_the_gallery_has_all_examples_and_their_numbers() -> None:
    """The source of truth is the README of each example."""
    known = json.loads((ROOT / "docs/tools/gallery.json").read_text(encoding="utf-8"))
    shown = {name: entry for topic in known.values() for name, entry in topic.items()}
    assert set(shown) == {path.parent.name for path in ROOT.glob("examples/*/case.json")}
    for name, entry in shown.items():
        readme = (ROOT / f"examples/{name}/README.md").read_text(encoding="utf-8")
        missing = numbers(" ".join(entry.values())) - numbers(readme)
        assert not missing, f"{name}: {missing} stand in docs/tools/gallery.json, not in its README"
    assert numbers("3.497 GHz, 1e-4 in 1,374") == {"3.497", "1e-4", "1374"}


# Pictures of the examples


def numbers_of_picture(text: str) -> list[float]:
    """Returns all coordinates and ticks of a chart; pixels of maps are no numbers."""
    text = re.sub(r'href="data:[^"]*"', "", text)
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


def test_every_example_has_a_picture() -> None:
    known = json.loads((ROOT / "docs/tools/pictures.json").read_text(encoding="utf-8"))
    examples = {path.parent.name for path in ROOT.glob("examples/*/case.json")}
    assert set(known["charts"]) == examples
    assert known["left_out"] == {}
    files = sorted((ROOT / "docs/images/examples").glob("*.svg"))
    assert {file.stem for file in files} == set(known["charts"])
    assert sum(file.stat().st_size for file in files) < 4e6
    for file in files:
        assert "<svg" in file.read_text(encoding="utf-8"), file


@pytest.mark.parametrize("name", ["monopole", "plate", "grating"])
def test_pictures_are_those_of_runs(name: str, tmp_path: Path) -> None:
    """Three examples at full size: a chart of lines, one with two polarisations, a map of a field."""
    if name == "grating":
        pytest.importorskip("pyvista")
    script = str(ROOT / "docs/tools/example_pictures.py")
    done = subprocess.run(
        [sys.executable, script, name, "--out", str(tmp_path)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    made = (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
    committed = (ROOT / f"docs/images/examples/{name}.svg").read_text(encoding="utf-8")
    # Curves are rounded to a tenth of a pixel.
    assert numbers_of_picture(made) == pytest.approx(numbers_of_picture(committed), abs=0.21)
    other = (ROOT / "docs/images/examples/almond.svg").read_text(encoding="utf-8")
    assert numbers_of_picture(made) != pytest.approx(numbers_of_picture(other), abs=0.21)


def test_programs_of_the_library_page_are_those_that_a_test_builds() -> None:
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r'^```cpp title="(\w+\.cpp)"\n(.*?)^```$', page, re.DOTALL | re.MULTILINE))
    assert set(shown) == {"box.cpp", "kernel.cpp", "method.cpp"}
    for name, text in shown.items():
        assert text == (ROOT / "tests/package/consumer" / name).read_text(encoding="utf-8"), name
    for header in re.findall(r"`((?:core|io|methods)/[\w/]+\.hpp)`", page):
        assert (ROOT / header).is_file(), header


def source_text() -> str:
    """Returns all sources of the program and the package, with the pieces of long texts joined."""
    text = ""
    for folder in ("core", "io", "solvers", "methods", "app"):
        for path in sorted((ROOT / folder).rglob("*.[ch]pp")):
            text += re.sub(r"^\s*//.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    quote = "\0"  # a quote within a text, which ends none
    text = re.sub(r'"\s*\n?\s*"', "", text.replace('\\"', quote)).replace(quote, '"')
    for path in sorted((ROOT / "python/src").rglob("*.py")):
        text += re.sub(r'"\s*\n\s*f?"', "", path.read_text(encoding="utf-8"))
    return text


def test_messages_of_troubleshooting_are_those_of_the_program() -> None:
    sources = source_text()
    page = (ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8")
    cells = [line.split(" | ")[0] for line in page.splitlines() if line.startswith("| `")]
    messages = [message for cell in cells for message in re.findall(r"`([^`]+)`", cell)]
    assert len(messages) > 50
    for message in messages:
        for piece in message.split("..."):
            assert piece.strip() in sources, piece
    assert "a message that no source has" not in sources
