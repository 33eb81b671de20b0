"""Batch arithmetic: generation batches, groups, evaluation batches, for each world size."""

from .case import on_routes

KEYS = {
    "B": "per_device_train_batch_size",
    "A": "gradient_accumulation_steps",
    "G": "num_generations",
    "N": "generation_batch_size",
    "S": "steps_per_generation",
    "E": "per_device_eval_batch_size",
    "Ge": "num_generations_eval",
    "eval": "eval_strategy",
}

# Corners that a random grid seldom meets. W is the world size, the rest as in KEYS.
CORNERS = [
    {},
    {"W": 3},
    {"W": 3, "B": 1},
    {"B": 1},
    {"B": 1, "A": 8},
    {"B": 1, "W": 8},
    {"B": 1, "A": 2, "W": 4},
    {"B": 1, "A": 4, "W": 4, "G": 16},
    {"B": 7, "G": 7},
    {"B": 6, "G": 4},
    {"B": 6, "A": 2, "G": 4},
    {"G": 0},
    {"G": 1},
    {"G": 2},
    {"G": -8},
    {"B": 0},
    {"A": 0},
    {"S": 0},
    {"N": 0},
    {"B": 0, "N": 8},
    {"B": -8},
    {"N": 8, "S": 1},
    {"N": 16, "S": 1},
    {"N": 16},
    {"N": 12},
    {"N": 12, "B": 4},
    {"N": 12, "B": 4, "G": 4},
    {"N": 4, "B": 4},
    {"N": 60, "B": 2, "W": 4},
    {"N": 64, "B": 2, "W": 4},
    {"N": 24, "B": 4, "W": 2, "G": 6},
    {"N": 20, "B": 4, "W": 2, "G": 5},
    {"S": 2, "B": 4},
    {"S": 3, "B": 4},
    {"S": 3, "B": 4, "G": 6},
    {"S": 4, "A": 3, "B": 2},
    {"eval": "steps"},
    {"eval": "epoch", "E": 4},
    {"eval": "steps", "E": 4, "W": 2},
    {"eval": "steps", "E": 4, "Ge": 2},
    {"eval": "steps", "E": 4, "Ge": 3},
    {"eval": "steps", "E": 4, "Ge": 0},
    {"eval": "steps", "E": 4, "Ge": 1},
    {"eval": "steps", "Ge": 16},
    {"eval": "steps", "Ge": 16, "W": 2},
    {"E": 4},
    {"E": 4, "Ge": 3},
    {"eval": '"no"', "E": 4},
    {"eval": "steps", "E": 0},
    {"eval": "steps", "E": 2, "W": 4},
    {"eval": "steps", "E": 1, "W": 8},
    {"eval": "steps", "E": 1, "W": 4},
    {"eval": "steps", "E": 1, "Ge": 4, "W": 4},
    {"N": 4, "B": 2, "W": 4},
    {"N": 8, "B": 2, "W": 4},
    {"N": 24, "B": 2, "W": 4},
    {"N": 6, "B": 4, "W": 2, "G": 3},
    {"S": 2, "B": 2, "W": 2},
    {"S": 2, "B": 1, "W": 2},
]

# The same small batches for every number of processes.
CORNERS += [
    {"B": batch, "A": accumulation, "W": world_size}
    for batch, accumulation in ((1, 1), (1, 2), (1, 4), (2, 1), (2, 3))
    for world_size in (1, 2, 4, 8)
    if {"B": batch, "A": accumulation, "W": world_size} not in CORNERS
]


def lines_of(values):
    return "".join(f"{KEYS[name]}: {value}\n" for name, value in values.items() if name in KEYS)


def about(values):
    return tuple(KEYS[name] for name in values if name in KEYS) or ("num_generations",)


def corner_slug(values):
    return "-".join(f"{name}{value}" for name, value in values.items() if name != "W").replace('"', "")


def grid(random, count, chosen):
    """Random combinations of the names in `chosen`: small numbers, so that about half are refused."""
    choices = {
        "B": (1, 2, 3, 4, 6, 8, 16),
        "A": (1, 2, 3, 4, 8),
        "G": (2, 3, 4, 6, 8, 16),
        "N": (8, 12, 16, 24, 32, 48, 64),
        "S": (1, 2, 3, 4, 8),
        "E": (1, 2, 4, 6, 8, 16),
        "Ge": (1, 2, 3, 4, 8),
        "eval": ("steps", "epoch", '"no"'),
    }
    for _ in range(count):
        yield {name: random.choice(choices[name]) for name in chosen}


def cases(random):
    for values in CORNERS:
        slug = f"batch-corner-{corner_slug(values) or 'defaults'}"
        yield from on_routes(slug, about(values), lines_of(values), world_sizes=(values.get("W", 1),))
    shapes = {
        "plain": (24, ("B", "A", "G")),
        "generation": (18, ("B", "G", "N")),
        "steps": (18, ("B", "A", "G", "S")),
        "both": (4, ("B", "G", "N", "S")),
        "eval": (16, ("B", "A", "G", "E", "eval")),
        "eval-generations": (12, ("B", "G", "E", "Ge", "eval")),
    }
    for name, (count, chosen) in shapes.items():
        for number, values in enumerate(grid(random, count, chosen), start=1):
            world_size = random.choice((1, 2, 4, 8))
            routes = ("python",) if number % 5 == 0 else ("trl",)
            yield from on_routes(
                f"batch-{name}-{number:02}", about(values), lines_of(values), routes, (world_size,)
            )
