"""Animations of fields on planes, of phase and of time, as GIF files by Pillow."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from curlew._extras import load
from curlew.charts.maps import colours
from curlew.errors import MeshError, OutputError, ResultsError
from curlew.plots.fields import SHARE, UNITS, blocks_of, is_surface, quantity_of, time_text
from curlew.plots.model import groups_of
from curlew.plots.outline import Outline, outline_of
from curlew.plots.slices import Slice, slices_of
from curlew.results import Results
from curlew.results.fields import Fields
from curlew.results.table import Array

#: Frames of a series in time at most, and of a period.
MOST_FRAMES, _PHASES = 40, 24
#: The longer side of a picture, height of its line of text, margin of that, pixels.
SIDE, _LINE, _MARGIN = 480, 22, 6
_MILLISECONDS = 80
#: Places in the palette: colours of values first.
_GREY, _BLACK, _WHITE = 253, 254, 255
_VALUES = 251


@dataclass(frozen=True)
class Film:
    """Frames of one plane.

    Attributes:
        name: The name of its file without ``.gif``.
        plane: The plane.
        said: What it shows; each frame adds its phase or time.
        frames: Text and values (v, u) of each.
    """

    name: str
    plane: Slice
    said: str
    frames: list[tuple[str, Array]]


def write_animations(results: Results, folder: str | os.PathLike[str] | None = None) -> list[Path]:
    """Writes the largest component of a field on planes as GIF files: Re(E e^{j phase}) over a period of the
    first and last frequency, or at most 40 times of a run in time.

    Args:
        results: The run.
        folder: Where they go; default: ``plots`` beside the results folder's tables.

    Raises:
        MissingExtraError: Pillow or pyvista is not installed.
        ResultsError: The run has no fields in space, or a file is absent or broken.
        OutputError: The folder or a file cannot be written.
    """
    load("PIL", "plot", "an animation")
    if not (results.folder / "fields.pvd").is_file():
        raise ResultsError(
            f"{results.folder / 'fields.pvd'}: there are no fields to animate; ask for them by "
            '"outputs": { "fields": ... } in the case file'
        )
    fields = results.fields
    try:
        mesh = groups_of(results.resolved)
    except MeshError:
        mesh = None  # the field is shown without the outline
    outline = outline_of(results.resolved, mesh)
    films = list(_in_time(fields) if fields.unit == "s" else _of_phase(fields))
    if not films:
        raise ResultsError(f"{fields.file} lists no fields in space that could be animated")
    where = results.folder / "plots" if folder is None else Path(folder)
    try:
        where.mkdir(parents=True, exist_ok=True)
        return [_write(film, where / f"{film.name}.gif", outline) for film in films]
    except OSError as error:
        raise OutputError(f"{error.filename or where} cannot be written: {error.strerror}") from error


def _of_phase(fields: Fields) -> Iterator[Film]:
    numbers = sorted({0, len(fields) - 1})
    for i, number in enumerate(numbers[: len(fields)], 1):
        for plane, parts, quantity in _sampled(fields, number):
            if len(parts) != 2:
                continue
            phasor = parts[0] + 1j * parts[1]
            axis = _strongest(np.abs(phasor)[None])
            said = f"{quantity}_{'xyz'[axis]} ({UNITS[quantity]}), {time_text(fields, number)}"
            suffix = f"-{i}" if len(numbers) > 1 else ""
            phases = np.arange(_PHASES) * 360.0 / _PHASES
            turned = [(phasor[..., axis] * np.exp(1j * np.radians(p))).real for p in phases]
            texts = [f"phase {p:.0f}°" for p in phases]
            name = f"phase-{'xyz'[plane.normal]}{suffix}"
            yield Film(name, plane, said, list(zip(texts, turned, strict=True)))


def _in_time(fields: Fields) -> Iterator[Film]:
    count = min(len(fields), MOST_FRAMES)
    numbers = np.unique(np.round(np.linspace(0, len(fields) - 1, count)).astype(int))
    films: dict[int, tuple[Slice, str, list[tuple[str, Array]]]] = {}
    for number in numbers.tolist():
        for plane, parts, quantity in _sampled(fields, number):
            film = films.setdefault(plane.normal, (plane, quantity, []))
            film[2].append((time_text(fields, number), parts[0]))
    for plane, quantity, frames in films.values():
        axis = _strongest(np.stack([values for _, values in frames]))
        said = f"{quantity}_{'xyz'[axis]} ({UNITS[quantity]})"
        name = f"time-{'xyz'[plane.normal]}"
        yield Film(name, plane, said, [(text, values[..., axis]) for text, values in frames])


def _sampled(fields: Fields, number: int) -> Iterator[tuple[Slice, list[Array], str]]:
    """Yields planes, the vectors of a snapshot on them, one or real and imaginary part, and their name."""
    blocks = blocks_of(fields.read(number))
    quantity, names = quantity_of(blocks)
    blocks = [b if names and names[0] in b.point_data else b.cell_data_to_point_data() for b in blocks]
    if not names or all(is_surface(block) for block in blocks):
        return
    for plane in slices_of(blocks):
        found = plane.sample(blocks, names)
        if np.isfinite(found[names[0]]).any():
            yield plane, [found[name] for name in names], quantity


def _strongest(vectors: Array) -> int:
    """Returns the component with the greatest sum of squares."""
    return int(np.argmax(np.nansum(vectors**2, axis=tuple(range(vectors.ndim - 1)))))


def _palette() -> list[int]:
    found = np.full((256, 3), 255, dtype=int)
    found[:_VALUES] = colours(np.linspace(0, 1, _VALUES), diverging=True)
    found[_GREY], found[_BLACK] = 150, 27
    return [int(c) for c in found.ravel()]


def _write(film: Film, file: Path, outline: Outline) -> Path:
    known = np.abs(np.concatenate([v[np.isfinite(v)] for _, v in film.frames]))
    top = (float(np.percentile(known, SHARE)) or float(known.max())) if known.size else 0.0
    # The middle of the colours is zero.
    factor = (_VALUES - 1) / 2 / (top or 1.0)
    lines = outline.cut(film.plane.normal, film.plane.at)
    axis_text = "".join("xyz"[d] for d in film.plane.others)
    where = f", {film.plane.said}" if film.plane.said else ""
    head = f"{film.said}{where}; {axis_text[0]} to the right, {axis_text[1]} upwards"
    frames = []
    for text, values in film.frames:
        index = np.clip(np.round(values * factor + (_VALUES - 1) / 2), 0, _VALUES - 1)
        foot = f"{text}; colours from -{top:.3g} to {top:.3g}"
        frames.append(
            _picture(np.nan_to_num(index, nan=_GREY).astype(np.uint8), film.plane, lines, head, foot)
        )
    first, *others = frames
    first.save(file, save_all=True, append_images=others, duration=_MILLISECONDS, loop=0, optimize=False)
    return file


def _picture(index: Array, plane: Slice, lines: Array, head: str, foot: str) -> Any:
    """Returns a picture of places in the palette, [v, u], with the outline and two lines of text."""
    image = load("PIL.Image", "plot", "an animation")
    draw_module = load("PIL.ImageDraw", "plot", "an animation")
    font = _font()
    tall, wide = index.shape
    scale = min(SIDE / wide, (SIDE - 2 * _LINE) / tall)
    size = max(round(wide * scale), 1), max(round(tall * scale), 1)
    field = image.fromarray(np.ascontiguousarray(index[::-1])).resize(size, image.Resampling.NEAREST)
    # Texts need room beside narrow fields.
    page = image.new("P", (SIDE, size[1] + 2 * _LINE), _WHITE)
    page.putpalette(_palette())
    left = (SIDE - size[0]) // 2
    page.paste(field, (left, _LINE))
    draw = draw_module.Draw(page)
    u, v = plane.others
    low, span = plane.low[[u, v]], (plane.high - plane.low)[[u, v]]
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = (lines - low) / span
    for (x1, y1), (x2, y2) in np.round(ends * [size[0], -size[1]] + [left, _LINE + size[1]]).tolist():
        draw.line((x1, y1, x2, y2), fill=_BLACK)
    draw.text((_MARGIN, 3), head, fill=_BLACK, font=font)
    draw.text((_MARGIN, _LINE + size[1] + 3), foot, fill=_BLACK, font=font)
    return page


def _font() -> Any:
    fonts = load("PIL.ImageFont", "plot", "an animation")
    try:
        return fonts.load_default(13)
    except TypeError:  # Pillow before 10.1 has one size
        return fonts.load_default()
