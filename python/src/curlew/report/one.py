"""The report on one run."""

from __future__ import annotations

import time
from html import escape

from curlew.charts import Chart
from curlew.errors import ResultsError
from curlew.plots import Run, charts_of_results, run_of
from curlew.report import sections
from curlew.report.html import figures, page, section, warnings
from curlew.results import Results


def report(results: Results) -> str:
    """Returns the report on a run as one HTML page.

    Raises:
        ResultsError: A file is missing, cut or broken; the message has its name.
    """
    run = run_of(results)
    charts, left_out = charts_of_results(results, run)
    try:
        return _page(results, run, sections.split(charts), left_out)
    except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        file = results.folder / "summary.json"
        raise ResultsError(f"{file} or case.resolved.json beside it is broken: {error!r}") from error


def _page(results: Results, run: Run, charts: tuple[list[Chart], ...], left_out: list[str]) -> str:
    title = str(run.summary.get("title") or results.folder.name)
    said = list(results.warnings)
    if not results.finished:
        said.insert(0, "the run has not come to its end, or a solve did not converge: " + _state(run))
    expected, missed = sections.against_expected(run)
    balance, is_open = sections.power_balance(run)
    parts = [
        ("glance", "At a glance", sections.glance(run)),
        ("model", "Model and mesh", figures(charts[0])),
        ("fields", "Fields", figures(charts[1])),
        ("expected", "Results against expected values", expected),
        ("charts", "Charts", figures(charts[2])),
        ("numbers", "Tables", sections.numbers(run)),
        ("powers", "Power balance", balance),
        ("set-up", "Set-up", sections.set_up(run)),
        ("times", "Times", sections.times(run)),
        ("provenance", "Where it comes from, and how to repeat it", sections.provenance(run, results.folder)),
    ]
    parts = [part for part in parts if part[2]]
    links = " ".join(f'<a href="#{name}">{escape(heading)}</a>' for name, heading, _ in parts)
    body = [
        f"<header><h1>{escape(title)}</h1>",
        warnings([*said, *missed, *is_open, *left_out]),
        f'<p class="soft">Report of {escape(time.strftime("%Y-%m-%d %H:%M"))}</p>',
        f"<nav>{links}</nav></header>\n<main>",
        *(section(*part) for part in parts),
        "</main>",
    ]
    return page(title, "\n".join(body))


def _state(run: Run) -> str:
    states = [str(s.get("status")) for s in run.summary.get("solves", [])]
    counts = [f"{states.count(state)} {state}" for state in dict.fromkeys(states)]
    return ", ".join(counts) or "figures are those so far"
