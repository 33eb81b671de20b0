"""The generated configs: one module per theme, each a function `cases(random)` that yields `Case`s."""

from . import batch, config_checks, documents, keys, training_arguments, values
from .case import Case

SEED = 20260721
THEMES = (batch, config_checks, training_arguments, values, keys, documents)


def all_cases():
    """Every case, in a fixed order; the same on every machine and Python release."""
    import random

    found = [case for theme in THEMES for case in theme.cases(random.Random(SEED))]
    ids = [case.id for case in found]
    repeated = {one for one in ids if ids.count(one) > 1}
    if repeated:
        raise ValueError(f"case ids are not unique: {sorted(repeated)}")
    return found


__all__ = ["Case", "all_cases"]
