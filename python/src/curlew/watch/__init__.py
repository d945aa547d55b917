"""``curlew watch``: a view of a running case in a terminal, from its results folder alone."""

from curlew.watch.loop import watch
from curlew.watch.view import view

__all__ = ["view", "watch"]
