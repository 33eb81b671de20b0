"""Fields of dataclasses and members of enums, read from source text without running it."""

import ast
from dataclasses import dataclass, field

_ABSENT = object()


@dataclass
class Field:
    name: str
    type: str
    default: object = _ABSENT  # a JSON value; absent when the field is required
    choices: list = field(default_factory=list)

    @property
    def required(self):
        return self.default is _ABSENT


@dataclass
class Module:
    """Classes and enums of a set of source files that refer to each other by name."""

    classes: dict = field(default_factory=dict)  # name -> ast.ClassDef
    enums: dict = field(default_factory=dict)  # name -> {member: value}
    constants: dict = field(default_factory=dict)  # module-level name -> ast.expr

    def add(self, source):
        for node in ast.parse(source).body:
            if isinstance(node, ast.ClassDef):
                members = _enum_members(node)
                if members:
                    self.enums[node.name] = members
                else:
                    self.classes[node.name] = node
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.constants[node.targets[0].id] = node.value

    def fields(self, class_name):
        """{name: Field} of a dataclass, those of bases defined in this module included."""
        node = self.classes[class_name]
        found = {}
        for base in reversed(node.bases):
            name = base.id if isinstance(base, ast.Name) else None
            if name in self.classes:
                found.update(self.fields(name))
        names = dict(self.constants)
        _collect_names(node.body, names)
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                read = self._field(statement, names)
                if read:
                    found[read.name] = read
        return found

    def _field(self, statement, names):
        name = statement.target.id
        kind = annotation(statement.annotation)
        if kind.startswith("ClassVar"):
            return None
        read = Field(name, kind)
        value = statement.value
        if isinstance(value, ast.Call) and _callee(value) == "field":
            arguments = {keyword.arg: keyword.value for keyword in value.keywords}
            if "init" in arguments and not ast.literal_eval(arguments["init"]):
                return None
            if "metadata" in arguments:
                read.choices = self._choices(arguments["metadata"], names)
            if "default_factory" in arguments:
                value = _factory_value(arguments["default_factory"])
            else:
                value = arguments.get("default")
        if value is not None:
            read.default = self.evaluate(value, names)
        return read

    def evaluate(self, node, names):
        """The JSON value of a constant expression; ValueError when it needs the program to run."""
        if isinstance(node, ast.IfExp):
            # `new if is_torch_greater_or_equal_than_2_0 else old`: what a current torch gives.
            return self.evaluate(node.body, names)
        if isinstance(node, ast.Name) and node.id in names:
            return self.evaluate(names[node.id], {k: v for k, v in names.items() if k != node.id})
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            members = self.enums.get(node.value.id, {})
            if node.attr in members:
                return members[node.attr]
        try:
            value = ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError) as error:
            raise ValueError(ast.unparse(node)) from error
        return list(value) if isinstance(value, tuple) else value

    def _choices(self, metadata, names):
        if not isinstance(metadata, ast.Dict):
            return []
        for key, value in zip(metadata.keys, metadata.values):
            if isinstance(key, ast.Constant) and key.value == "choices":
                try:
                    return list(self.evaluate(value, names))
                except ValueError:  # log_level: the keys of another module's mapping
                    return []
        return []


def annotation(node):
    """A type annotation in one spelling: Optional[List[int]] and list[int] | None are the same."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            return annotation(ast.parse(node.value, mode="eval").body)
        return repr(node.value)
    if isinstance(node, ast.Subscript):
        base = annotation(node.value).rpartition(".")[2]
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if base == "Literal":
            return "Literal[" + ", ".join(ast.unparse(item) for item in inner) + "]"
        parts = [annotation(item) for item in inner]
        if base == "Optional":
            return _union(parts + ["None"])
        if base == "Union":
            return _union(parts)
        return f"{base}[{', '.join(parts)}]"
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _union([annotation(node.left), annotation(node.right)])
    text = ast.unparse(node)
    return {"List": "list", "Dict": "dict", "Tuple": "tuple"}.get(text, text)


def _union(parts):
    """Alternatives each once, None last."""
    flat = [piece for part in parts for piece in _split_union(part)]
    unique = list(dict.fromkeys(flat))
    return " | ".join([p for p in unique if p != "None"] + ["None"] * ("None" in unique))


def _split_union(text):
    pieces, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += (character == "[") - (character == "]")
        if character == "|" and depth == 0:
            pieces.append(text[start:position].strip())
            start = position + 1
    return pieces + [text[start:].strip()]


def alternatives(text):
    """The members of a normalised union, None left out."""
    return [piece for piece in _split_union(text) if piece != "None"]


def _callee(call):
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _factory_value(factory):
    if isinstance(factory, ast.Lambda):
        return factory.body
    empty = {"list": ast.List(elts=[]), "dict": ast.Dict(keys=[], values=[])}
    return empty.get(getattr(factory, "id", None), factory)


def _enum_members(node):
    bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
    if not bases & {"ExplicitEnum", "Enum", "StrEnum"}:
        return {}
    members = {}
    for statement in node.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant):
            members[statement.targets[0].id] = statement.value.value
    return members


def _collect_names(body, names):
    """Simple assignments of a class body; of several the last, which the newest library takes."""
    for statement in body:
        if isinstance(statement, ast.If):
            _collect_names(statement.body, names)
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            names[statement.targets[0].id] = statement.value
