"""Parts of SVG: text, paths, pictures, the frame of a chart."""

from __future__ import annotations

import base64
import struct
import zlib
from html import escape

import numpy as np

from curlew.charts.style import LIGHT, rules
from curlew.results.table import Array

#: Size of a chart in pixels: readable as it stands on a screen 400 pixels wide.
WIDTH, HEIGHT = 420.0, 290.0
#: Sizes of letters: of labels, and of ticks and legends.
NORMAL, SMALL = 13.0, 12.0
#: Mean width of a character in parts of the font's size, for room beside labels.
_CHARACTER = 0.57


def width_of(text: str, size: float = NORMAL) -> float:
    """Returns the estimated width of a text in pixels."""
    return len(text) * _CHARACTER * size


def text(x: float, y: float, said: str, anchor: str = "middle", kind: str = "", turn: float = 0) -> str:
    """Returns a line of text; `turn` rotates it, in degrees."""
    how = f' class="{kind}"' if kind else ""
    turned = f' transform="rotate({turn:g} {x:.1f} {y:.1f})"' if turn else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{how}{turned}>{escape(said)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """Returns a straight line."""
    return f'<path class="{kind}" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>'


def path(x: Array, y: Array, kind: str) -> str:
    """Returns a curve through points in pixels, with gaps where one is not finite. Where there are many
    points the least and the greatest of each half pixel are kept."""
    known = np.isfinite(x) & np.isfinite(y)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], known, [False]]).astype(int)))
    pieces = []
    for begin, end in zip(edges[::2], edges[1::2], strict=True):
        px, py = _thinned(x[begin:end], np.clip(y[begin:end], -1e4, 1e4))
        if len(px) == 1:
            px, py = np.repeat(px, 2), np.repeat(py, 2)
        flat = np.column_stack([px, py]).ravel().tolist()
        pieces.append("M" + ("%.1f %.1f " * len(px) % tuple(flat)).rstrip())
    return f'<path class="line {kind}" d="{"".join(pieces)}"/>' if pieces else ""


def _thinned(x: Array, y: Array) -> tuple[Array, Array]:
    if len(x) < 4 * WIDTH or (np.diff(x) < 0).any():
        return x, y
    columns = np.floor(2 * x).astype(int)
    starts = np.flatnonzero(np.diff(columns, prepend=columns[0] - 1))
    lows, highs = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
    # Of two points the first is the one on the side of the curve before.
    return np.repeat(x[starts], 2), np.column_stack([lows, highs]).ravel()


def dots(x: Array, y: Array, kind: str, size: float = 2.6) -> str:
    """Returns a dot at each finite point."""
    return "".join(
        f'<circle class="{kind}" cx="{a:.1f}" cy="{b:.1f}" r="{size:g}"/>'
        for a, b in zip(x.tolist(), y.tolist(), strict=True)
        if np.isfinite(a) and np.isfinite(b)
    )


def inset(x: float, y: float, width: float, height: float, content: str) -> str:
    """Returns content that is cut off at a rectangle; its pixels are those of the whole chart."""
    box = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    view = f"{x:.1f} {y:.1f} {width:.1f} {height:.1f}"
    return f'<svg {box} viewBox="{view}" overflow="hidden">{content}</svg>'


def png(pixels: Array) -> bytes:
    """Returns a picture of (height, width, 3) bytes as PNG."""
    height, width, _ = pixels.shape
    rows = np.zeros((height, 1 + 3 * width), dtype=np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows.tobytes(), 6)) + chunk(b"IEND", b"")
    )


def picture(x: float, y: float, width: float, height: float, data: bytes) -> str:
    """Returns a PNG file stretched over a rectangle."""
    box = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return (
        f'<image {box} preserveAspectRatio="none" '
        f'href="data:image/png;base64,{base64.b64encode(data).decode()}"/>'
    )


def inline(said: str, content: str, height: float = HEIGHT) -> str:
    """Returns a chart for a page, which has the `rules` and a caption; `said` is for screen readers."""
    size = f'viewBox="0 0 {WIDTH:g} {height:g}" role="img" aria-label="{escape(said)}"'
    return f'<svg class="chart" {size}>{content}</svg>'


def document(title: str, content: str, height: float = HEIGHT) -> str:
    """Returns a chart as a file of its own, on white, with its title above."""
    top = 24.0
    size = f'viewBox="0 0 {WIDTH:g} {height + top:g}" width="{WIDTH:g}" height="{height + top:g}"'
    paper = f'<rect class="paper" width="{WIDTH:g}" height="{height + top:g}"/>'
    short = title if width_of(title, 13) < WIDTH - 16 else title[: int((WIDTH - 24) / 13 / _CHARACTER)] + "…"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" {size} role="img">'
        f"<title>{escape(title)}</title><style>{rules(LIGHT)}</style>{paper}"
        f'{text(WIDTH / 2, 17, short, kind="title")}<g transform="translate(0 {top:g})">{content}</g></svg>\n'
    )
