"""A stand-in for torch: enough for configuration classes to import and to validate themselves.

The real package is several gigabytes and not one tensor is computed when a config is parsed. Every
name that nobody defined below exists and is a placeholder: importing it, subclassing it, decorating
with it and calling it work, and none of that means anything. The few answers on which a verdict
depends are given on purpose: the machine has one CUDA device of compute capability 9.0 (so bf16 and
tf32 are allowed) and no distributed process group.
"""

from torch._placeholder import Placeholder, make_submodules_importable, placeholder

make_submodules_importable()

import torch.cuda as cuda  # noqa: E402
import torch.distributed as distributed  # noqa: E402
import torch.version as version  # noqa: E402

__version__ = "2.9.0"

_SUBMODULES = frozenset(
    "_dynamo amp autograd backends compiler fft fx jit library linalg mps multiprocessing nn npu onnx "
    "optim profiler quantization random serialization sparse special testing utils xpu".split())
_DTYPES = (
    "bfloat16 bool cdouble cfloat complex128 complex64 double float float16 float32 float4_e2m1fn_x2 "
    "float64 float8_e4m3fn float8_e5m2 float8_e8m0fnu half int int16 int32 int64 int8 long short "
    "uint16 uint32 uint64 uint8".split())


class device:  # noqa: N801 - the name torch uses
    def __init__(self, kind="cuda", index=None):
        self.type, _, number = str(kind).partition(":")
        self.index = number or index

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self):
        return f"device(type='{self}')"


class dtype:  # noqa: N801 - the name torch uses
    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return f"torch.{self._name}"


class Tensor(Placeholder):
    pass


class _DeviceProperties:
    major = 9
    minor = 0


cuda.is_available = lambda: True
cuda.device_count = lambda: 1
cuda.current_device = lambda: 0
cuda.is_bf16_supported = lambda *args, **kwargs: True
cuda.get_device_capability = lambda *args, **kwargs: (9, 0)
cuda.get_device_properties = lambda *args, **kwargs: _DeviceProperties
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
    if name in _SUBMODULES:
        from importlib import import_module

        return import_module(f"torch.{name}")
    value = dtype(name) if name in _DTYPES else placeholder(name)
    globals()[name] = value
    return value
