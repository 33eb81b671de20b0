"""Draws screens of terminals, and cards of text, as SVG."""

from html import escape

from screen import width_of

FONT_SIZE = 13
CELL = FONT_SIZE * 0.602  # the advance of common monospace fonts; textLength holds every run to it
LINE = 18
PAD = 14
TITLE = 30
MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"

FOREGROUND, BACKGROUND, FAINT, BAR = "#e6edf3", "#0d1117", "#9198a1", "#161b22"
PALETTE = ["#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4",
           "#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#ffffff"]


def color(value, otherwise):
    if value is None:
        return otherwise
    if isinstance(value, str):
        return value
    if value < 16:
        return PALETTE[value]
    if value >= 232:
        return "#" + f"{8 + 10 * (value - 232):02x}" * 3
    steps = (0, 95, 135, 175, 215, 255)
    value -= 16
    return "#%02x%02x%02x" % (steps[value // 36], steps[value // 6 % 6], steps[value % 6])


def number(value):
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Picture:
    """Shapes and texts; the size is known when all are drawn."""

    def __init__(self, label, background=BACKGROUND):
        self.label, self.background = label, background
        self.parts = []

    def box(self, x, y, width, height, fill, radius=0, stroke=None):
        edge = f' stroke="{stroke}"' if stroke else ""
        self.parts.append(f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
                          f'height="{number(height)}" rx="{radius}" fill="{fill}"{edge}/>')

    def circle(self, x, y, radius, fill):
        self.parts.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="{radius}" fill="{fill}"/>')

    def text(self, x, y, text, fill, cells=None, sans=False, bold=False, italic=False,
             underline=False, size=None):
        more = f' textLength="{number(cells * CELL)}" lengthAdjust="spacingAndGlyphs"' if cells else ""
        more += ' class="s"' if sans else ""
        more += ' font-weight="bold"' if bold else ""
        more += ' font-style="italic"' if italic else ""
        more += ' text-decoration="underline"' if underline else ""
        more += f' font-size="{size}"' if size else ""
        self.parts.append(f'<text x="{number(x)}" y="{number(y)}" fill="{fill}"{more}>'
                          f"{escape(text)}</text>")

    def to_svg(self, width, height):
        size = f'width="{number(width)}" height="{number(height)}"'
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
            f'viewBox="0 0 {number(width)} {number(height)}" role="img" '
            f'aria-label="{escape(self.label, quote=True)}" xml:space="preserve">',
            f"<style>text{{font-family:{MONO};font-size:{FONT_SIZE}px;white-space:pre}}"
            f".s{{font-family:{SANS}}}</style>",
            f'<rect width="100%" height="100%" rx="8" fill="{self.background}"/>',
            *self.parts, "</svg>", ""])


def draw_run(picture, x, y, text, style):
    """One run of a terminal line, its blanks with a background included."""
    foreground = color(style.foreground, FOREGROUND)
    background = color(style.background, None)
    if style.inverse:
        foreground, background = background or BACKGROUND, foreground
    if style.faint:
        foreground = FAINT
    cells = sum(map(width_of, text))
    if background:
        picture.box(x, y, cells * CELL, LINE, background)
    if text.strip():
        blank = len(text) - len(text.lstrip(" "))
        shown = text.strip(" ")
        picture.text(x + blank * CELL, y + 13, shown, foreground, sum(map(width_of, shown)),
                     bold=style.bold, italic=style.italic, underline=style.underline)


def terminal(rows, label, title, columns=None):
    """A window with the rows of a screen."""
    longest = max((column + sum(map(width_of, text)) for runs in rows
                   for column, text, _ in runs), default=0)
    columns = columns or longest
    width, height = 2 * PAD + columns * CELL, TITLE + len(rows) * LINE + PAD + 4
    picture = Picture(label)
    picture.box(0, 0, width, TITLE, BAR, 8)
    for index, fill in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        picture.circle(18 + 18 * index, TITLE / 2, 5, fill)
    picture.text(80, TITLE / 2 + 4, title, FAINT, sans=True, size=12)
    for line, runs in enumerate(rows):
        for column, text, style in runs:
            draw_run(picture, PAD + column * CELL, TITLE + 6 + line * LINE, text, style)
    return picture.to_svg(width, height)
