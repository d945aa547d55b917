"""Reports: whole pages without anything from outside, what they say, comparisons."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT
from pages import checked
from written import all_tables, line_of, write

import curlew
from curlew import Results, ResultsError, SParameters
from curlew.plots import charts_of, run_of
from curlew.report import comparison_report, report, write_report
from curlew.report.expected import checks_of
from curlew.results.touchstone import read_touchstone


def test_faults_of_pages_are_found() -> None:
    good = "<p id='a'><svg><path d='M0 0'/></svg><a href='#a'>x</a></p>"
    checked(good)
    for bad in (
        good.replace("</svg>", ""),
        good.replace("<a ", "<a id='a' "),
        good.replace("#a", "https://example.org"),
        good.replace("#a", "#b"),
        good.replace("M0", "url(x)"),
    ):
        with pytest.raises(AssertionError):
            checked(bad)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return Results(write(tmp_path_factory.mktemp("written") / "run"))


def test_a_report_has_every_chart_and_section(written: Results) -> None:
    page = checked(report(written))
    charts = charts_of(run_of(written))
    assert page.tags["svg"] >= len(charts) + 1  # the times
    for chart in charts:
        assert chart.title in page.text
    assert list(page.ids) == [
        "glance",
        "expected",
        "charts",
        "numbers",
        "powers",
        "set-up",
        "times",
        "provenance",
    ]
    for said in (
        'edges of <5> per "wavelength" & more',  # the warning, whole
        "Written <by> hand & more", "1 GHz … 11 GHz, 11 values", "solves", "50 %", "curlew run 'a case.json'",
        "case.resolved.json", "a processor", "fnv1a64:0", "glass.eps_r",
    ):  # fmt: skip
        assert said in page.text, said
    # Warnings stand before all else, also that a resonance is missed and that 1 % of the power is not.
    assert page.text.index("edges of <5>") < page.text.index("At a glance")
    assert "resonance at probe inside, Hz: nothing in place of 4.3e+09" in page.text
    assert "the power balance" not in page.text.split("At a glance")[0]


def test_colours_have_contrast() -> None:
    """Text of WCAG 2's AA (4.5) on its ground, curves 3 to 1 but for the two lightest of Okabe and Ito."""
    from curlew.charts.style import DARK, LIGHT

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(a: str, b: str) -> float:
        high, low = sorted((luminance(a), luminance(b)), reverse=True)
        return (high + 0.05) / (low + 0.05)

    for colours in (LIGHT, DARK):
        for text in ("ink", "soft", "link"):
            for ground in ("paper", "panel"):
                assert contrast(colours[text], colours[ground]) > 4.5, (text, ground)
        assert contrast(colours["ink"], colours["warn"]) > 4.5
        weak = [i for i in range(7) if contrast(colours[f"c{i}"], colours["panel"]) < 2.9]
        assert len(weak) <= 2
        assert set(weak) <= {4, 5}


def test_a_report_of_the_resonator(cavity_run: Results, capsys: pytest.CaptureFixture[str]) -> None:
    begin = time.perf_counter(), time.process_time()
    file = write_report([cavity_run.folder])
    took = time.perf_counter() - begin[0], time.process_time() - begin[1]
    page = checked(file.read_text(encoding="utf-8"))
    assert file == cavity_run.folder / "report.html"
    assert file.stat().st_size < 3e6
    assert page.tags["svg"] >= 4
    with capsys.disabled():
        print(
            f"\nreport of the resonator: {took[0]:.2f} s ({took[1]:.2f} of a processor),",
            f"{file.stat().st_size / 1e3:.0f} kB",
        )


