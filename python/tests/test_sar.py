"""SAR: local and averaged over cubes. Sources of truth: formulas, and the exact sphere."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from conftest import quickly

import curlew
from curlew.results import sar
from curlew.results.sar import CENTRE, INSIDE, ONE_SIDED, UNKNOWN, average_sar, local_sar

GRAM, TEN_GRAMS = 1e-3, 1e-2
CUBE = 2e-3  # edge of a cell in m


def block(value: float = 1000.0) -> np.ndarray:
    """Returns the density of a block of 48 mm with 8 cells of air around it."""
    density = np.zeros((40, 40, 40))
    density[8:32, 8:32, 8:32] = value
    return density


@pytest.mark.parametrize("mass", [GRAM, TEN_GRAMS])
def test_a_uniform_field_in_a_uniform_block_has_one_value_whatever_the_mass(mass: float) -> None:
    density, sigma = block(), 0.8
    field = np.zeros((*density.shape, 3), dtype=complex)
    field[..., 0], field[..., 1] = 30j, 40.0
    local = local_sar(field, np.where(density > 0, sigma, 0), density)
    expected = sigma * 50**2 / (2 * 1000)
    found = average_sar(local, density, [CUBE] * 3, mass)
    assert np.nanmin(found.sar) == pytest.approx(expected, rel=1e-9)
    assert found.peak == pytest.approx(expected, rel=1e-9)
    assert np.array_equal(np.isnan(found.sar), density == 0)
    # The cube in the middle has the mass; its faces cut cells.
    assert found.side[20, 20, 20] == pytest.approx(np.cbrt(mass / 1000), rel=1e-6)
    assert found.status[20, 20, 20] == CENTRE
    assert found.status[8, 20, 20] != CENTRE  # its cube would be half air
    # The twin: a peak phasor is no effective value.
    assert found.peak != pytest.approx(2 * expected, rel=0.1)


def half_space(
    depth: float, edge: float, shape: tuple[int, int, int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns local SAR, density and lower ends of cells: exp(-2 z / depth) from z = 0 on, means of cells."""
    density = np.full(shape, 1000.0)
    air = 5
    density[:, :, :air] = 0
    z = (np.arange(shape[2]) - air) * edge
    mean = depth / 2 * (np.exp(-2 * z / depth) - np.exp(-2 * (z + edge) / depth)) / edge
    return np.broadcast_to(np.where(z >= -edge / 2, mean, 0), shape).copy(), density, z


def mean_of_wave(low: np.ndarray | float, high: np.ndarray | float, depth: float) -> np.ndarray | float:
    return depth / 2 * (np.exp(-2 * low / depth) - np.exp(-2 * high / depth)) / (high - low)


def test_a_wave_that_decays_in_a_half_space_has_the_analytic_average() -> None:
    edge, depth = 2e-3, 8e-3
    local, density, z = half_space(depth, edge, (31, 31, 36))
    found = average_sar(local, density, [edge] * 3, TEN_GRAMS)
    side = np.cbrt(TEN_GRAMS / 1000)  # 21.54 mm
    line, status = found.sar[15, 15], found.status[15, 15]
    middle = z + edge / 2
    inner = (middle >= side / 2) & (middle + side / 2 <= z[-1] + edge)
    assert (status[inner] == CENTRE).all()
    whole = np.floor((middle[inner] + side / 2) / edge) == np.ceil((middle[inner] + side / 2) / edge)
    assert not whole.any()  # every cube cuts cells
    # Within a cut cell the sum takes its mean: second order in the cell, 0.8 % here.
    expected = mean_of_wave(middle[inner] - side / 2, middle[inner] + side / 2, depth)
    assert line[inner] == pytest.approx(expected, rel=0.02)
    # Cells above take the largest average of the valid cubes that hold all of them, that of the first.
    first = int(np.flatnonzero(inner)[0])
    held = np.arange(36)[(z >= middle[first] - side / 2) & (np.arange(36) < first)]
    assert len(held) > 0
    assert (status[held] == INSIDE).all()
    assert line[held] == pytest.approx(line[first], rel=1e-12)
    # The cell at the surface is in none: a cube with it at the middle of a face begins at the surface.
    assert status[5] == ONE_SIDED
    assert line[5] == pytest.approx(mean_of_wave(0, side, depth), rel=0.02)
    assert found.peak == pytest.approx(line[5], rel=1e-9)
    # Cells at the ends of the grid: that no cube which is known is theirs is said.
    assert found.status[0, 0, 5] == UNKNOWN
    assert np.isnan(found.sar[0, 0, 5])
    # Twins: the local value at the surface, and the average of 1 g, are others.
    assert local[15, 15, 5] > 2 * found.peak
    assert average_sar(local, density, [edge] * 3, GRAM).peak > 1.3 * found.peak


