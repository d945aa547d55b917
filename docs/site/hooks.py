"""What MkDocs does beside its configuration: pages from all folders of the sources, formulas as MathML.

The pages keep the places that they have in the sources ("docs/methods/fem.md", "examples/room/README.md"), so
that a link which works there works in the site. Files that pages link to (case files, scripts) are copied.
"""

import html
import re
import unicodedata
from pathlib import Path
from posixpath import normpath

from latex2mathml.converter import convert
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["docs/**/*.md", "examples/*/README.md", "perf/**/*.md", "spack/README.md"]
PAGES += ["CHANGELOG.md", "CONTRIBUTING.md"]
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
FORMULA = re.compile(r'<(span|div) class="arithmatex">\\[(\[](.*?)\\[)\]]</\1>', re.DOTALL)
VARIANT = re.compile(r'<mi mathvariant="(bold|bold-italic|script)">(&#?\w+;|.)</mi>')
BOLD = re.compile(r"<mi()>(&#x1D4[0-3][0-9A-F];)</mi>")
TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)


def pages() -> list[str]:
    """Returns the paths of all pages, from the top of the sources."""
    found = (path for pattern in PAGES for path in ROOT.glob(pattern))
    return sorted({path.relative_to(ROOT).as_posix() for path in found})


def linked_files(page: str) -> set[str]:
    """Returns the files of the sources, other than pages, that a page links to."""
    text = CODE.sub("", (ROOT / page).read_text(encoding="utf-8"))
    found = set()
    for target in LINK.findall(text):
        if "://" in target or target.startswith(("#", "mailto:")):
            continue
        path = normpath((Path(page).parent / target.split("#")[0]).as_posix())
        if not path.startswith("..") and not path.endswith(".md") and (ROOT / path).is_file():
            found.add(path)
    return found


def on_files(files, config):
    """Replaces the files of docs/ by the pages of all folders; files of the theme stay."""
    kept = [file for file in files if not (file.abs_src_path or "").startswith(config.docs_dir)]
    names = pages()
    for name in [*names, *sorted(set().union(*map(linked_files, names)))]:
        file = File.generated(config, name, abs_src_path=str(ROOT / name))
        # The pages of docs/ are the top of the site.
        file.dest_uri = re.sub(r"^docs/", "", file.dest_uri)
        kept.append(file)
    for path in sorted((ROOT / "docs/site/assets").iterdir()):
        kept.append(File.generated(config, f"assets/{path.name}", abs_src_path=str(path)))
    return Files(kept)


def letter(match: re.Match) -> str:
    """Returns a letter of a formula in a style that browsers take: of "mathvariant" they know "normal"."""
    variant, text = match[1], html.unescape(match[2])
    if variant == "script":
        name = unicodedata.name(text).replace("LATIN", "SCRIPT").replace("LETTER ", "")
        try:
            return f"<mi>{unicodedata.lookup('MATHEMATICAL ' + name)}</mi>"
        except KeyError:
            return f"<mi>{unicodedata.lookup(name)}</mi>"
    upright = "" if variant == "bold-italic" else ' mathvariant="normal"'
    return f'<mi{upright} class="bold">{unicodedata.normalize("NFKC", text)}</mi>'


def mathml(match: re.Match) -> str:
    """Returns a formula as MathML, which browsers show without scripts and fonts from elsewhere."""
    display = "block" if match[1] == "div" else "inline"
    tex = html.unescape(match[2]).replace(r"\arg", r"\mathrm{arg}")
    return BOLD.sub(letter, VARIANT.sub(letter, convert(tex, display=display)))


def on_page_content(text, page, config, files):
    """Converts formulas; lets wide tables scroll by themselves."""
    text = FORMULA.sub(mathml, text)
    return TABLE.sub(lambda table: f'<div class="wide">{table[0]}</div>', text)
