"""Figures of antennas and circuits against closed forms."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from written import far_tables, write

from curlew import Results, ResultsError
from curlew.errors import CurlewError
from curlew.results import (
    axial_ratio,
    circular,
    efficiencies,
    front_to_back,
    great_circle,
    group_delay,
    half_power_beam_width,
    ludwig3,
    mixed_mode,
    side_lobe_level,
    vswr,
)

ANGLES = np.linspace(-180, 180, 721)


def db(power: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore"):
        return np.asarray(10 * np.log10(power))


@pytest.mark.parametrize("n", [1, 2, 4, 8])
def test_beam_width_of_cos_to_the_n(n: int) -> None:
    """cos^n falls to a half at arccos(2^(-1/n)). Linear between half degrees: 1e-3 degrees."""
    power = np.maximum(np.cos(np.radians(ANGLES)), 0) ** n
    expected = 2 * np.degrees(np.arccos(0.5 ** (1 / n)))
    assert half_power_beam_width(ANGLES, db(power)) == pytest.approx(expected, abs=5e-3)
    # Twins: at 2 dB, and of another pattern, it is another angle.
    assert half_power_beam_width(ANGLES, db(power) * 1.5) != pytest.approx(expected, abs=0.1)


def test_beam_width_of_a_cut_that_ends_before() -> None:
    angle = np.linspace(0, 90, 91)
    assert np.isnan(half_power_beam_width(angle, db(np.cos(np.radians(angle)) ** 2 + 1e-9)))


@pytest.mark.parametrize(("elements", "expected"), [(5, -12.04), (10, -12.97), (50, -13.24)])
def test_side_lobes_of_uniform_arrays(elements: int, expected: float) -> None:
    """|sin(N x) / (N sin x)|^2 between its poles; the second maximum, searched finely."""
    x = np.linspace(-np.pi / 2, np.pi / 2, 40001)[1:-1] + 1e-9
    power = (np.sin(elements * x) / (elements * np.sin(x))) ** 2
    found = side_lobe_level(np.degrees(x), db(power + 1e-30))
    lobe = x > np.pi / elements
    assert found == pytest.approx(db(power[lobe].max()), abs=1e-6)
    assert found == pytest.approx(expected, abs=0.01)


def test_side_lobes_go_on_past_the_ends_of_a_circle() -> None:
    """A main lobe at 180 degrees, cut in two by the ends: its halves are no side lobes."""
    power = np.cos(np.radians(ANGLES - 180)) ** 8 * (1 + 0.5 * np.cos(np.radians(ANGLES - 180)))
    assert side_lobe_level(ANGLES, db(power + 1e-12)) == pytest.approx(db(np.array(0.5 / 1.5)), abs=1e-6)
    assert np.isnan(side_lobe_level(np.array([0.0, 10, 20]), np.array([0.0, -1, -2])))


@pytest.mark.parametrize("turn", [0.0, 60.0, -170.0])
def test_front_to_back_of_a_limacon(turn: float) -> None:
    power = (2 + np.cos(np.radians(ANGLES - turn))) ** 2
    assert front_to_back(ANGLES, db(power)) == pytest.approx(20 * np.log10(3), abs=1e-9)
    with pytest.raises(CurlewError, match="is not on it; ask for phi \\+ 180 too"):
        front_to_back(ANGLES[330:390], db(power[330:390]))


def test_axial_ratio_of_an_ellipse() -> None:
    """An ellipse with axes 1 and b, turned by any angle, of either hand."""
    b = np.array([1.0, 0.5, 0.1, 0.01])
    for turn in np.radians([0, 20, 45, 130]):
        for hand in (1, -1):
            u, v = np.ones(4), -1j * hand * b
            theta, phi = u * np.cos(turn) - v * np.sin(turn), u * np.sin(turn) + v * np.cos(turn)
            assert axial_ratio(theta, phi) == pytest.approx(-20 * np.log10(b), abs=1e-6)
            right, left = circular(theta, phi)
            assert ((np.abs(right) >= np.abs(left)) == (hand == 1)).all()
    assert axial_ratio(np.array(1.0), np.array(0.3)) == np.inf


def test_ludwig3_of_huygens_sources() -> None:
    """A Huygens source along x or y has no crosspolar field; a dipole along x has
    sin(2 phi) (1 - cos theta) / 2 [Ludwig 1973]."""
    theta, phi = np.meshgrid(np.radians(np.arange(0, 180, 15)), np.radians(np.arange(0, 360, 20)))
    e_theta, e_phi = (1 + np.cos(theta)) * np.cos(phi), -(1 + np.cos(theta)) * np.sin(phi)
    co, cross = ludwig3(e_theta, e_phi, np.degrees(phi))
    assert np.allclose(cross, 0)
    assert np.allclose(co, 1 + np.cos(theta))
    co, cross = ludwig3(
        (1 + np.cos(theta)) * np.sin(phi), (1 + np.cos(theta)) * np.cos(phi), np.degrees(phi), 90
    )
    assert np.allclose(cross, 0)
    assert np.allclose(co, 1 + np.cos(theta))
    co, cross = ludwig3(np.cos(theta) * np.cos(phi), -np.sin(phi), np.degrees(phi))
    assert np.allclose(np.abs(cross), np.abs(np.sin(2 * phi) * (1 - np.cos(theta)) / 2))


def test_efficiencies_of_a_table(tmp_path: Path) -> None:
    far = Results(write(tmp_path / "r", far_tables())).far_field
    found = efficiencies(far)
    assert [e.f for e in found] == [1e9, 2e9, 3e9]
    assert [e.radiation for e in found] == pytest.approx([0.8] * 3)
    assert [e.total for e in found] == pytest.approx([0.6] * 3)


def test_great_circle(tmp_path: Path) -> None:
    far = Results(write(tmp_path / "r", far_tables())).far_field.where(f=1e9)
    angle, level = great_circle(far, "directivity (dBi)", 0)
    assert angle.tolist() == list(np.arange(-180, 181, 10))
    pattern = 3 * ((1 + np.cos(np.radians(angle))) / 2) ** 2
    assert level[1:-1] == pytest.approx(db(pattern[1:-1]), abs=1e-6)
    with pytest.raises(ResultsError, match="no cut at phi = 7; there are 0, 30"):
        great_circle(far, "directivity (dBi)", 7)


def test_vswr() -> None:
    """A load r Z has the ratio r, and so has Z / r."""
    r = np.array([1.0, 1.5, 3, 20])
    for load in (r, 1 / r):
        assert vswr((load - 1) / (load + 1)) == pytest.approx(r)
    assert vswr(np.array([1.0, -1j, 1.1])).tolist() == [np.inf] * 3


def test_group_delay_of_a_resonator() -> None:
    """S21 = 1 / (1 + j x), x = (f - f0) / b: -d arg / d omega = 1 / (2 pi b (1 + x^2)). The error of
    parabolas falls with the square of the step."""
    errors = []
    for count in (101, 201):
        f = np.linspace(1e9, 3e9, count)
        x = (f - 2e9) / 2e8
        exact = 1 / (2 * np.pi * 2e8 * (1 + x**2))
        errors.append(np.abs(group_delay(f, 1 / (1 + 1j * x)) - exact).max() / exact.max())
    assert errors[0] < 0.02
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.15)


def test_group_delay_leaves_out_what_is_not_known() -> None:
    f = np.linspace(1e9, 2e9, 11)
    s = np.exp(-2j * np.pi * f * 1e-9)
    s[4] = np.nan
    delay = group_delay(f, s)
    assert np.isnan(delay[4])
    assert np.delete(delay, 4) == pytest.approx(1e-9)
    with pytest.raises(CurlewError, match="do not fit"):
        group_delay(f, s[:3])


def test_mixed_modes_of_an_unbalanced_line() -> None:
    """Two lines of unlike length: the halves of the sum pass, those of the difference convert."""
    a, b = np.exp(-1j), np.exp(-1.3j)
    s = np.zeros((1, 4, 4), dtype=complex)
    s[0, 2, 0] = s[0, 0, 2] = a
    s[0, 3, 1] = s[0, 1, 3] = b
    found = mixed_mode(s, [(1, 2), (3, 4)])[0]
    assert found[1, 0] == pytest.approx((a + b) / 2)  # differential to differential
    assert found[3, 2] == pytest.approx((a + b) / 2)  # common to common
    assert found[3, 0] == pytest.approx((a - b) / 2)  # differential to common
    assert np.allclose(found.conj().T @ found, np.eye(4))  # no losses
    with pytest.raises(CurlewError, match="no pairs of ports from 1 to 4, each once"):
        mixed_mode(s, [(1, 2), (2, 3)])


def test_mixed_modes_keep_single_ports() -> None:
    """An ideal balun: port 1 to the differential mode of ports 2 and 3 alone."""
    half = 1 / np.sqrt(2)
    s = np.array([[[0, half, -half], [half, 0.5, 0.5], [-half, 0.5, 0.5]]])
    found = mixed_mode(s, [(2, 3)])[0]
    assert np.allclose(found, [[0, 0, 1], [0, 1, 0], [1, 0, 0]])
