"""The tree of context files: one directory of the chain after the other, then what hints bring."""

from pathlib import Path
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.message import Message
from textual.reactive import var
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from hermes_tui.tui.presentation.tree_rows import TreeRow, outline
from hermes_tui.tui.state import Inspection, Key
from hermes_tui.tui.widgets.columns import cut, cut_left
from hermes_tui.tui.widgets.lifetime import Lasting
from hermes_tui.tui.widgets.motions import motions
from hermes_tui.tui.widgets.styled_line import percent

WORD = 10
"""Cells of the longest verdict."""
CHARS = 7
"""Cells of a number, of which it leaves the first one free."""
SHARE = 6


class Columns(NamedTuple):
    """Which columns a row of the tree has room for."""

    name: int
    has_cap: bool
    has_chain: bool

    @classmethod
    def within(cls, width: int) -> "Columns":
        """The columns that fit behind the glyph; the name takes what is left."""
        rest = width - 2 - WORD - CHARS
        has_cap = rest - SHARE >= 12
        rest -= SHARE * has_cap
        has_chain = rest - SHARE >= 16
        rest -= SHARE * has_chain
        return cls(max(6, rest), has_cap, has_chain)


class ChainTree(Lasting, Tree[TreeRow]):
    """Shows the rows of the outline, and keeps cursor and open branches over a reload."""

    COMPONENT_CLASSES = {  # noqa: RUF012 -- Textual declares it so
        "chain-tree--accent",
        "chain-tree--success",
        "chain-tree--warning",
        "chain-tree--error",
        "chain-tree--muted",
    }

    BINDINGS = [  # noqa: RUF012 -- Textual declares it so
        *motions("cursor_up", "cursor_down", "scroll_home", "scroll_end"),
        Binding("left,minus", "close_branch", show=False),
        Binding("right,plus", "open_branch", show=False),
    ]

    inspection: var[Inspection | None] = var(None)

    class Moved(Message):
        """The cursor came to another row."""

        def __init__(self, key: Key) -> None:
            """Say to which."""
            super().__init__()
            self.key = key

        def can_replace(self, message: Message) -> bool:
            """Only the last row matters."""
            return isinstance(message, ChainTree.Moved)

    class Opened(Message):
        """A row was chosen."""

        def __init__(self, key: Key) -> None:
            """Say which."""
            super().__init__()
            self.key = key

    def __init__(self, inspection: Inspection | None, key: Key | None) -> None:
        """Show an inspection from the first picture on, with the cursor on the row *key*."""
        super().__init__("", id="tree")
        self.show_root = False
        self.guide_depth = 2
        self.auto_expand = False
        self.border_title = "Context files"
        self.border_subtitle = "characters · of cap"
        self.set_reactive(ChainTree.inspection, inspection)
        self._begin_at = key
        self._colours: dict[str, Style] = {}

    def on_mount(self) -> None:
        """Fill the tree before it is drawn."""
        self.root.expand()
        if self.inspection is not None:
            self._update(self.root, outline(self.inspection))
        if self._begin_at is not None:
            self.go_to(self._begin_at)

    # ── rows ──

    def watch_inspection(self, old: Inspection | None, new: Inspection | None) -> None:
        """Show what is known now; rows that stay keep their place, the cursor its row."""
        if new is None or new is old or not self.is_mounted:
            return
        here = self.key
        if new.opening is not None and (old is None or _place(old) != _place(new)):
            here = new.opening.key
        self._update(self.root, outline(new))
        if here is not None:
            self.go_to(here)

    def _update(self, parent: TreeNode[TreeRow], rows: tuple[TreeRow, ...]) -> None:
        """Make the children of *parent* be *rows*, touching only what differs."""
        old = [node.data.key for node in parent.children if node.data]
        new = [row.key for row in rows]
        if old != new[: len(old)]:
            was_open = {node.data.key: node.is_expanded for node in parent.children if node.data}
            parent.remove_children()
            for row in rows:
                self._add(parent, row, is_open=was_open.get(row.key, row.is_open))
            return
        for node, row in zip(parent.children, rows, strict=False):
            if node.data != row:
                had_none = not node.allow_expand
                node.data = row
                node.set_label(row.name)
                node.allow_expand = bool(row.children)
                self._update(node, row.children)
                if had_none and row.children and row.is_open:
                    node.expand()
        for row in rows[len(old) :]:
            self._add(parent, row, is_open=row.is_open)

    def _add(self, parent: TreeNode[TreeRow], row: TreeRow, *, is_open: bool) -> None:
        node = parent.add(
            row.name, row, expand=is_open and bool(row.children), allow_expand=bool(row.children)
        )
        for child in row.children:
            self._add(node, child, is_open=child.is_open)

    @property
    def key(self) -> Key | None:
        """The row under the cursor."""
        node = self.cursor_node
        return node.data.key if node is not None and node.data else None

    def has(self, key: Key) -> bool:
        """There is such a row."""
        return self._find(self.root, key) is not None

    def go_to(self, key: Key) -> bool:
        """Put the cursor on a row; ``False`` where there is none."""
        node = self._find(self.root, key)
        if node is None:
            return False
        parent = node.parent
        while parent is not None and not parent.is_root:
            if not parent.is_expanded:
                parent.expand()
            parent = parent.parent
        self.get_node_at_line(0)  # numbers the lines anew, if that is still to be done
        if self.cursor_node is not node:
            self.cursor_line = -1  # another row may stand on the same line now
            self.move_cursor(node)
        return True

    def _find(self, parent: TreeNode[TreeRow], key: Key) -> TreeNode[TreeRow] | None:
        for node in parent.children:
            if node.data and node.data.key == key:
                return node
            found = self._find(node, key)
            if found is not None:
                return found
        return None

    def action_half_page(self, by: int) -> None:
        """Half of what is seen, up or down."""
        half = max(1, self.scrollable_content_region.height // 2)
        self.cursor_line = max(0, min(self.cursor_line + by * half, self.last_line))

    def action_close_branch(self) -> None:
        """Close the branch under the cursor; of a closed one, or a leaf, go to the one above."""
        node = self.cursor_node
        if node is None:
            return
        if node.is_expanded and node.children:
            node.collapse()
        elif node.parent is not None and not node.parent.is_root:
            self.move_cursor(node.parent)

    def action_open_branch(self) -> None:
        """Open the branch under the cursor; of an open one go to its first row."""
        node = self.cursor_node
        if node is None or not node.children:
            return
        if node.is_expanded:
            self.move_cursor(node.children[0])
        else:
            node.expand()

    # ── what is told ──

    def on_tree_node_highlighted(self, event: Tree.NodeHighlighted[TreeRow]) -> None:
        """Tell that the cursor moved."""
        event.stop()
        if event.node.data is not None:
            self.post_message(self.Moved(event.node.data.key))

    def on_tree_node_selected(self, event: Tree.NodeSelected[TreeRow]) -> None:
        """Open a file; open or close a branch."""
        event.stop()
        if event.node.allow_expand:
            event.node.toggle()
        elif event.node.data is not None:
            self.post_message(self.Opened(event.node.data.key))

    # ── drawing ──

    def render_label(self, node: TreeNode[TreeRow], base_style: Style, style: Style) -> Text:  # noqa: ARG002 -- Textual's signature
        """A row in columns, as wide as the tree."""
        row = node.data
        if row is None:
            return Text()
        indent = 0 if node.parent is None or node.parent.is_root else self.guide_depth
        return self._in_columns(row, node, self.scrollable_content_region.width - indent, style)

    def on_resize(self) -> None:
        """Name the columns that there is room for, and keep the cursor in sight."""
        has_chain = Columns.within(self.scrollable_content_region.width - self.guide_depth).has_chain
        self.border_subtitle = f"characters · of cap{' · of chain' if has_chain else ''}"
        if self.cursor_node is not None:
            self.call_after_refresh(self.scroll_to_node, self.cursor_node, animate=False)

    def get_label_width(self, node: TreeNode[TreeRow]) -> int:
        """Rows are as wide as the tree: it never scrolls sideways."""
        return 1 if node.data else 0

    def _in_columns(self, row: TreeRow, node: TreeNode[TreeRow], width: int, style: Style) -> Text:
        text = Text(no_wrap=True, end="")
        muted = style + self._colour("muted")
        if node.allow_expand:
            text.append("▾ " if node.is_expanded else "▸ ", muted + Style.from_meta({"toggle": True}))
        elif row.glyph:
            text.append(f"{row.glyph} ", style + self._colour(row.style))
        else:
            text.append("  ", style)
        if not row.word:
            bold = style + Style(bold=True) if node.allow_expand else style
            room = width - 2 - cell_len(row.note) - (1 if row.note else 0)
            text.append(cut(row.name, max(4, room)), bold)
            text.append(f" {cut(row.note, max(0, width - 7))}" if row.note else "", muted)
            return _fitted(text, width)
        columns = Columns.within(width)
        dim = row.style == "muted"
        needed = cell_len(row.name) + 1
        # A name that is whole then moves a short verdict to the right.
        fits = needed <= columns.name + max(0, WORD - len(row.word))
        has_room = columns.has_chain and fits
        if row.chars is None or (row.is_path and not has_room):
            word = f" {row.note or row.word}"
            text.append(cut_left(row.name, max(4, width - 2 - len(word))), muted if dim else style)
            text.append(word, style + self._colour(row.style))
            return _fitted(text, width)
        shortened = cut_left if "/" in row.name else cut
        room = max(columns.name, needed) if fits else columns.name
        text.append(f"{shortened(row.name, room - 1)} ", muted if dim else style)
        text.append(f"{row.word:<{columns.name + WORD - room}}", style + self._colour(row.style))
        text.append(f"{_number(row.chars):>{CHARS}}", muted if dim else style)
        if columns.has_cap:
            text.append(f"{percent(row.cap_share):>{SHARE}}", muted)
        if columns.has_chain:
            text.append(f"{percent(row.chain_share):>{SHARE}}", muted)
        return _fitted(text, width)

    def _colour(self, name: str) -> Style:
        """A colour of the theme, mixed with the background where it is not opaque."""
        found = self._colours.get(name)
        if found is None:
            colour = self.background_colors[1] + self.get_component_styles(f"chain-tree--{name}").color
            found = self._colours[name] = Style(color=colour.rich_color)
        return found

    def notify_style_update(self) -> None:
        """Another theme: forget the colours of the last one."""
        self._colours.clear()
        super().notify_style_update()


def _place(inspection: Inspection) -> Path | None:
    return inspection.startup.cwd if inspection.startup is not None else None


def _fitted(text: Text, width: int) -> Text:
    text.truncate(max(1, width), pad=True)
    return text


def _number(chars: int | None) -> str:
    """Six cells at most, so that it stands apart from the word before it."""
    if chars is None:
        return ""
    if chars >= 999_950_000:
        return f"{chars / 1_000_000_000:.1f}G"
    if chars >= 999_500:
        return f"{chars / 1_000_000:.1f}M"
    return f"{chars:,}" if chars < 100_000 else f"{chars / 1_000:.0f}k"
