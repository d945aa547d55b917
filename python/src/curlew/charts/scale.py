"""Axes: from values to pixels, ticks at round numbers, units with a prefix."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from curlew.results.table import Array, Column

_PREFIXES = {-18: "a", -15: "f", -12: "p", -9: "n", -6: "µ", -3: "m", 0: "", 3: "k", 6: "M", 9: "G", 12: "T"}
#: Units that take a prefix; the others are ratios, angles and powers of units.
_TAKES_PREFIX = {"Hz", "s", "m", "V", "A", "W", "J", "V/m", "A/m", "V s/m", "A s/m", "ohm"}

#: 0.95 V is 0.95 V, not 950 mV: an axis to 1 V has round numbers.
_NEARLY = 1.06


@dataclass(frozen=True)
class Axis:
    """A quantity along an axis.

    Attributes:
        quantity: Its name, ``"f"``.
        unit: Its unit without a prefix, ``"Hz"``; empty: none.
        log: Whether its scale is logarithmic.
        span: Lowest and highest value shown; None: as the values have it.
        step: Distance of ticks; 0: as fits.
    """

    quantity: str
    unit: str = ""
    log: bool = False
    span: tuple[float, float] | None = None
    step: float = 0.0

    @classmethod
    def of(cls, header: str, *, log: bool = False) -> Axis:
        """Returns the axis of a column of a table.

        >>> Axis.of("f (Hz)")
        Axis(quantity='f', unit='Hz', log=False, span=None, step=0.0)
        """
        column = Column.of(header)
        return cls(column.quantity, column.unit, log)


def prefix(unit: str, largest: float) -> tuple[float, str]:
    """Returns what values are divided by, and the unit with the prefix that fits the largest of them.

    >>> prefix("Hz", 2.4e9)
    (1000000000.0, 'GHz')
    >>> prefix("dB", 1e4)
    (1.0, 'dB')
    """
    if unit not in _TAKES_PREFIX or not (math.isfinite(largest) and largest > 0):
        return 1.0, unit
    power = 3 * math.floor(math.log10(largest * _NEARLY) / 3)
    if power not in _PREFIXES:
        return 1.0, unit
    return 10.0**power, _PREFIXES[power] + unit


def ticks(low: float, high: float, count: int = 6, step: float = 0.0) -> list[float]:
    """Returns round numbers within two values, about `count` of them, or those that are `step` apart.

    >>> ticks(0, 1)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    if not high > low:
        return [low]
    if not step:
        rough = (high - low) / max(count - 1, 1)
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(s for s in (power, 2 * power, 5 * power, 10 * power) if s >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(i * step, 12 - math.floor(math.log10(step))) for i in range(first, last + 1)]


def log_ticks(low: float, high: float) -> list[float]:
    """Returns powers of ten within two values, at most seven; of a short range its round numbers.

    >>> log_ticks(1, 1000)
    [1.0, 10.0, 100.0, 1000.0]
    """
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    if last - first < 1:
        found = [a * 10.0**p for p in range(first - 1, last + 1) for a in (1, 2, 5)]
        return [v for v in found if low * 0.999 <= v <= high * 1.001]
    every = math.ceil((last - first + 1) / 7)
    return [10.0**p for p in range(first, last + 1) if (p - first) % every == 0]


def number(value: float) -> str:
    """Returns a number for a tick or a label.

    >>> [number(v) for v in (0.0, 2.5, 1e-7, -40.0, 250000.0)]
    ['0', '2.5', '1e-7', '−40', '2.5e5']
    """
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else str(value).replace("-", "−")
    text = f"{value:.6g}" if 1e-3 <= abs(value) < 1e5 else f"{value:.4g}"
    if "e" in text:
        mantissa, power = text.split("e")
        text = f"{mantissa}e{int(power)}"
    return text.replace("-", "−") if text.startswith("-") else text


def power_of_ten(value: float) -> str:
    """Returns a number for a logarithmic axis.

    >>> [power_of_ten(v) for v in (1.0, 1e-12, 100.0, 20.0)]
    ['1', '10⁻¹²', '10²', '20']
    """
    power = round(math.log10(value))
    if power in (0, 1) or abs(value / 10.0**power - 1) > 1e-9:
        return number(value)
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


@dataclass(frozen=True)
class Scale:
    """From values of an axis to pixels.

    Attributes:
        low, high: Values at the ends, in the unit shown.
        begin, end: Pixels at the ends.
        factor: What values of the table are divided by.
        label: Quantity and unit.
    """

    low: float
    high: float
    begin: float
    end: float
    factor: float
    label: str
    log: bool
    step: float

    @classmethod
    def over(cls, axis: Axis, values: Array, begin: float, end: float, margin: float = 0.0) -> Scale:
        """Returns the scale on which finite values lie, with a margin in parts of their range."""
        known = values[np.isfinite(values)]
        if axis.log:
            known = known[known > 0]
        low, high = axis.span or ((float(known.min()), float(known.max())) if known.size else (0.0, 1.0))
        factor, unit = (1.0, axis.unit) if axis.log else prefix(axis.unit, max(abs(low), abs(high)))
        label = f"{axis.quantity} ({unit})" if unit else axis.quantity
        low, high = low / factor, high / factor
        if axis.log:
            if not low > 0:
                low, high = (high / 1e3, high) if high > 0 else (0.1, 1.0)
            wider = (high / low) ** margin if high > low else 2.0
            low, high = low / wider, high * wider
        elif axis.span is None:
            near = max(abs(low), abs(high), 1e-300)
            wider = (
                margin * (high - low) if high - low > 1e-9 * near else (0.5 * near if known.any() else 1.0)
            )
            low, high = low - wider, high + wider
        return cls(low, high, begin, end, factor, label, axis.log, axis.step)

    def pixels(self, values: Array) -> Array:
        """Returns the pixels of values of the table; what has no logarithm is NaN."""
        v = np.asarray(values, dtype=float) / self.factor
        if self.log:
            with np.errstate(divide="ignore", invalid="ignore"):
                v = np.log10(np.where(v > 0, v, np.nan))
            low, high = math.log10(self.low), math.log10(self.high)
        else:
            low, high = self.low, self.high
        return np.asarray(self.begin + (v - low) / (high - low) * (self.end - self.begin))

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Pixels and texts of the ticks."""
        found = log_ticks(self.low, self.high) if self.log else ticks(self.low, self.high, step=self.step)
        places = self.pixels(np.array(found) * self.factor)
        said = power_of_ten if self.log else number
        return [(float(p), said(v)) for p, v in zip(places, found, strict=True)]
