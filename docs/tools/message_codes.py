#!/usr/bin/env python3
"""message_codes.py [--update]: compares the codes of warnings and errors with the texts in the sources.

docs/messages/codes.txt has a line for each text: its code, and the text with "{}" for what differs. The program
recognises its messages by it. Without an option the script names every text without a code and every code without
a text, and ends with 1 where there are any. With --update

- a new text gets a code: 1000 + its check sum modulo 9000, or the next free one, so that branches seldom collide;
- a text that was reworded keeps its code, where at least 60 % of it is the same;
- a code whose text is gone moves to docs/messages/retired.txt, and is never given again;
- docs/messages/help.txt and docs/message-codes.md are written, from codes.txt and the tables of
  docs/troubleshooting.md, whose last column has codes;
- python/src/curlew/message_codes.txt is written, with the errors of the Python package.

A line of codes.txt may also be written by hand, for any text that the sources have.
"""

import difflib
import re
import sys
import zlib
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from message_sources import LEAST_LETTERS, ROOT, Text, all_texts, is_message, letters
from python_sources import PACKAGE, all_python_texts, is_passed_on

CODES = ROOT / "docs/messages/codes.txt"
RETIRED = ROOT / "docs/messages/retired.txt"
HELP = ROOT / "docs/messages/help.txt"
OF_PACKAGE = PACKAGE / "message_codes.txt"
PAGE = ROOT / "docs/message-codes.md"
TROUBLES = ROOT / "docs/troubleshooting.md"
REWORDED = 0.6
FIRST, COUNT = 1000, 9000
HEAD = """# Messages by code
Each warning and error ends in a code, `[C1234]`, which stays that of its message when the words change. It stands in
`summary.json` too, in `warning_codes`, beside `warnings`. `curlew explain C1234` prints what is known of it. For the
likeliest messages [troubleshooting](troubleshooting.md) has cause and cure; of the others the text itself says what to
do. `{}` stands for names and numbers of the case. A code below 1000 is that of an exit status, for an error that is not in
the list: C0002 for status 2, for example. C0000 is a warning that is not.

"""


def read(path: Path) -> dict[str, str]:
    """Returns code to text, in the order of the file. Raises ValueError for a code that is there twice."""
    lines = [line.split(" ", 1) for line in path.read_text().splitlines() if line]
    twice = [code for code, n in Counter(code for code, _ in lines).items() if n > 1]
    if twice:
        raise ValueError(f"{path.name} has these codes twice: {', '.join(twice)}")
    return {code: text for code, text in lines}


def written(codes: dict[str, str]) -> str:
    return "".join(f"{code} {text}\n" for code, text in sorted(codes.items()))


def faults(codes: dict[str, str], retired: dict[str, str], texts: list[Text]) -> list[str]:
    """Returns what is wrong in the list of codes, a line for each fault."""
    known, present = set(codes.values()), {text.template for text in texts}
    found = [f"{code} is retired, and used again" for code in codes if code in retired]
    found += [
        f"{code}: no source has the text: {text}" for code, text in codes.items() if text not in present
    ]
    twice = [text for text, n in Counter(codes.values()).items() if n > 1]
    found += [f"two codes have the text: {text}" for text in twice]
    found += [f"no valid code: {code}" for code in codes if not re.fullmatch("C[1-9][0-9]{3}", code)]
    missing = {text.template: text.file for text in texts if is_message(text) and text.template not in known}
    return found + [f"{file}: no code for: {template}" for template, file in missing.items()]


def unread(texts: list[Text]) -> list[str]:
    """Returns the errors of the Python package whose text has too few words for a code, a line for each."""
    few = {(t.file, t.template) for t in texts if letters(t.template) < LEAST_LETTERS and not is_passed_on(t)}
    return [
        f'{file}: too few words for a code: "{template}"; write the text of the error where it is made'
        for file, template in sorted(few)
    ]


def of_package(codes: dict[str, str], texts: list[Text]) -> dict[str, str]:
    """Returns the codes that the Python package finds its own errors by."""
    known = {text.template for text in texts}
    return {code: text for code, text in codes.items() if text in known}


def new_code(text: str, taken: set[str]) -> str:
    number = zlib.crc32(text.encode()) % COUNT
    while (code := f"C{FIRST + number}") in taken:
        number = (number + 1) % COUNT
    return code


