"""Plots: each kind of table has its charts; charts show what the tables say."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest
from written import all_tables, line_of, write

from curlew import Results, ResultsError
from curlew.charts import Axis, Bar, BarChart, Line, LineChart, MapChart, PolarChart, SmithChart
from curlew.charts.scale import Scale, prefix, ticks
from curlew.errors import OutputError
from curlew.plots import KINDS, charts_of, kind_of, run_of, write_plots

#: The charts of the tables of `written`, by their kinds.
CHARTS = {
    "probe_inside": ("probe in time", ["probe_inside"]),
    "probe_line": ("probe in time, at places", ["probe_line"]),
    "energy": ("energy in time", ["energy"]),
    "flux_out_time": ("power through a surface in time", ["flux_out_time"]),
    "port_1": ("port in time", ["port_1-waves", "port_1-voltage", "port_1-current"]),
    "spectrum_inside": ("spectrum of a probe", ["spectrum_inside"]),
    "peaks_inside": ("peaks of a spectrum", []),  # they are in the spectrum
    "harmonics_inside": ("harmonics of a probe", ["harmonics_inside"]),
    "probe_cut": ("probe at frequencies", ["probe_cut"]),
    "probe_along": ("probe at frequencies", ["probe_along"]),
    "far_field": ("far field", [
        *(f"far_field{part}-{i}" for i in (1, 2, 3) for part in ("", "-polar", "-map", "-space")),
        "far_field-figures", "far_field-efficiency",
    ]),
    "rcs": ("radar cross section", ["rcs", "rcs-polar"]),
    "port-S": ("S-parameters", [f"port-S-{w}" for w in ("level", "phase", "delay", "smith", "vswr")]),
    "port-Z": ("impedances", ["port-Z"]),
    "powers": ("powers", ["powers"]),
    "orders": ("orders of diffraction", ["orders"]),
    "flux_in": ("power through a surface", ["flux_in"]),
    "participation": ("participation", ["participation-energy", "participation-loss"]),
    "eigenmodes": ("resonances", ["eigenmodes"]),
    "refinement": ("refinement", ["refinement"]),
    "convergence_1": ("convergence", ["convergence"]),
    "convergence_2": ("convergence", []),  # all solves are in one chart
    "figures": ("a table of another kind", ["figures", "figures-2"]),
}  # fmt: skip


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return Results(write(tmp_path_factory.mktemp("written") / "run"))


def test_each_kind_of_table_has_its_charts(written: Results) -> None:
    run = run_of(written)
    assert set(run.tables) == set(CHARTS) == set(all_tables())
    assert {kind_of(t).name for t in run.tables.values()} == {k.name for k in KINDS}
    for name, (kind, charts) in CHARTS.items():
        table = run.tables[name]
        assert kind_of(table).name == kind, name
        assert [c.name for c in kind_of(table).charts(table, run)] == charts, name


def test_each_chart_is_a_file(written: Results, tmp_path: Path) -> None:
    files, left_out = write_plots(written, tmp_path / "figures")
    assert left_out == []
    assert [f.stem for f in files] == [c for _, charts in CHARTS.values() for c in charts]
    for file in files:
        root = ElementTree.parse(file).getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        text = " ".join(t.text or "" for t in root.iter("{http://www.w3.org/2000/svg}text"))
        assert len(text) > 20, file
        drawn = [e for e in root.iter() if e.tag.rpartition("}")[2] in ("path", "rect", "image", "circle")]
        assert len(drawn) > 3, file
        assert not re.search(
            r"nan|inf(?!o)", re.sub(r"<text.*?</text>|<title>.*?</title>|href=\S*", "", file.read_text())
        )
    assert write_plots(written)[0][0].parent == written.folder / "plots"


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("probe_inside", "t (ns)"), ("probe_inside", "E (V/m)"), ("spectrum_inside", "f (GHz)"),
        ("spectrum_inside", "|E| (V s/m)"), ("rcs", "θ (deg)"), ("rcs", "RCS (dBsm)"), ("port-Z", "Z (ohm)"),
        ("port_1-current", "I (A)"), ("port-S-delay", "group delay (ns)"), ("probe_cut", "x (mm)"),
        ("figures", "a (m)"),
    ],
)  # fmt: skip
def test_units_are_on_the_axes(written: Results, name: str, label: str) -> None:
    (chart,) = (c for c in charts_of(run_of(written)) if c.name == name)
    assert f">{label}</text>" in chart.document()


def points_of(svg: str, kind: str) -> np.ndarray:
    (data,) = re.findall(rf'<path class="line {kind}" d="M([^"]*)"', svg)
    return np.array(data.split(), dtype=float).reshape(-1, 2)


def test_a_curve_is_where_its_values_are() -> None:
    """A straight line over its whole frame: each point on the line through the ends."""
    x = np.linspace(0, 4, 9)
    line = Line("", x, 2 * x + 1)
    chart = LineChart(name="n", title="t", x=Axis("x"), y=Axis("y", span=(1, 9)), lines=[line])
    points = points_of(chart.inline(), "l0")
    assert len(points) == 9
    assert np.allclose(
        np.diff(points, axis=0), (points[-1] - points[0]) / 8, atol=0.11
    )  # 0.1 pixel is written
    steeper = LineChart(
        name="n", title="t", x=Axis("x"), y=Axis("y", span=(1, 9)), lines=[Line("", x, 3 * x + 1)]
    )
    assert not np.allclose(points_of(steeper.inline(), "l0"), points, atol=1)


def test_thinned_curves_keep_their_extremes() -> None:
    """One sample of 100,000 stands out: it is still drawn, at its height."""
    y = np.zeros(100_000)
    y[54_321], y[70_000] = 1.0, -1.0
    chart = LineChart(
        name="n", title="t", x=Axis("x"), y=Axis("y", span=(-1, 1)), lines=[Line("", np.arange(1e5), y)]
    )
    points = points_of(chart.inline(), "l0")
    assert len(points) < 4000
    top, bottom = points[:, 1].min(), points[:, 1].max()
    assert (points[:, 1] == top).sum() <= 2
    assert np.median(points[:, 1]) == pytest.approx((top + bottom) / 2, abs=0.11)


def test_gaps_stay_gaps() -> None:
    y = np.array([1.0, 2, np.nan, 2, np.inf, 1, 3])
    chart = LineChart(name="n", title="t", x=Axis("x"), y=Axis("y"), lines=[Line("", np.arange(7.0), y)])
    (data,) = re.findall(r'<path class="line l0" d="([^"]*)"', chart.inline())
    assert data.count("M") == 3


def test_powers_are_bars_that_add_up(written: Results) -> None:
    """0.4 and 0.095 of 0.5 W: 80 %, 19 %, and 1 % that is not accounted for."""
    (chart,) = (c for c in charts_of(run_of(written)) if c.name == "powers")
    assert isinstance(chart, BarChart)
    (bar,) = chart.bars
    assert bar.parts == pytest.approx([0.8, 0.19, 0.01])
    assert bar.text == "500 mW, left 1 %"
    widths = [
        float(w)
        for w in re.findall(
            r'<rect class="f\d" x="[^"]*" y="[^"]*" width="([^"]*)" height="20"', chart.inline()
        )
    ]
    assert np.array(widths) / sum(widths) == pytest.approx(bar.parts, abs=2e-3)


def test_bars_below_zero_go_the_other_way() -> None:
    chart = BarChart(name="n", title="t", x=Axis("x"), parts=["a"], bars=[Bar("p", [2.0]), Bar("m", [-1.0])])
    found = re.findall(r'<rect class="f0" x="([^"]*)" y="[^"]*" width="([^"]*)" height="20"', chart.inline())
    (x1, w1), (x2, w2) = (tuple(map(float, pair)) for pair in found)
    assert x2 + w2 == pytest.approx(x1, abs=0.2)
    assert w1 == pytest.approx(2 * w2, abs=0.2)


def test_a_spectrum_has_its_peaks_and_expected_lines(written: Results) -> None:
    (chart,) = (c for c in charts_of(run_of(written)) if c.name == "spectrum_inside")
    assert isinstance(chart, LineChart)
    assert [m.label for m in chart.marks] == ["Q 180"]
    assert [one.label for one in chart.lines] == ["spectrum", "peaks", "expected"]
    assert set(chart.lines[2].x) == {3.902e9, 4.3e9}


def test_group_delay_and_standing_waves(written: Results) -> None:
    charts = {c.name: c for c in charts_of(run_of(written))}
    delay, ratio = charts["port-S-delay"], charts["port-S-vswr"]
    assert isinstance(delay, LineChart)
    assert isinstance(ratio, LineChart)
    assert [one.label for one in delay.lines] == ["S[2][1]", "S[1][2]"]
    assert delay.lines[0].y == pytest.approx(2e-9)
    assert ratio.lines[0].y == pytest.approx(1.1 / 0.9)  # -20 dB


def test_reflections_are_in_the_smith_chart(written: Results) -> None:
    """S11 is 0.1 j: above the middle by a tenth of the radius."""
    (chart,) = (c for c in charts_of(run_of(written)) if c.name == "port-S-smith")
    assert isinstance(chart, SmithChart)
    dot = re.search(r'<circle class="f0" cx="([^"]*)" cy="([^"]*)" r="3.5"', chart.inline())
    rim = re.search(r'<circle class="frame" cx="([^"]*)" cy="([^"]*)" r="([^"]*)"', chart.inline())
    assert dot is not None
    assert rim is not None
    (x, y), (x0, y0, radius) = map(float, dot.groups()), map(float, rim.groups())
    assert (x - x0, y0 - y) == pytest.approx((0, 0.1 * radius), abs=0.1)


def test_polar_angles_are_clockwise_from_the_top() -> None:
    line = Line("", np.array([0.0, 90.0]), np.array([0.0, -20.0]))
    points = points_of(PolarChart(name="n", title="t", lines=[line], unit="dB", zero="up").inline(), "l0")
    (x0, y0), (x1, y1) = points
    assert y1 - y0 == pytest.approx(2 * (x1 - x0), abs=0.2)  # the rim above, half the radius to the right


def test_far_fields_say_their_figures(written: Results) -> None:
    """(1 + cos)^2 / 4 is half at arccos(2^(1/2) - 1) = 65.53 degrees; cuts are in steps of 10."""
    charts = {c.name: c for c in charts_of(run_of(written))}
    assert "φ 0°: beam width 131" in charts["far_field-polar-1"].note.replace("130.", "131")
    efficiency, sphere = charts["far_field-efficiency"], charts["far_field-map-1"]
    assert isinstance(efficiency, LineChart)
    assert [(one.label, one.y.round(6).tolist()) for one in efficiency.lines] == [
        ("radiation", [0.8] * 3), ("total", [0.6] * 3),
    ]  # fmt: skip
    assert isinstance(sphere, MapChart)
    assert sphere.values.shape == (19, 12)


def test_maps_have_rows_from_below(written: Results) -> None:
    """|E| of the cut rises with x and z: 20 log10 of hypot(x + 2, z)."""
    (chart,) = (c for c in charts_of(run_of(written)) if c.name == "probe_cut")
    assert isinstance(chart, MapChart)
    x, z = np.meshgrid(chart.xs, chart.ys)
    assert chart.values == pytest.approx(20 * np.log10(np.hypot(x + 2, z)))
    assert (chart.x.quantity, chart.y.quantity) == ("x", "z")


def test_many_curves_are_said_to_be_left_out(tmp_path: Path) -> None:
    count = 20
    header = ",".join(f"|S[{i}][1]| (dB),arg(S[{i}][1]) (deg)" for i in range(1, count + 1))
    rows = [(f, *[-3, 0] * count) for f in (1e9, 2e9, 3e9, 4e9)]
    run = run_of(Results(write(tmp_path / "run", {"port-S": (f"f (Hz),{header}", rows)})))
    chart = charts_of(run)[0]
    assert isinstance(chart, LineChart)
    assert len(chart.lines) == 16
    assert chart.note == "16 of 20 are drawn."


def test_dots_are_where_an_adaptive_sweep_solved(tmp_path: Path) -> None:
    sweep = {"solved": [1e9, 1.5e9, 2e9]}
    run = run_of(Results(write(tmp_path / "run", {"port-S": line_of(1e-9)}, sweep=sweep)))
    chart = charts_of(run)[0]
    assert isinstance(chart, LineChart)
    assert [one.style for one in chart.lines] == ["line"] * 4 + ["dots"] * 4
    assert chart.lines[5].x.tolist() == [1e9, 1.5e9, 2e9]
    assert chart.lines[5].y.tolist() == [-1] * 3
    assert chart.note == "Dots: solved, the rest is interpolated."


def test_tables_without_rows_and_unknown_values(tmp_path: Path) -> None:
    tables = {
        "energy": ("t (s),W_e (J),W_m (J),W (J)", []),
        "powers": (
            "f (Hz),excitation,delivered (W),radiated (W),absorbed (W),scattered (W)",
            [(1e9, "a", *[""] * 4)],
        ),
        "port-S": ("f (Hz),|S[1][1]| (dB),arg(S[1][1]) (deg)", [(1e9, "", ""), (2e9, "", "")]),
        "eigenmodes": ("mode,f (Hz),Q", [(1, 1e9, "")]),
    }  # fmt: skip
    charts = charts_of(run_of(Results(write(tmp_path / "run", tables))))
    assert [c.name for c in charts] == [
        "port-S-level",
        "port-S-phase",
        "port-S-smith",
        "port-S-vswr",
        "eigenmodes",
    ]
    assert not any(re.search(r"\bnan\b", c.document()) for c in charts)


def test_ticks_and_prefixes() -> None:
    assert ticks(-90, 90, step=30) == [-90, -60, -30, 0, 30, 60, 90]
    assert prefix("Hz", 999e6) == (1e9, "GHz")
    assert prefix("s", 3e-12)[1] == "ps"
    assert prefix("deg", 3e-12)[1] == "deg"
    log = Scale.over(Axis("x", log=True), np.array([1.0, 1000.0]), 0, 300)
    assert log.pixels(np.array([10.0, 100.0, 0.0]))[:2] == pytest.approx([100, 200])
    assert np.isnan(log.pixels(np.array([0.0]))[0])
    flat = Scale.over(Axis("x"), np.array([5.0, 5.0]), 0, 100)
    assert flat.pixels(np.array([5.0]))[0] == pytest.approx(50)


def test_broken_tables(tmp_path: Path) -> None:
    folder = write(tmp_path / "run")
    (folder / "energy.csv").unlink()
    with pytest.raises(ResultsError, match=r"energy\.csv is absent, though the run lists it"):
        write_plots(Results(folder))
    # A column of another kind in a table of a known kind.
    header, rows = line_of(1e-9)
    write(tmp_path / "other", {"port-S": (header.replace("arg(S[1][1]) (deg)", "phase"), rows)})
    with pytest.raises(ResultsError, match=r'port-S\.csv has no "S\[1\]\[1\]"'):
        write_plots(Results(tmp_path / "other"))


def test_folders_that_cannot_be_written(written: Results, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match=r"file.* cannot be written"):
        write_plots(written, tmp_path / "file" / "plots")


def test_fields_are_maps(cavity_run: Results) -> None:
    """|E| of the resonator at 10 cells to a side: three planes through its middle."""
    pytest.importorskip("pyvista")
    from curlew.plots import charts_of_results

    charts, left_out = charts_of_results(cavity_run)
    maps = [c for c in charts if isinstance(c, MapChart)]
    assert left_out == []
    assert [c.name for c in maps] == ["fields-z", "fields-y", "fields-x"]
    across_y = maps[1]
    assert (across_y.x.quantity, across_y.y.quantity) == ("x", "z")
    assert across_y.values.shape == (160, 133)  # 6 cm and 5 cm
    assert np.isfinite(across_y.values).all()
    # What rings is mostly TE101: strongest in the middle, weakest at the walls x and z.
    middle = across_y.values[60:100, 50:83].mean()
    assert across_y.values[:, :4].mean() < 0.5 * middle


def test_without_pyvista(cavity_run: Results, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyvista", None)
    files, (said,) = write_plots(cavity_run, tmp_path / "plots")
    assert {f.stem for f in files} == {"probe_inside", "spectrum_inside", "energy"}
    assert said.startswith("fields are not drawn: a map of fields needs pyvista")
    assert "pip install 'curlew[fields]'" in said
