"""Names through cuts: every volume and face has one name, and the volumes and areas of an independent
count."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gmsh")

from curlew.model import Box, Model, Rectangle, Sphere
from curlew.model.fragments import arrange
from curlew.model.kernel import session

COUNT = 200


def grid_count(low: Any, high: Any) -> tuple[Any, Any]:
    """Volumes and areas of boxes of which later ones own the place, on the grid of all their planes. A face
    belongs to
    the later of its two boxes."""
    cuts = [np.unique(np.concatenate([low[:, i], high[:, i]])) for i in range(3)]
    owner = np.full([len(c) + 1 for c in cuts], -1, np.int16)
    for k in range(len(low)):
        place = (
            slice(np.searchsorted(cuts[i], low[k, i]) + 1, np.searchsorted(cuts[i], high[k, i]) + 1)
            for i in range(3)
        )
        owner[tuple(place)] = k
    steps = [np.concatenate([[0], np.diff(c), [0]]) for c in cuts]
    volumes, areas = np.zeros(len(low)), np.zeros(len(low))
    for i, layer in enumerate(owner):
        weight = np.outer(steps[1], steps[2]) * steps[0][i]
        volumes += np.bincount(layer.ravel() + 1, weight.ravel(), len(low) + 1)[1:]
    for axis in range(3):
        layers = np.moveaxis(owner, axis, 0)
        weight = np.outer(*(steps[i] for i in range(3) if i != axis))
        for a, b in pairwise(layers):
            differ = a != b
            areas += np.bincount(np.maximum(a, b)[differ], weight[differ], len(low))
    return volumes, areas


def test_random_boxes_have_one_name_each() -> None:
    random = np.random.default_rng(31)
    low = random.uniform(0, 1, (COUNT, 3))
    high = low + random.uniform(0.03, 0.17, (COUNT, 3))
    model = Model()
    for k in range(COUNT):
        model.add(str(k), Box(tuple(low[k]), tuple(high[k])), "air")
    volumes, areas = np.zeros(COUNT), np.zeros(COUNT)
    with session("test") as gmsh:
        a = arrange(gmsh, list(model.pieces.values()), model.kernel)
        assert {tag for _, tag in gmsh.model.getEntities(3)} == set(a.volumes)
        assert {tag for _, tag in gmsh.model.getEntities(2)} == set(a.faces)
        for tag, name in a.volumes.items():
            volumes[int(name)] += gmsh.model.occ.getMass(3, tag)
        for tag, name in a.faces.items():
            areas[int(name)] += 0 if tag in a.inner else gmsh.model.occ.getMass(2, tag)
    expected = grid_count(low, high)
    assert len(a.volumes) > COUNT
    np.testing.assert_allclose(volumes, expected[0], rtol=0, atol=1e-9)
    np.testing.assert_allclose(areas, expected[1], rtol=0, atol=1e-9)
    # The count would notice one box of another rank.
    swapped = np.arange(COUNT)
    overlap = next(
        k
        for k in range(1, COUNT)
        if ((low[0] < high[k]).all() and (low[k] < high[0]).all()) or k == COUNT - 1
    )
    swapped[[0, overlap]] = swapped[[overlap, 0]]
    assert abs(grid_count(low[swapped], high[swapped])[0][swapped] - expected[0]).max() > 1e-6


def test_priority_goes_before_order() -> None:
    model = Model()
    model.material("glass", eps_r=4)
    model.add("core", Box((0, 0, 0), (1, 1, 1)), "glass", priority=1)
    model.add("later", Box((0.5, 0, 0), (1.5, 1, 1)), "air")
    with session("test") as gmsh:
        a = arrange(gmsh, list(model.pieces.values()), model.kernel)
        volume = {n: sum(gmsh.model.occ.getMass(3, v) for v in a.volumes_of(n)) for n in model.pieces}
    assert volume["core"] == pytest.approx(1, abs=1e-9)
    assert volume["later"] == pytest.approx(0.5, abs=1e-9)


def test_sheets_in_and_on_bodies_keep_their_names() -> None:
    model = Model()
    model.add("ball", Sphere((0, 0, 0), 2), "air")
    model.add("brick", Box((-1, -1, 0), (1, 1, 1)), "air")
    model.add("on", Rectangle((-0.5, -0.5, 1), (0.5, 0.5, 1)), "pec")
    model.add("across", Rectangle((0, -1.5, 0.5), (0.5, 1.5, 0.5)), "pec")
    with session("test") as gmsh:
        a = arrange(gmsh, list(model.pieces.values()), model.kernel)
        area = {n: sum(gmsh.model.occ.getMass(2, f) for f in a.faces_of(n)) for n in model.pieces}
        sides = {len(set(a.sides[f])) for f in a.faces_of("on")}
    assert area["on"] == pytest.approx(1, abs=1e-9)
    assert area["across"] == pytest.approx(1.5, abs=1e-9)
    assert area["ball"] == pytest.approx(16 * np.pi, rel=1e-9)
    assert sides == {2}