def test_expected_values_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "expected.csv").write_text(
        "table,column,where,expected,tolerance,source\n"
        "eigenmodes,f,mode=1,3.9e9,1e6,closed form\n"
        'eigenmodes,Q,mode=1,1000,5,"a book, page 3"\n'
        "far_field,max directivity (dBi),f=1e9,4.77121,1e-4,3\n"
        "orders,efficiency,side=below;m=-1,0.75,0.01,\n"
        "absent,f,,1,1,\n"
    )
    inputs = [{"file": str(tmp_path / "case.json"), "bytes": 1, "fingerprint": ""}]
    folder = write(tmp_path / "run", inputs=inputs, spectra={})
    checks = checks_of(run_of(Results(folder)))
    assert [c.is_met for c in checks] == [True, False, True, True, False]
    assert checks[1].found == 1234
    page = checked(report(Results(folder)))
    assert "eigenmodes Q at mode=1: 1234 in place of 1000" in page.text
    assert "a book, page 3" in page.text
    (tmp_path / "expected.csv").write_text("table,column,where,expected,tolerance,source\na,b,,one,1,\n")
    with pytest.raises(ResultsError, match=r"expected\.csv:2: a line has table, column"):
        report(Results(folder))


def test_runs_side_by_side(tmp_path: Path) -> None:
    """S21 of the second run is 0.5 dB higher, and the run twice as fast."""
    header, rows = line_of(2e-9)
    first = write(tmp_path / "one" / "results", {"port-S": (header, rows)})
    louder = [(r[0], *r[1:3], r[3] + 0.5, *r[4:]) for r in map(list, line_of(2e-9)[1])]
    second = write(tmp_path / "two" / "results", {"port-S": (header, louder)}, run_seconds=2.0)
    page = checked(comparison_report([first, second]))
    assert "Comparison of one/results, two/results" in page.text
    assert "S-parameters S[2][1]two/results0.50.5" in re.sub(r"\s", "", page.text).replace(
        "S-parametersS", "S-parameters S"
    )
    assert "S[2][1], two/results" in page.text
    assert re.search(r'data-v="2.0">2<', comparison_report([first, second]))  # the speed-up


def test_measurements_beside_a_run(tmp_path: Path) -> None:
    """The same line as Touchstone files in three formats, and as a table."""
    header, rows = line_of(2e-9)
    run = write(tmp_path / "run", {"port-S": (header, rows)})
    s = SParameters(Results(run).table("port-S"))
    lines = {"# MHZ S RI R 50": [], "# Hz S DB": [], "# GHZ S MA R 50": []}  # type: dict[str, list[str]]
    for i, f in enumerate(s.f):
        values = [s[out, into][i] for out, into in ((1, 1), (2, 1), (1, 2), (2, 2))]
        degrees = [np.degrees(np.angle(v)) for v in values]
        pairs = {
            "# MHZ S RI R 50": (f / 1e6, [(v.real, v.imag) for v in values]),
            "# Hz S DB": (f, [(20 * np.log10(abs(v)), d) for v, d in zip(values, degrees, strict=True)]),
            "# GHZ S MA R 50": (f / 1e9, [(abs(v), d) for v, d in zip(values, degrees, strict=True)]),
        }
        for key, (at, numbers) in pairs.items():
            lines[key].append(" ".join(str(v) for v in (at, *(x for pair in numbers for x in pair))))
    for number, (key, text) in enumerate(lines.items()):
        file = tmp_path / f"measured{number}.s2p"
        file.write_text("! a comment\n" + key + "\n" + " ! end\n".join(text) + "\n")
        table = read_touchstone(file)
        assert table.f == pytest.approx(s.f)
        assert table["S[2][1]"] == pytest.approx(s[2, 1], abs=1e-9)
        page = checked(comparison_report([run, file]))
        assert f"S[2][1], measured{number}.s2p" in page.text
    shutil.copy(run / "port-S.csv", tmp_path / "by hand.csv")
    assert "S[2][1], by hand.csv" in checked(comparison_report([run, tmp_path / "by hand.csv"])).text
    foreign = tmp_path / "foreign.csv"
    foreign.write_text("f (Hz),x\n1,2\n3,4\n")
    with pytest.warns(UserWarning, match="foreign.csv has no chart in common with run: nothing is compared"):
        assert "nothing is compared" in checked(comparison_report([run, foreign])).text
    for text in (
        "# Hz S RI R 50\n1 2 3\n",
        "# Hz Z RI R 50\n1 2 3 4 5 6 7 8 9\n",
        "",
        "# Hz S RI\n1 0 0 one 0\n",
        "# Hz S RI\n2 0 0 0 0 0 0 0 0\n1 0 0 0 0 0 0 0 0\n",
    ):
        (tmp_path / "cut.s2p").write_text(text)
        with pytest.raises(ResultsError, match=r"cut\.s2p"):
            comparison_report([run, tmp_path / "cut.s2p"])


