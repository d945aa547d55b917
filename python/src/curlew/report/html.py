"""Parts of a page: style, tables that sort, figures, the frame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TypeGuard

from curlew.charts import Chart
from curlew.charts.style import DARK, LIGHT, rules, variables

_COLOURS = {name: f"var(--{name})" for name in LIGHT}

STYLE = f"""
:root {{ color-scheme: light dark; {variables(LIGHT)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {variables(DARK)} }} }}
@media print {{
  :root {{ {variables(LIGHT)} color-scheme: light; }}
  figure, tr, .facts {{ break-inside: avoid; }} h2 {{ break-after: avoid; }}
  details::details-content {{ content-visibility: visible; block-size: auto; }}
  nav {{ display: none; }}
}}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", Arial, sans-serif;
  overflow-wrap: break-word; }}
h1 {{ font-size: 1.6rem; line-height: 1.25; margin: 0.5rem 0; }}
h2 {{ font-size: 1.2rem; margin: 2rem 0 0.6rem; border-bottom: 1px solid var(--grid); }}
p, .soft {{ color: var(--ink); }} .soft {{ color: var(--soft); font-size: 0.9rem; }}
a {{ color: var(--link); }}
nav a {{ margin-right: 0.9rem; display: inline-block; padding: 0.15rem 0; }}
.warn {{ background: var(--warn); border-left: 4px solid var(--edge); padding: 0.5rem 0.9rem;
  margin: 0.8rem 0; }}
.warn ul {{ margin: 0.3rem 0; padding-left: 1.2rem; }}
.grid {{ stroke-width: 0.7; }}
.charts {{ display: grid; gap: 1rem; align-items: start;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); }}
.charts.one {{ max-width: 46rem; }}
figure {{ margin: 0; padding: 0.5rem; background: var(--panel); border: 1px solid var(--grid);
  border-radius: 6px; min-width: 0; }}
figure svg.chart {{ display: block; width: 100%; height: auto; max-width: 36rem; margin: 0 auto; }}
figcaption {{ font-weight: 600; margin-bottom: 0.3rem; }}
figure .soft {{ margin: 0.3rem 0 0; }}
.scroll {{ overflow-x: auto; max-width: 100%; }}
table {{ border-collapse: collapse; font-size: 0.92rem; margin: 0.4rem 0; }}
caption {{ text-align: left; color: var(--soft); font-size: 0.9rem; }}
th, td {{ text-align: left; padding: 0.25rem 0.7rem 0.25rem 0; border-bottom: 1px solid var(--grid);
  vertical-align: top; }}
td.number, th.number {{ text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }}
th button {{ font: inherit; font-weight: 600; color: inherit; background: none; border: 0; padding: 0.2rem 0;
  cursor: pointer; text-align: inherit; }}
th[aria-sort="ascending"] button::after {{ content: " \\25b2"; }}
th[aria-sort="descending"] button::after {{ content: " \\25bc"; }}
.facts td:first-child {{ color: var(--soft); white-space: nowrap; }}
.facts td {{ overflow-wrap: anywhere; }}
details {{ margin: 0.3rem 0; }} summary {{ cursor: pointer; padding: 0.15rem 0; }}
pre {{ background: var(--panel); border: 1px solid var(--grid); border-radius: 6px; padding: 0.6rem;
  overflow-x: auto; font-size: 0.85rem; }}
{rules(_COLOURS)}
"""

# Sorts by the numbers of cells that have one, else by their text; rows without a value stay below.
SCRIPT = """
for (const button of document.querySelectorAll("table.sorts th button"))
button.addEventListener("click", () => {
  const th = button.parentElement, body = th.closest("table").tBodies[0];
  const down = th.getAttribute("aria-sort") === "ascending", i = th.cellIndex;
  for (const other of th.parentElement.cells) other.removeAttribute("aria-sort");
  th.setAttribute("aria-sort", down ? "descending" : "ascending");
  const key = row => row.cells[i].dataset.v ?? row.cells[i].textContent;
  body.append(...[...body.rows].sort((p, q) => {
    const a = key(p), b = key(q);
    if (a === "" || b === "") return (a === "") - (b === "");
    const order = isNaN(a) || isNaN(b) ? a.localeCompare(b) : a - b;
    return down ? -order : order;
  }));
});
"""


def page(title: str, body: str) -> str:
    """Returns a whole page, which needs no other file."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n"
        f"<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )


def section(name: str, title: str, content: str) -> str:
    """Returns a section with a heading; nothing where it has no content."""
    return f'<section>\n<h2 id="{name}">{escape(title)}</h2>\n{content}\n</section>\n' if content else ""


def figure(chart: Chart) -> str:
    """Returns a chart with its title and what it leaves out."""
    note = f'<p class="soft">{escape(chart.note)}</p>' if chart.note else ""
    return f"<figure><figcaption>{escape(chart.title)}</figcaption>{chart.inline()}{note}</figure>\n"


def figures(charts: Sequence[Chart]) -> str:
    """Returns charts side by side as far as the page is wide."""
    if not charts:
        return ""
    one = " one" if len(charts) == 1 else ""
    return f'<div class="charts{one}">\n{"".join(figure(chart) for chart in charts)}</div>'


def is_number(value: object) -> TypeGuard[int | float]:
    """Returns whether a value is a number, not a truth value."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def shown(value: object) -> str:
    """Returns a value as text, numbers with six digits.

    >>> shown(0.123456789), shown(12345678), shown(None), shown(True)
    ('0.123457', '12345678', '', 'yes')
    """
    if value is None or value != value:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)


def table(headers: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Returns a table that sorts by the column whose heading is pressed."""
    lines = [list(row) for row in rows]
    numeric = [
        any(is_number(row[i]) for row in lines)
        and all(is_number(row[i]) or row[i] in (None, "") for row in lines)
        for i in range(len(headers))
    ]
    said = f"<caption>{escape(caption)}</caption>" if caption else ""
    head = "".join(
        f'<th{_kind(n)} scope="col"><button type="button">{escape(h)}</button></th>'
        for h, n in zip(headers, numeric, strict=True)
    )
    body = "\n".join(
        "<tr>" + "".join(_cell(value, n) for value, n in zip(row, numeric, strict=True)) + "</tr>"
        for row in lines
    )
    return (
        f'<div class="scroll" tabindex="0"><table class="sorts">{said}<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def _kind(numeric: bool) -> str:
    return ' class="number"' if numeric else ""


def _cell(value: object, numeric: bool) -> str:
    known = numeric and is_number(value) and value == value
    exact = f' data-v="{value!r}"' if known else ""
    return f"<td{_kind(numeric)}{exact}>{escape(shown(value))}</td>"


def facts(rows: Iterable[tuple[str, object]]) -> str:
    """Returns a table of names and values; those without a value are left out."""
    lines = [
        f"<tr><td>{escape(name)}</td><td>{escape(shown(value))}</td></tr>"
        for name, value in rows
        if shown(value) != ""
    ]
    return (
        f'<div class="scroll" tabindex="0"><table class="facts"><tbody>{"".join(lines)}</tbody></table></div>'
        if lines
        else ""
    )


def warnings(texts: Sequence[str]) -> str:
    """Returns a box with warnings; nothing where there are none."""
    if not texts:
        return ""
    items = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f'<div class="warn" role="alert"><strong>Warnings</strong><ul>{items}</ul></div>\n'


def folded(title: str, content: str, *, is_open: bool = False) -> str:
    """Returns content behind a line that opens it."""
    return f"<details{' open' if is_open else ''}><summary>{escape(title)}</summary>\n{content}\n</details>\n"
