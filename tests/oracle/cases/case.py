"""A case: one small config, the settings it is about, and how it is read."""

import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Case:
    id: str
    about: tuple[str, ...]
    route: str
    world_size: int
    config: str


# What every release asks of a config before anything else can be seen: a data set (required by the
# script's arguments before it became optional) and a folder. The iterations are the default; they are
# there so that anyone can tell that the file is for GRPO.
GRPO_SIGN = "num_iterations: 1\n"
BASE = {"trl": "dataset_name: d\noutput_dir: out\n", "python": "output_dir: out\n"}


def base(route, lines):
    """The lines above `lines`: no key is given twice."""
    return BASE[route] + ("" if GRPO_SIGN.split(":")[0] in lines else GRPO_SIGN)


def written_settings(about, lines):
    """The settings of `about`, then the others that `lines` give: a release may not know one of them."""
    return tuple(dict.fromkeys((*about, *re.findall(r"^([\w-]+):", lines, re.M))))


def on_routes(slug, about, lines, routes=("trl",), world_sizes=(1,)):
    """The same lines below the base of each route, for each world size."""
    for route in routes:
        for world_size in world_sizes:
            suffix = ("" if route == "trl" else "-python") + (f"-w{world_size}" if world_size > 1 else "")
            yield Case(f"{slug}{suffix}", written_settings(about, lines), route, world_size, base(route, lines) + lines)


def whole(slug, about, config, route="trl"):
    """A config that is given as it is, without the base."""
    return Case(slug, about, route, 1, config)