@pytest.mark.parametrize("ports", [1, 2, 3, 5])
@pytest.mark.parametrize("form", ["ri", "ma", "db"])
def test_touchstone_as_scikit_rf_reads_it(ports: int, form: str, tmp_path: Path) -> None:
    skrf = pytest.importorskip("skrf")
    random = np.random.default_rng(ports)
    s = random.normal(size=(4, ports, ports)) + 1j * random.normal(size=(4, ports, ports))
    network = skrf.Network(f=[1, 2, 3, 4], f_unit="GHz", s=s, z0=50)
    network.write_touchstone(str(tmp_path / "a"), form=form)
    file = tmp_path / f"a.s{ports}p"
    read = skrf.Network(str(file)).s
    if ports == 2:  # noise: frequency, minimum figure, optimal reflection, resistance
        file.write_text(file.read_text() + "1 2 0.3 40 0.5\n2 2.5 0.3 45 0.5\n" * 9)
    table = read_touchstone(file)
    for i in range(ports):
        for j in range(ports):
            assert table[f"S[{i + 1}][{j + 1}]"] == pytest.approx(read[:, i, j], abs=1e-12)


def test_the_program_writes_touchstone_that_is_read(line_run: Results) -> None:
    (file,) = line_run.folder.glob("*.s2p")
    # The file refers to the ports' own resistance: it has the S of the table.
    assert read_touchstone(file)["S[2][1]"] == pytest.approx(line_run.s[2, 1], abs=1e-4)


def test_a_thousand_probes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    t = np.linspace(0, 1e-8, 300)
    header = "t (s),E_x (V/m),E_y (V/m),E_z (V/m)"
    rows = [(f"{a:.4g}", f"{np.sin(1e10 * a):.6g}", f"{np.cos(2e10 * a):.6g}", 0) for a in t]
    folder = write(tmp_path / "run", {f"probe_{i}": (header, rows) for i in range(1000)})
    begin = time.perf_counter(), time.process_time()
    text = report(Results(folder))
    took = time.perf_counter() - begin[0], time.process_time() - begin[1]
    assert text.count('<svg class="chart"') == 1001
    with capsys.disabled():
        print(f"\n1000 probes: {took[0]:.2f} s ({took[1]:.2f} of a processor), {len(text) / 1e6:.1f} MB")


# docs/plots-and-reports.md


def test_the_page_on_plots_and_reports(capsys: pytest.CaptureFixture[str]) -> None:
    """Its Python runs, and its tables name what there is."""
    page = (ROOT / "docs/plots-and-reports.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    exec(compile(block, "docs/plots-and-reports.md", "exec"), {})
    said = [word.strip("[]") for word in capsys.readouterr().out.split()]
    assert [float(word) for word in said if word] == pytest.approx([90, 1.5, *[3e-9] * 11])
    functions = page.split("| function of")[1].split("\n\n")[0]
    for name in re.findall(r"`(\w+)`", "\n".join(row.split("|")[1] for row in functions.splitlines()[2:])):
        assert callable(getattr(curlew.results, name)), name
    tables = re.findall(r"^\| (`.*?) \|", page.split("## Plots")[1].split("## Reports")[0], re.MULTILINE)
    named = {re.sub(r"<.*", "", name) for row in tables for name in re.findall(r"`([^`]*)`", row)}
    known = {re.sub(r"_(inside|line|out|1|2|cut|along|in|out_time)$", "", name) for name in all_tables()}
    assert {name.rstrip("_") for name in named} >= known - {"peaks", "figures"}
