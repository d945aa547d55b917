"""Charts as SVG, with NumPy alone: curves, circles, bars and maps."""

from curlew.charts.bars import Bar, BarChart
from curlew.charts.chart import Chart
from curlew.charts.lines import Line, LineChart, Mark
from curlew.charts.maps import MapChart, PictureChart
from curlew.charts.polar import PolarChart, Reflection, SmithChart
from curlew.charts.scale import Axis, number
from curlew.charts.space import SphereChart
from curlew.charts.svg import png

__all__ = [
    "Axis",
    "Bar",
    "BarChart",
    "Chart",
    "Line",
    "LineChart",
    "MapChart",
    "Mark",
    "PictureChart",
    "PolarChart",
    "Reflection",
    "SmithChart",
    "SphereChart",
    "number",
    "png",
]