def updated(
    codes: dict[str, str], retired: dict[str, str], texts: list[Text]
) -> tuple[dict[str, str], dict[str, str]]:
    """Returns the lists of codes and of retired codes for these texts."""
    present = {text.template for text in texts}
    kept = {code: text for code, text in codes.items() if text in present}
    gone = {code: text for code, text in codes.items() if text not in present}
    known = set(kept.values())
    new = list(
        dict.fromkeys(text.template for text in texts if is_message(text) and text.template not in known)
    )
    for text in list(new):
        near = difflib.get_close_matches(text, list(gone.values()), 1, REWORDED)
        if near:
            code = next(code for code, old in gone.items() if old == near[0])
            kept[code] = text
            del gone[code]
            new.remove(text)
    retired = {**retired, **gone}
    for text in new:
        kept[new_code(text, kept.keys() | retired.keys())] = text
    return kept, retired


def troubles() -> list[tuple[str, str, list[str]]]:
    """Returns cause, cure and codes of each row of the page of troubles that has codes."""
    rows = []
    for line in TROUBLES.read_text().splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 4 and re.search(r"C\d{4}", cells[3]):
            rows.append((cells[1], cells[2], re.findall(r"C\d{4}", cells[3])))
    return rows


def plain(text: str) -> str:
    """Returns a cell of a page as text for a terminal."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("$e^{-i\\omega t}$", "e^{-i omega t}")
    return text.replace("`", "")


def help_text(codes: dict[str, str]) -> str:
    """Returns lines of code, cause and cure, with tabulators between them."""
    known = {}
    for cause, cure, named in troubles():
        for code in named:
            if code not in codes:
                raise ValueError(f"{TROUBLES.name} names {code}, which no message has")
            known[code] = f"{code}\t{plain(cause)}\t{plain(cure)}\n"
    return "".join(known[code] for code in sorted(known))


def anchored() -> str:
    """Returns the page of troubles with an anchor at each code of the tables' last columns."""
    lines = []
    for line in TROUBLES.read_text().splitlines(keepends=True):
        begin, bar, last = line.rstrip().removesuffix("|").rpartition("|")
        if line.startswith("|") and bar and re.search(r"C\d{4}", last):
            codes = (f'<a id="{code.lower()}"></a>{code}' for code in re.findall(r"C\d{4}", last))
            line = f"{begin}| {', '.join(codes)} |\n"
        lines.append(line)
    return "".join(lines)


def page(codes: dict[str, str], retired: dict[str, str]) -> str:
    """Returns the page of all codes."""
    known = {code for *_, named in troubles() for code in named}
    text = HEAD + "| code | text | cause and cure |\n|---|---|---|\n"
    for code, words in sorted(codes.items()):
        cell = words.replace("|", "\\|").replace("`", "'")
        link = f"[troubleshooting](troubleshooting.md#{code.lower()})" if code in known else ""
        text += f'| <a id="{code.lower()}"></a>{code} | `{cell}` | {link} |\n'
    if retired:
        text += "\nOf earlier versions: " + ", ".join(sorted(retired)) + ".\n"
    return text


def main() -> int:
    codes, retired, of_python = read(CODES), read(RETIRED), all_python_texts()
    texts = all_texts() + of_python
    if sys.argv[1:] == ["--update"]:
        codes, retired = updated(codes, retired, texts)
        CODES.write_text(written(codes))
        RETIRED.write_text(written(retired))
        TROUBLES.write_text(anchored())
        HELP.write_text(help_text(codes))
        PAGE.write_text(page(codes, retired))
        OF_PACKAGE.write_text(written(of_package(codes, of_python)))
        return 0
    found = faults(codes, retired, texts) + unread(of_python)
    if not found:
        made = {
            CODES: written(codes),
            TROUBLES: anchored(),
            HELP: help_text(codes),
            PAGE: page(codes, retired),
            OF_PACKAGE: written(of_package(codes, of_python)),
        }
        for path, text in made.items():
            if path.read_text() != text:
                found.append(f"{path.relative_to(ROOT)} is not what this script writes")
    print("\n".join(found) or f"{len(codes)} codes")
    if found:
        print("docs/tools/message_codes.py --update mends it")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
