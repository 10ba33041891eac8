"""Words made to fit a column."""

from rich.cells import cell_len, set_cell_size


def cut(words: str, width: int) -> str:
    """Exactly so many cells: the end matters less than the beginning."""
    if width <= 0:
        return ""
    if cell_len(words) <= width:
        return set_cell_size(words, width)
    return f"{set_cell_size(words, width - 1)}…"


def cut_left(path: str, width: int) -> str:
    """Exactly so many cells of a path: its end tells more than its beginning."""
    if cell_len(path) <= width:
        return set_cell_size(path, width)
    kept = path
    while "/" in kept and cell_len(kept) > width - 2:
        kept = kept.partition("/")[2]
    if cell_len(kept) <= width - 2:
        return set_cell_size(f"…/{kept}", width)
    while kept and cell_len(kept) > width - 1:  # not even the name has room: its end, which has the suffix
        kept = kept[1:]
    return set_cell_size(f"…{kept}", width)
