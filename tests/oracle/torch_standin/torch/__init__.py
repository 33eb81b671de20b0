"""A stand-in for torch: enough for configuration classes to import and to validate themselves.

The real package is several gigabytes and not one tensor is computed when a config is parsed. Every
name that nobody defined below exists and is a `Placeholder`: importing it, subclassing it,
decorating with it and calling it work, and none of that means anything. The few answers on which a
verdict depends are given on purpose: the machine has one CUDA device of compute capability 9.0
(so bf16 and tf32 are allowed) and no distributed process group.
"""

import builtins
import importlib
import importlib.abc
import importlib.machinery
import sys
import types

__version__ = "2.9.0"
__path__ = []


class _PlaceholderMeta(type):
    """Makes class-level access such as `Placeholder.anything.at.all` succeed."""

    def __getattr__(cls, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return _placeholder(name)

    def __or__(cls, other):
        return cls

    def __ror__(cls, other):
        return cls

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
        decorated = args[0] if len(args) == 1 and not kwargs else None
        if cls.__dict__.get("_is_plain_name") and isinstance(
            decorated, (types.FunctionType, type, staticmethod, classmethod)
        ):
            return decorated
        return super().__new__(cls)

    def __init__(self, *args, **kwargs):
        pass

    def __init_subclass__(cls, **kwargs):
        pass

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return _placeholder(name)

    def __call__(self, *args, **kwargs):
        if len(args) == 1 and isinstance(args[0], (types.FunctionType, type)):
            return args[0]
        return Placeholder()

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


def _placeholder(name):
    return _PlaceholderMeta(name, (Placeholder,), {"_is_plain_name": True, "__module__": "torch"})


class _PlaceholderModule(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        value = _placeholder(name)
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


sys.meta_path.append(_PlaceholderFinder())


class device:  # noqa: N801 - the name torch uses
    def __init__(self, kind="cuda", index=None):
        text = str(kind)
        self.type, _, number = text.partition(":")
        self.index = builtins.int(number) if number else index

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self):
        return f"device(type='{self}')"


class dtype:  # noqa: N801
    def __init__(self, name="float32"):
        self._name = name

    def __repr__(self):
        return f"torch.{self._name}"


for _name in ("float32 float16 bfloat16 float64 float half int8 int16 int32 int64 int long uint8 bool "
              "short double complex64 complex128 float8_e4m3fn float8_e5m2 uint16 uint32 uint64 "
              "float4_e2m1fn_x2 float8_e8m0fnu cfloat cdouble").split():
    globals()[_name] = dtype(_name)
del _name


class Tensor(Placeholder):
    pass


import torch.cuda as cuda  # noqa: E402
import torch.distributed as distributed  # noqa: E402
import torch.version as version  # noqa: E402

cuda.is_available = lambda: True
cuda.device_count = lambda: 1
cuda.current_device = lambda: 0
cuda.is_bf16_supported = lambda *args, **kwargs: True
cuda.get_device_capability = lambda *args, **kwargs: (9, 0)
cuda.get_device_properties = lambda *args, **kwargs: types.SimpleNamespace(major=9, minor=0)
cuda.set_device = lambda *args, **kwargs: None
distributed.is_available = lambda: False
distributed.is_initialized = lambda: False
version.cuda = "12.8"
version.hip = None


def is_tensor(value):
    return isinstance(value, Tensor)


def __getattr__(name):
    if name.startswith("__") and name.endswith("__"):
        raise AttributeError(name)
    try:
        return importlib.import_module(f"torch.{name}") if name in _SUBMODULES else _cache(name)
    except ImportError as error:
        raise AttributeError(name) from error


_SUBMODULES = {"nn", "optim", "utils", "backends", "jit", "fx", "autograd", "multiprocessing", "mps",
               "xpu", "npu", "amp", "library", "_dynamo", "compiler", "onnx", "linalg", "special",
               "profiler", "random", "serialization", "testing", "quantization", "sparse", "fft"}


def _cache(name):
    value = _placeholder(name)
    globals()[name] = value
    return value
