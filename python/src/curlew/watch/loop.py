"""Showing the view again until the run ends."""

from __future__ import annotations

import shutil
import time
from typing import TextIO

from curlew.errors import ResultsError
from curlew.results import Results
from curlew.watch.view import view

#: Clears the terminal from its first line on.
_ANEW = "\x1b[H\x1b[J"
#: Views that a file may be cut in, as it is being replaced, before that is an error.
_PATIENCE = 3


def watch(results: Results, stream: TextIO, interval: float = 2.0) -> None:
    """Shows a run until it ends; on what is no terminal one view.

    Args:
        results: The run.
        stream: Where it is shown.
        interval: Seconds between two views.

    Raises:
        ResultsError: A file is broken; the message has its name.
    """
    on_terminal = stream.isatty()
    failures = 0
    while True:
        is_running = results.running
        width = shutil.get_terminal_size().columns if on_terminal else 80
        try:
            text = view(results, width)
            failures = 0
        except ResultsError:
            failures += 1
            if failures >= _PATIENCE or not (on_terminal and is_running):
                raise
            text = ""
        if text:
            stream.write((_ANEW if on_terminal else "") + text)
            stream.flush()
        # The view after the end of the run has its last values.
        if not (on_terminal and is_running):
            return
        time.sleep(interval)
