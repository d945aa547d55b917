"""The library of materials and fits of poles, as the program has them."""

import pytest

import curlew
from curlew import materials


def test_entries_have_sources_and_bands():
    for name in materials.names():
        entry = materials.get(name)
        assert entry.source
        assert 0 < entry.band[0] < entry.band[1]
    with pytest.raises(KeyError):
        materials.get("unobtainium")


def test_a_table_is_fitted(tmp_path):
    table = tmp_path / "water.csv"
    rows = [(f, 1 / (1 + 1j * f / 19)) for f in range(1, 31)]
    table.write_text(
        "frequency (GHz),eps',eps''\n" + "".join(f"{f},{5 + 73 * s.real},{-73 * s.imag}\n" for f, s in rows)
    )
    fit = materials.fit(table, band=(1e9, "20 GHz"))
    strengths = [p["delta_eps"] for kind in ("debye", "lorentz") for p in fit.keys.get(kind, [])]
    assert fit.keys["eps_inf"] + sum(strengths) == pytest.approx(78, rel=0.01)
    assert "passive at all frequencies" in fit.report
    table.write_text("frequency (GHz),eps',eps''\n1,5,2\n3,5,-2\n")
    with pytest.raises(curlew.CurlewError, match=r"water\.csv:3:5: eps'' is -2"):
        materials.fit(table)


def test_models_know_the_index_of_library_materials():
    from curlew.model.media import index

    n_d = index("glass", {"library": "BK7 (Schott)"}, 299792458 / 587.6e-9)
    assert n_d == pytest.approx(1.5168, abs=1e-4)
    assert index("gold", {"n": [0.2, 3.4]}, 5e14) == pytest.approx(abs(0.2 - 3.4j))
    assert index("gold", {"eps_r": [-10.0, -1.0]}, 5e14) == pytest.approx(abs(-10 - 1j) ** 0.5)
    with pytest.raises(curlew.model.errors.ModelError, match='no "BK8" in the library'):
        index("glass", {"library": "BK8"}, 5e14)