def test_finer_cells_come_nearer_to_the_average_of_the_wave() -> None:
    depth, side, off = 8e-3, np.cbrt(GRAM / 1000), []
    for edge in (2e-3, 1e-3):
        n = round(0.03 / edge)
        local, density, _ = half_space(depth, edge, (n, n, n))
        found = average_sar(local, density, [edge] * 3, GRAM)
        off.append(abs(found.sar[n // 2, n // 2, 5] / mean_of_wave(0, side, depth) - 1))
    assert off[1] <= off[0]
    assert off[1] < 0.01


def test_cubes_that_leave_a_grid_which_cuts_the_body_are_not_taken() -> None:
    density = np.full((20, 20, 20), 1000.0)
    local = np.ones(density.shape)
    local[0] = 1e6  # at the end: nothing is known behind it
    found = average_sar(local, density, [CUBE] * 3, GRAM)
    assert found.status[10, 10, 10] == CENTRE
    # Cubes of 5 cells: the first that is inside holds the cells at the end.
    assert found.status[0, 0, 0] == INSIDE
    assert found.sar[0, 0, 0] == pytest.approx((1e6 + 4) / 5)
    with pytest.raises(curlew.CurlewError, match=r"no cube of 0\.01 kg lies inside"):
        average_sar(np.ones((40, 10, 40)), np.full((40, 10, 40), 1000.0), [CUBE] * 3, TEN_GRAMS)


def test_layers_of_other_densities_and_bricks_are_weighed() -> None:
    # 1 g: 1000 and 2000 kg/m^3 in halves. The sum of powers over that of masses, by hand.
    density = np.zeros((30, 30, 30))
    density[5:15, 5:25, 5:25], density[15:25, 5:25, 5:25] = 1000, 2000
    local = np.where(density == 1000, 3.0, np.where(density == 2000, 1.0, 0))
    found = average_sar(local, density, [1e-3, 1e-3, 1e-3], GRAM)
    half = found.side[15, 15, 15] / 2
    light, heavy = half - 0.5e-3, half + 0.5e-3  # of the cell's middle to the interface at its lower end
    mass = (2 * half) ** 2 * (1000 * light + 2000 * heavy)
    assert mass == pytest.approx(GRAM, rel=1e-6)
    assert found.sar[15, 15, 15] == pytest.approx(
        (3 * 1000 * light + 2000 * heavy) / (1000 * light + 2000 * heavy)
    )
    flat = average_sar(
        np.ones((20, 40, 10)), np.pad(np.full((18, 38, 8), 900.0), 1), [2e-3, 1e-3, 4e-3], GRAM
    )
    assert flat.peak == pytest.approx(1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mass": "10 g"}, "above 0 kg"),
        ({"mass": 0}, "above 0 kg"),
        ({"mass": float("nan")}, "above 0 kg"),
        ({"mass": 1}, "less than a cube of 1 kg"),
        ({"cell": [1e-3, 1e-3]}, "three edges"),
        ({"cell": [1e-3, 0, 1e-3]}, "three edges"),
        ({"local": np.ones((40, 40))}, "of one shape"),
        ({"local": np.full((40, 40, 40), np.nan)}, "finite"),
        ({"local": np.full((40, 40, 40), -1.0)}, "not below 0"),
        ({"density": -block()}, "not below 0"),
        ({"density": np.where(block() > 0, np.inf, 0)}, "finite"),
    ],
)
def test_what_has_no_average_is_refused(change: dict, message: str) -> None:
    given = {"local": np.ones((40, 40, 40)), "density": block(), "cell": [CUBE] * 3, "mass": GRAM} | change
    with pytest.raises(curlew.CurlewError, match=message):
        average_sar(**given)


def test_local_sar_refuses_what_it_cannot_be_of() -> None:
    with pytest.raises(curlew.CurlewError, match="shape"):
        local_sar(np.ones((2, 2, 2)), 1.0, 1000.0)
    with pytest.raises(curlew.CurlewError, match="give power"):
        local_sar(np.ones((2, 2, 2, 3)), -1.0, np.full((2, 2, 2), 1000.0))
    tensor = local_sar(
        np.ones((1, 1, 1, 3)), np.array([1.0, 2.0, 3.0]).reshape(1, 1, 1, 3), np.full((1, 1, 1), 500.0)
    )
    assert tensor.item() == pytest.approx(6 / 1000)


def ball() -> curlew.Case:
    case = curlew.Case.new("fdfd", frequency="900 MHz")
    case["grid"] = {"cell": "5 mm", "size": ["200 mm"] * 3, "smoothing": False}
    case["materials.muscle"] = {"eps_r": 55, "sigma": 0.94, "density": 1040}
    case["objects.0"] = {"shape": "sphere", "center": [0, 0, 0], "radius": "40 mm", "material": "muscle"}
    case["excitations.0"] = {
        "name": "wave",
        "type": "plane-wave",
        "direction": [0, 0, 1],
        "polarization": [1, 0, 0],
    }
    case["outputs"] = {"sar": True, "powers": True, "fields": {"quantities": ["E"], "total": True}}
    return case


def test_a_sphere_absorbs_what_its_sar_adds_up_to(tmp_path: Path) -> None:
    pytest.importorskip("pyvista")
    case = ball()
    with pytest.warns(UserWarning, match="cells"):
        results = quickly(case, tmp_path / "results")
    found = results.sar()
    # By the series of Mie: 6.319e-6 W in a wave of 1 V/m. 8 cells in a radius: 5 % less here.
    exact = 6.319e-6
    assert found.power == pytest.approx(exact, rel=0.08)
    assert found.power == pytest.approx(float(results.powers["absorbed"][0]), rel=0.08)
    assert found.power == pytest.approx(results.summary["solves"][0]["sar"]["power_w"], rel=1e-9)
    assert found.mass == pytest.approx(results.summary["solves"][0]["sar"]["mass_kg"], rel=1e-9)
    tenfold, single = found.average(TEN_GRAMS), found.average(GRAM)
    assert found.power / found.mass < tenfold.peak < single.peak < found.local.max()
    assert np.linalg.norm(found.place(tenfold.index)) < 0.04
    # Another density, of the same power; none; of a material that there is not.
    light = results.sar(density={"muscle": 520})
    assert light.power == pytest.approx(found.power)
    assert light.local.max() == pytest.approx(2 * found.local.max())
    with pytest.raises(curlew.ResultsError, match="has a material with a density"):
        results.sar(density={"muscle": 0})
    with pytest.raises(curlew.ResultsError, match='no material "fat"'):
        results.sar(density={"fat": 900})
    with pytest.raises(curlew.ResultsError, match="not below 0"):
        results.sar(density={"muscle": -1})
    with pytest.raises(curlew.ResultsError, match="number 7"):
        results.sar(7)


def test_results_without_what_sar_needs_say_so(tmp_path: Path) -> None:
    pytest.importorskip("pyvista")
    case = ball()
    case["grid"] = {"cell": "10 mm", "size": ["300 mm"] * 3, "pml": {"cells": 6}}
    case["solver.tolerance"] = 1e-2
    case["objects.1"] = {"shape": "box", "min": [0.06, 0, 0], "max": [0.08, 0.02, 0.02], "material": "shell"}
    case["materials.shell"] = {"eps_r": 3, "sigma": 0.01}
    with pytest.warns(UserWarning, match="cells"):
        results = quickly(case, tmp_path / "shell")
    with pytest.raises(curlew.ResultsError, match='"shell" absorbs and has no density'):
        results.sar()
    with pytest.raises(curlew.ResultsError, match='knew no density of "shell"'):
        results.sar(density={"shell": 1900})
    assert results.sar(density={"shell": 0}).mass > 0
    case["outputs.fields.slice"] = {"axis": "z", "at": 0}
    with pytest.warns(UserWarning, match="cells"):
        sliced = quickly(case, tmp_path / "slice")
    with pytest.raises(curlew.ResultsError, match="no slices"):
        sliced.sar()
    del case["outputs.fields.slice"], case["outputs.sar"]
    with pytest.warns(UserWarning, match="cells"):
        without = quickly(case, tmp_path / "without")
    with pytest.raises(curlew.ResultsError, match="no local SAR"):
        without.sar()


def test_largest_neighbours_are_those_of_a_plain_search() -> None:
    values = np.random.default_rng(3).normal(size=(9, 7, 5))
    for reach in range(6):
        found = sar._largest_along(values, 1, reach)
        for j in range(7):
            plain = values[:, max(0, j - reach) : j + reach + 1].max(axis=1)
            assert np.array_equal(found[:, j], plain)
