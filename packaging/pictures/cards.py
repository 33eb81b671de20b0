"""Pictures of what a service or an editor without a terminal makes of a report. Every text in them
is read from the report as that service reads it; only the frame around it is drawn here."""

import json
import re
import textwrap
import urllib.parse

from svg import BAR, CELL, FAINT, FOREGROUND, LINE, PAD, Picture

WIDTH = 820
EDGE = "#30363d"
CODE = "#10151c"
COLORS = {"error": "#f85149", "warning": "#d29922", "notice": "#58a6ff", "major": "#d29922",
          "minor": "#58a6ff", "info": "#9198a1"}
COLUMNS = int((WIDTH - 2 * PAD - 40) / (CELL * 0.93))  # of the sans font, which is narrower


def wrapped(text, columns=COLUMNS):
    return [line for each in text.split("\n") for line in textwrap.wrap(each, columns) or [""]]


class Column:
    """A picture that grows downwards."""

    def __init__(self, label, title):
        self.picture = Picture(label)
        self.picture.box(0, 0, WIDTH, 30, BAR, 8)
        self.picture.text(PAD, 20, title, FAINT, sans=True, size=12)
        self.y = 38

    def code(self, number, line):
        self.picture.box(PAD, self.y, WIDTH - 2 * PAD, LINE + 2, CODE)
        self.picture.text(PAD + 10, self.y + 14, f"{number:>3}", FAINT, 3)
        self.picture.text(PAD + 48, self.y + 14, line, FOREGROUND, len(line))
        self.y += LINE + 2

    def note(self, color, headline, body, extra=()):
        """A card: a bold headline, a text, and (text, color) lines in the font of code."""
        lines = wrapped(body)
        height = 16 + LINE * (1 + len(lines) + len(extra)) + 6
        self.picture.box(PAD + 8, self.y + 4, WIDTH - 2 * PAD - 16, height, BAR, 6, EDGE)
        self.picture.box(PAD + 8, self.y + 4, 4, height, color, 2)
        y = self.y + 24
        self.picture.text(PAD + 24, y, headline, color, sans=True, bold=True)
        for line in lines:
            y += LINE
            self.picture.text(PAD + 24, y, line, FOREGROUND, sans=True)
        for line, fill in extra:
            y += LINE
            self.picture.text(PAD + 24, y, line, fill, len(line))
        self.y += height + 12

    def line(self, color, text, aside=""):
        self.picture.circle(PAD + 12, self.y + 12, 5, color)
        shown = text if len(text) <= COLUMNS - 24 else text[:COLUMNS - 25] + "…"
        self.picture.text(PAD + 28, self.y + 16, shown, FOREGROUND, sans=True)
        if aside:
            self.picture.text(WIDTH - PAD - 6.6 * len(aside), self.y + 16, aside, FAINT, sans=True,
                              size=12)
        self.y += LINE + 8

    def to_svg(self):
        return self.picture.to_svg(WIDTH, self.y + 8)


def unescaped(text):
    return urllib.parse.unquote(text)  # %25, %0D, %0A, %3A and %2C are percent-encoding


def github(commands, source):
    """Annotations, from workflow commands, below the lines that they name."""
    column = Column("Annotations of grpolint below the lines of a pull request",
                    "Files changed  ·  grpo.yaml")
    annotations = {}
    for command in commands.splitlines():
        kind, properties, message = re.fullmatch(r"::(\w+) (.*?)::(.*)", command).groups()
        values = dict(each.split("=", 1) for each in properties.split(","))
        annotations[int(values["line"])] = (kind, unescaped(values["title"]), unescaped(message))
    for number, line in enumerate(source.splitlines(), 1):
        column.code(number, line)
        if number in annotations:
            kind, title, message = annotations[number]
            column.note(COLORS[kind], f"{kind}: {title}", message)
    return column.to_svg()


def code_scanning(report):
    """An alert, from SARIF: the message, the rule's description and help."""
    run = json.loads(report)["runs"][0]
    column = Column("A code scanning alert of grpolint", "Code scanning  ·  grpolint")
    for result in run["results"]:
        rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
        place = result["locations"][0]["physicalLocation"]
        region = place["region"]
        where = f'{place["artifactLocation"]["uri"]}:{region["startLine"]}'
        tags = " ".join(rule["properties"]["tags"])
        column.note(COLORS[result["level"]], rule["shortDescription"]["text"],
                    re.sub(r"\[(.*?)\]\(\d+\)", r"\1", result["message"]["text"]),
                    [(f'{where}   {result["level"]}   {rule["id"]} {rule["name"]}   {tags}', FAINT)])
    return column.to_svg()


def gitlab(report):
    """The list of a merge request, from a code quality report."""
    column = Column("The code quality list of a merge request", "Code quality")
    for issue in json.loads(report):
        place = f'{issue["location"]["path"]}:{issue["location"]["lines"]["begin"]}'
        column.note(COLORS[issue["severity"]], issue["severity"].capitalize(),
                    issue["description"], [(place, FAINT)])
    return column.to_svg()


def reviewdog(report, source):
    """Review comments with suggestions, from rdjson."""
    column = Column("Review comments of reviewdog", "Conversation  ·  grpo.yaml")
    lines = source.splitlines()
    for each in json.loads(report)["diagnostics"]:
        start = each["location"]["range"]["start"]
        column.code(start["line"], lines[start["line"] - 1])
        extra = []
        for suggestion in each.get("suggestions", [])[:1]:
            line = lines[start["line"] - 1].encode()
            first, last = (suggestion["range"][end]["column"] - 1 for end in ("start", "end"))
            after = line[:first] + suggestion["text"].encode() + line[last:]
            extra = [("- " + line.decode(), "#ff7b72"), ("+ " + after.decode(), "#3fb950")]
        column.note(COLORS[each["severity"].lower()],
                    f'{each["severity"].lower()}: [grpolint] <{each["code"]["value"]}>',
                    each["message"], extra)
    return column.to_svg()


def vscode(output, matcher):
    """The Problems panel, from what the problem matcher reads."""
    pattern = matcher["pattern"]
    matches = [re.match(pattern["regexp"], line) for line in output.splitlines()]
    column = Column("The Problems panel of VS Code", f"PROBLEMS  {len(matches)}")
    column.picture.text(PAD + 8, column.y + 16, matches[0][pattern["file"]], FOREGROUND, sans=True,
                        bold=True)
    column.y += LINE + 8
    for each in matches:
        column.line(COLORS[each[pattern["severity"]]], each[pattern["message"]],
                    f'{matcher["source"]}({each[pattern["code"]]})  '
                    f'[Ln {each[pattern["line"]]}, Col {each[pattern["column"]]}]')
    return column.to_svg()
