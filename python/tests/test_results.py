"""Results: every table by its columns, fields, networks; live and broken files."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, quickly, slab

from curlew import Case, Results, ResultsError
from curlew.results import read_table

C0 = 299792458.0


@pytest.fixture
def copied(cavity_run: Results, tmp_path: Path) -> Path:
    return Path(shutil.copytree(cavity_run.folder, tmp_path / "copied"))


def test_a_cavity_rings_at_its_resonance(cavity_run: Results) -> None:
    expected = C0 / 2 * np.hypot(1 / 0.05, 1 / 0.06)  # TE101
    peaks = cavity_run.peaks["inside"]
    strongest = peaks.f[np.argmax(peaks["amplitude"])]
    # Dispersion of this mesh: 4 edges to the wavelength, 0.3 % measured.
    assert abs(strongest / expected - 1) < 0.006
    spectrum = cavity_run.spectra["inside"]
    assert abs(spectrum.f[np.argmax(spectrum["|E|"])] / expected - 1) < 0.02
    assert spectrum.unit("|E|") == "V s/m"


def test_probes_and_energy(cavity_run: Results) -> None:
    probe = cavity_run.probes["inside"]
    assert probe["E"].shape == (cavity_run.summary["steps"], 3)
    assert probe.unit("E") == "V/m"
    assert np.array_equal(probe["E"][:, 1], probe["E_y (V/m)"])
    assert probe.t[-1] == pytest.approx(1e-8, rel=1e-2)
    energy = cavity_run.energy
    assert np.allclose(energy["W"], energy["W_e"] + energy["W_m"])
    # No loss: what the source left stays.
    assert energy["W"][-1] == pytest.approx(energy["W"][len(energy["W"]) // 2], rel=0.05)


def test_a_slab_reflects_as_fresnel_says(slab_run: Results) -> None:
    for frequency in (8e9, 10e9):
        delta = 2 * np.pi * frequency * 2 * 5e-3 / C0
        transmitted = 1 / (1 + (0.75 * np.sin(delta)) ** 2)  # Airy, ((n^2 - 1) / 2 n)^2 = 0.75^2
        orders = slab_run.orders.where(f=frequency, pol="tm")
        below, above = (orders.where(side=side)["efficiency"][0] for side in ("below", "above"))
        assert below == pytest.approx(transmitted, abs=0.01)
        assert above + below == pytest.approx(1, abs=1e-4)
    assert slab_run.powers.rows == 2
    assert [t.rows > 1 for t in slab_run.convergence] == [True, True]


def test_rows_are_chosen_by_values(slab_run: Results) -> None:
    orders = slab_run.orders
    assert orders.where(side="above", f=8e9).rows == 2
    with pytest.raises(ResultsError, match=r"no row with f = 9000000000.0; there are 8000000000.0, 1"):
        orders.where(f=9e9)
    with pytest.raises(ResultsError, match=r'has no "gain"; its columns are "f \(Hz\)"'):
        orders["gain"]


def test_s_parameters_of_a_line(line_run: Results) -> None:
    s = line_run.s
    assert s.ports == s.excited == [(1, 1), (2, 1)]
    assert np.allclose(np.abs(s[2, 1]), 1, atol=1e-3)
    assert np.allclose(20 * np.log10(np.abs(s[2, 1])), s.db(2, 1))
    assert np.allclose(s.matrix()[:, 1, 0], s[2, 1])
    # A coaxial line of vacuum, from the case's radii (examples/coax-line).
    z = line_run.resolved["boundaries"]
    assert {p["kind"] for p in z.values() if p["type"] == "port"} == {"coaxial"}
    assert np.allclose(s.references(), s.references()[0, 0], rtol=1e-3)
    assert np.allclose(line_run.z[1], s.references()[:, 0] * (1 + s[1, 1]) / (1 - s[1, 1]), rtol=1e-9)


def test_s_parameters_as_a_network(line_run: Results, tmp_path: Path) -> None:
    pytest.importorskip("skrf")
    network = line_run.s.network()
    assert network.nports == 2
    assert np.allclose(network.f, line_run.s.f)
    # Without the Touchstone file, S of the tables refers to the ports' own impedance.
    bare = Path(shutil.copytree(line_run.folder, tmp_path / "bare"))
    for file in bare.glob("*.s2p"):
        file.unlink()
    own = Results(bare).s.network()
    assert np.allclose(own.s, line_run.s.matrix())
    assert np.allclose(own.z0, line_run.s.references())
    network.renormalize(own.z0)
    assert np.allclose(network.s, own.s, atol=2e-4)


def test_broken_networks(line_run: Results, tmp_path: Path) -> None:
    pytest.importorskip("skrf")
    broken = Path(shutil.copytree(line_run.folder, tmp_path / "broken"))
    (file,) = broken.glob("*.s2p")
    file.write_text("# Hz S RI R 50\n1e9 0 0 one 0\n")
    with pytest.raises(ResultsError, match=r"\.s2p is no Touchstone file"):
        Results(broken).s.network()
    # A port that reflects everything says nothing of its impedance.
    file.unlink()
    for name, row in (("port-S", "1e9,0,90,-300,0,-300,0,0,90"), ("port-Z", "1e9,0,50,0,50")):
        header = (broken / f"{name}.csv").read_text().splitlines()[0]
        (broken / f"{name}.csv").write_text(f"{header}\n{row}\n")
    with pytest.raises(ResultsError, match="reflects everything, so its impedance is not known"):
        Results(broken).s.network()


def test_ports_that_were_not_excited() -> None:
    case = Case.load(ROOT / "examples/coax-line/case.json")
    ports = [n for n in case.boundaries if case["boundaries", n].get("type") == "port"]
    case["boundaries", ports[1], "excited"] = False
    case["frequency"] = "1 GHz"
    results = quickly(case, Path("out"))
    index = case["boundaries", ports[1], "index"]
    with pytest.raises(ResultsError, match=f"no port {index} is excited, only"):
        results.s[1, index]
    with pytest.raises(ResultsError, match=f"port {index} was not excited"):
        results.s.matrix()


def test_gain_of_a_dipole(dipole_run: Results) -> None:
    far = dipole_run.far_field
    assert far["rE_theta"].dtype.kind == "c"
    assert far.unit("rE_theta") == "V"
    theta, phi, directivity = far.grid("directivity", "theta", "phi")
    assert directivity.shape == (len(theta), len(phi))
    best = np.unravel_index(np.argmax(directivity), directivity.shape)
    assert theta[best[0]] == pytest.approx(90, abs=2)
    assert directivity.max() == pytest.approx(2.15, abs=0.15)  # half a wavelength: 1.64
    line = dipole_run.probes["along"]
    assert line["E"].dtype.kind == "c"
    assert line["E"].shape == (61, 3)
    assert line.unit("E") == "V/m"


def test_fields_are_read_lazily(cavity_run: Results, slab_run: Results, dipole_run: Results) -> None:
    pytest.importorskip("pyvista")
    fields = cavity_run.fields
    assert len(fields) == 5
    assert fields.t[0] == pytest.approx(2e-9, rel=1e-2)
    assert fields.read(-1)["E"].shape[1] == 3
    with pytest.raises(ResultsError, match="lists times"):
        _ = fields.f
    with pytest.raises(ResultsError, match="there is none with number 5"):
        fields.read(5)
    currents = dipole_run.currents
    assert currents.f[0] == pytest.approx(C0)
    assert "J_real" in currents.read().array_names
    with pytest.raises(ResultsError, match=r"outputs\.currents of the case is not true"):
        _ = slab_run.currents


def test_cross_sections_of_a_sphere() -> None:
    """A dielectric sphere on a coarse grid: its table, and that both cuts agree on the axis."""
    case = Case.load(ROOT / "examples/dielectric-sphere/case.json")
    case["grid.cell"] = "8 mm"
    del case["outputs.fields"]
    rcs = quickly(case, Path("out")).rcs
    cut = rcs.where(phi=0)
    assert np.allclose(cut["rcs (dBsm)"], 10 * np.log10(cut["rcs (m^2)"]))
    with pytest.raises(ResultsError, match=r'"rcs" is in several units; take one of "rcs \(m\^2\)"'):
        cut["rcs"]
    theta, phi, total = rcs.grid("rcs (m^2)", "theta", "phi")
    assert total.shape == (181, 2)
    assert phi.tolist() == [0, 90]
    # On the axis both cuts are one direction.
    assert np.allclose(total[0, 0], total[0, 1], rtol=1e-6)
    assert np.allclose(total[-1, 0], total[-1, 1], rtol=1e-6)
    assert theta[-1] == 180


def test_ports_and_fluxes_in_time() -> None:
    case = Case.load(ROOT / "examples/debye-slab/case.json")
    results = quickly(case, Path("out"))
    assert list(results.ports) == ["1", "2"]
    assert sorted(results.fluxes) == sorted(results.fluxes_in_time) == ["in", "out"]
    port, flow = results.ports["1"], results.fluxes_in_time["in"]
    assert port.rows == flow.rows == results.summary["steps"]
    assert port.unit("a") == "W^0.5"
    # Power into the port, by its waves and by its voltage and current.
    waves = (port["a"] ** 2 - port["b"] ** 2) / 2
    assert np.allclose(waves, port["V"] * port["I"] / 2, atol=1e-6 * np.abs(waves).max())


def test_modes() -> None:
    case = Case.load(ROOT / "examples/lossy-cavity/case.json")
    case["eigenmodes.count"] = 1
    results = quickly(case, Path("out"))
    assert results.modes["mode"].tolist() == [1]
    assert results.modes["Q"][0] > 1
    assert results.participation["group"].dtype.kind == "U"


def test_pandas(cavity_run: Results) -> None:
    pytest.importorskip("pandas")
    frame = cavity_run.energy.to_pandas()
    assert list(frame.columns) == ["t (s)", "W_e (J)", "W_m (J)", "W (J)"]
    assert len(frame) == cavity_run.energy.rows


def test_every_shipped_table_is_listed(cavity_run: Results) -> None:
    assert set(cavity_run.tables) == {"probe_inside", "spectrum_inside", "peaks_inside", "energy"}
    assert list(cavity_run.probes) == ["inside"]
    assert "inside" in cavity_run.spectra
    for name in cavity_run.tables:
        table = cavity_run.tables[name]
        assert [f"{c.quantity} ({c.unit})" if c.unit else c.quantity for c in table.columns] == list(table)


def test_a_table_grows_while_it_is_written(copied: Path) -> None:
    (copied / "summary.json").unlink()
    results = Results(copied)
    before = results.energy.rows
    with (copied / "energy.csv").open("a") as file:
        file.write("2e-8,1,1,2\n3e-8,1")
    assert results.energy.rows == before + 1
    with (copied / "energy.csv").open("a") as file:
        file.write(",1,2\n")
    assert results.energy.rows == before + 2


def test_others_tables_are_not_results(copied: Path) -> None:
    (copied / "probe_measured.csv").write_text("a,b\n1,2\n")
    assert list(Results(copied).probes) == ["inside"]


def test_cut_tables(copied: Path) -> None:
    table = copied / "energy.csv"
    text = table.read_text()
    table.write_text(text[:-5])
    with pytest.raises(ResultsError, match=rf"energy\.csv:{text.count(chr(10))}: the last line is cut off"):
        _ = Results(copied).energy
    lines = text.splitlines()
    lines[2] = "1,2"
    table.write_text("\n".join(lines) + "\n")
    with pytest.raises(ResultsError, match=r"energy\.csv:3: 2 fields, the header has 4"):
        _ = Results(copied).energy
    lines[2] = "1,2,three,4"
    table.write_text("\n".join(lines) + "\n")
    with pytest.raises(ResultsError, match=r'energy\.csv:3: "three" in "W_m \(J\)" is no number'):
        _ = Results(copied).energy
    table.write_text("")
    with pytest.raises(ResultsError, match=r"energy\.csv is empty"):
        _ = Results(copied).energy


def test_fields_of_text_that_look_like_numbers(tmp_path: Path) -> None:
    file = tmp_path / "powers.csv"
    file.write_text('f (Hz),excitation,delivered (W)\n1e9,1,\n1e9,"a, ""b""",2\n')
    table = read_table(file)
    assert table["excitation"].tolist() == ["1", 'a, "b"']
    assert np.isnan(table["delivered"][0])
    assert table.where(excitation=1).rows == 1


def test_results_of_another_case(slab_run: Results) -> None:
    slab_run.require_case(slab(frequency=["8 GHz", 1e10]))
    with pytest.raises(
        ResultsError, match=r'another case: "frequency" is \[8000000000.0, 10000000000.0\] there'
    ):
        slab_run.require_case(slab())


def test_results_of_another_version(copied: Path) -> None:
    summary = json.loads((copied / "summary.json").read_text())
    summary["provenance"]["version"] = "7.1.0"
    (copied / "summary.json").write_text(json.dumps(summary))
    with pytest.warns(UserWarning, match=r"results of Curlew 7\.1\.0, this package is for"):
        _ = Results(copied).summary
