"""Pictures of a model with the names of its pieces."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from curlew._extras import load
from curlew.model.fragments import build_pieces
from curlew.model.imports import Body
from curlew.model.kernel import Array, session, triangulate
from curlew.model.shapes import Moved, Shape
from curlew.model.triangles import Triangles

if TYPE_CHECKING:
    from curlew.model.model import Model

COLOURS = ("#4c78a8", "#f58518", "#54a24b", "#b279a2", "#eeca3b", "#72b7b2", "#9d755d", "#ff9da6")
METAL, PORT = "#c8963e", "#d62728"


def plotter(model: Model, *, window: tuple[int, int] = (1000, 750), offscreen: bool) -> Any:
    """Returns a pyvista plotter with all pieces: conductors in copper, ports in red, materials in colours
    of their own
    or of their STEP file, translucent."""
    pyvista = load("pyvista", "fields", "a picture")
    if offscreen:  # VTK remarks that there is no display, then draws without one
        logger = load("vtkmodules.vtkCommonCore", "fields", "a picture").vtkLogger
        logger.SetStderrVerbosity(logger.VERBOSITY_OFF)
    result = pyvista.Plotter(off_screen=offscreen, window_size=window)
    materials = list(dict.fromkeys(piece.of for piece in model.pieces.values()))
    labels, places = [], []
    for name, piece in model.pieces.items():
        points, triangles = facets(model, name)
        mesh = pyvista.PolyData(points, np.insert(triangles, 0, 3, axis=1))
        colour: Any = COLOURS[materials.index(piece.of) % len(COLOURS)]
        own = own_colour(piece.shape)
        if own:
            colour = [c / 255 for c in own[:3]]
        opacity = 0.35
        if piece.of in model.surfaces:
            colour, opacity = colour if own else METAL, 1.0 if piece.shape.dim == 2 else 0.8
        if name in model.marks:
            colour, opacity = PORT, 1.0
        result.add_mesh(mesh, color=colour, opacity=opacity)
        result.add_mesh(mesh.extract_feature_edges(25), color="black", line_width=1)
        labels.append(f"{name} ({model.marks[name]['type'] if name in model.marks else piece.of})")
        corner = points[np.argmax(points @ np.array([0.3, -0.5, 0.8]))]
        places.append(points.mean(axis=0) if piece.shape.dim == 2 else corner)
    result.add_point_labels(np.array(places), labels, font_size=14, shape_opacity=0.6, always_visible=True)
    result.set_background("white")
    result.show_axes()
    return result


def picture(
    model: Model, file: str | os.PathLike[str] | None = None, *, window: tuple[int, int] = (1000, 750)
) -> Any:
    """Draws a model into a PNG file; returns the picture as an array (height, width, 3)."""
    drawn = plotter(model, window=window, offscreen=True)
    pixels = drawn.screenshot(None if file is None else os.fspath(file), return_img=True)
    drawn.close()
    return pixels


def show(model: Model) -> None:
    """Shows a model in a window or notebook."""
    plotter(model, offscreen=False).show()


def facets(model: Model, name: str) -> tuple[Array, Triangles]:
    """Returns points (n, 3), in the model's unit, and triangles (m, 3) of a piece."""
    with session("picture") as gmsh:
        build_pieces(gmsh, [model.pieces[name]], model.kernel)
        return triangulate(gmsh, 24)


def own_colour(shape: Shape) -> tuple[int, ...]:
    """Returns the colour of a body of a STEP file, or nothing."""
    while isinstance(shape, Moved):
        shape = shape.shape
    return shape.colour if isinstance(shape, Body) else ()
