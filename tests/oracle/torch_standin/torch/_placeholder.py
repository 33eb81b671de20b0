"""Names that exist and mean nothing: see the package's own description.

This lives in a module of its own because importing `torch.types` or the like binds that name in the
package, over whatever the package itself had imported under it.
"""

import importlib.abc
import importlib.machinery
import sys
import types


def _is_special(name):
    return name.startswith("__") and name.endswith("__")


def _is_decoratable(value):
    return isinstance(value, (types.FunctionType, type, staticmethod, classmethod))


class _PlaceholderMeta(type):
    """Lets a placeholder class stand in annotations, in containers and before a dot."""

    def __getattr__(cls, name):
        if _is_special(name):
            raise AttributeError(name)
        return placeholder(name)

    def __or__(cls, other):
        return cls

    __ror__ = __or__

    def __iter__(cls):
        return iter(())

    def __len__(cls):
        return 0

    def __getitem__(cls, item):
        return cls

    def __contains__(cls, item):
        return False


class Placeholder(metaclass=_PlaceholderMeta):
    """Any class, function, decorator or constant of torch that only has to exist."""

    def __new__(cls, *args, **kwargs):
        # A bare name used as a decorator gives back what it decorates.
        if "_is_bare_name" in cls.__dict__ and len(args) == 1 and not kwargs and _is_decoratable(args[0]):
            return args[0]
        return super().__new__(cls)

    def __init__(self, *args, **kwargs):
        pass

    def __init_subclass__(cls, **kwargs):
        pass

    def __getattr__(self, name):
        if _is_special(name):
            raise AttributeError(name)
        return placeholder(name)

    def __call__(self, *args, **kwargs):
        return args[0] if len(args) == 1 and _is_decoratable(args[0]) else Placeholder()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0

    def __bool__(self):
        return False


def placeholder(name):
    """A placeholder class of this name, for a name that nobody defined."""
    return _PlaceholderMeta(name, (Placeholder,), {"_is_bare_name": True, "__module__": "torch"})


class _PlaceholderModule(types.ModuleType):
    def __getattr__(self, name):
        if _is_special(name):
            raise AttributeError(name)
        value = placeholder(name)
        setattr(self, name, value)
        return value


class _PlaceholderFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Every `torch.x.y` can be imported."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname.startswith("torch."):
            return importlib.machinery.ModuleSpec(fullname, self, is_package=True)
        return None

    def create_module(self, spec):
        return _PlaceholderModule(spec.name)

    def exec_module(self, module):
        module.__path__ = []


def make_submodules_importable():
    sys.meta_path.append(_PlaceholderFinder())
