"""Released wheels of a package, read over HTTP without downloading whole files."""

import io
import json
import re
import urllib.parse
import urllib.request
import zipfile
from dataclasses import dataclass
from email.parser import Parser

_TIMEOUT_SECONDS = 180
_TAIL_BYTES = 1 << 16  # holds the central directory of most wheels
_RELEASE = re.compile(r"(\d+)\.(\d+)\.(\d+)")


@dataclass(frozen=True)
class Release:
    version: str
    date: str
    url: str
    size: int
    yanked: bool

    @property
    def key(self):
        return version_key(self.version)


def version_key(text):
    """(1, 10, 0) of '1.10.0' or '1.10'; suffixes are dropped."""
    parts = [int(part) for part in re.findall(r"\d+", re.split(r"[a-z+]", text)[0])][:3]
    return tuple(parts + [0] * (3 - len(parts)))


def releases(index_url, package, first):
    """Final releases of `package` from `first` on that have a wheel, oldest first."""
    request = urllib.request.Request(
        f"{index_url.rstrip('/')}/{package}/",
        headers={"Accept": "application/vnd.pypi.simple.v1+json"},
    )
    with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as answer:
        files = json.load(answer)["files"]
    found = {}
    for file in files:
        name = re.fullmatch(rf"{package}-(.+)-py3-none-any\.whl", file["filename"])
        if not name or not _RELEASE.fullmatch(name[1]) or version_key(name[1]) < version_key(first):
            continue
        found[name[1]] = Release(
            version=name[1],
            date=file["upload-time"][:10],
            url=urllib.parse.urljoin(request.full_url, file["url"]),
            size=file["size"],
            yanked=bool(file.get("yanked")),
        )
    return sorted(found.values(), key=lambda release: release.key)


class _RangeFile(io.RawIOBase):
    """A remote file as a seekable stream; the end, where a zip has its directory, is kept."""

    def __init__(self, url, size):
        self._url, self._size, self._position = url, size, 0
        self._tail_start = max(0, size - _TAIL_BYTES)
        self._tail = self._fetch(self._tail_start, size)

    def _fetch(self, begin, end):
        request = urllib.request.Request(
            self._url, headers={"Range": f"bytes={begin}-{end - 1}"}
        )
        with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as answer:
            if answer.status != 206:
                raise OSError(f"{self._url}: the server does not serve parts of files")
            return answer.read()

    def seekable(self):
        return True

    def readable(self):
        return True

    def tell(self):
        return self._position

    def seek(self, offset, whence=io.SEEK_SET):
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._size}[whence]
        self._position = base + offset
        return self._position

    def readinto(self, buffer):
        begin = self._position
        end = min(self._size, begin + len(buffer))
        if begin >= end:
            return 0
        if begin >= self._tail_start:
            data = self._tail[begin - self._tail_start : end - self._tail_start]
        else:
            data = self._fetch(begin, end)
        buffer[: len(data)] = data
        self._position += len(data)
        return len(data)


class Wheel:
    """Members of one released wheel."""

    def __init__(self, release):
        remote = io.BufferedReader(_RangeFile(release.url, release.size), _TAIL_BYTES)
        self._zip = zipfile.ZipFile(remote)

    def text(self, member):
        """Decoded contents, or None when the wheel has no such member."""
        try:
            return self._zip.read(member).decode("utf-8")
        except KeyError:
            return None

    def members(self, pattern):
        return [name for name in self._zip.namelist() if re.fullmatch(pattern, name)]

    def requirements(self, packages):
        """{package: specifier} for those of `packages` the wheel depends on, extras included."""
        (name,) = self.members(r"[^/]+\.dist-info/METADATA")
        found = {}
        for line in Parser().parsestr(self.text(name)).get_all("Requires-Dist") or []:
            match = re.match(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?\s*\(?([^;)]*)\)?", line)
            package = match[1].lower().replace("_", "-")
            specifiers = {part.strip() for part in match[2].split(",") if part.strip()}
            if package not in packages or not specifiers:
                continue
            # A marker (an extra, a Python version) narrows what the package itself requires;
            # only the latter always holds.
            if package in found and ";" in line:
                continue
            found[package] = ",".join(sorted(specifiers, key=lambda part: (part[0] != ">", part)))
        return found


def satisfies(version, specifier):
    """Whether a release meets a PEP 440 specifier made of ordinary comparisons."""
    key = version_key(version)
    for part in filter(None, specifier.split(",")):
        operator, wanted = re.fullmatch(r"(==|!=|>=|<=|<|>|~=)\s*(\S+)", part).groups()
        other = version_key(wanted)
        if operator == "~=":
            holds = key >= other and key[: wanted.count(".")] == other[: wanted.count(".")]
        else:
            holds = {
                "==": key == other,
                "!=": key != other,
                ">=": key >= other,
                "<=": key <= other,
                "<": key < other,
                ">": key > other,
            }[operator]
        if not holds:
            return False
    return True
