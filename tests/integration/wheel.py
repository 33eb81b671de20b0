#!/usr/bin/env python3
"""pip: the released files. The sdist is made from the tree, the wheel from the sdist; its tags and
files, its program in a fresh virtual environment, and real pre-commit installing the wheel through
the mirror. With GRPOLINT_TEST_INSTALLS=1 also `pip install .` in a clone."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile

from support import CLEAN, FAULTY, SOURCE, Workspace, arguments, check, python_tool, skip

IDENTITY = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@localhost",
            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@localhost"}

LARGEST_WHEEL = 4 << 20

CONFIG = """\
repos:
  - repo: {mirror}
    rev: v{version}
    hooks:
      - id: grpolint
        args: [--fail-on=error]
"""


# What the sdist must hold and need not.
IN_SDIST = ("pyproject.toml", "CMakeLists.txt", "cmake/Static.cmake", "src/cli/main.cpp",
            "rules/mem", "include/grpolint/finding.h", "packaging/build-wheel", "LICENSE")
NOT_IN_SDIST = ("tests", "fixtures", "docs", "build", ".ci")


def build_environment():
    """Compiling is nearly all that this test does; both builds share their objects by ccache."""
    environment = {"CMAKE_BUILD_PARALLEL_LEVEL": str(os.cpu_count())}
    if shutil.which("ccache"):
        environment.update(CMAKE_CXX_COMPILER_LAUNCHER="ccache", CCACHE_NOHASHDIR="1")
    return {**os.environ, **environment}


def build(*command, folder=SOURCE, fails=False, **variables):
    done = subprocess.run([str(word) for word in command], cwd=folder, text=True,
                          capture_output=True, env={**build_environment(), **variables})
    output = done.stdout + done.stderr
    check((done.returncode != 0) == fails, f"{command}: {output[-6000:]}")
    return output


def check_missing_libraries(work, pip):
    """Without its libraries the build says which packages to install."""
    output = build(pip, "wheel", "--no-deps", "--wheel-dir", work.root / "none", SOURCE, fails=True,
                   PKG_CONFIG_LIBDIR=os.devnull)
    check("apt-get install libyaml-dev libre2-dev" in output, f"what is missing is said: {output}")


def build_sdist(tool, folder):
    """Lays the released sources into a folder, and returns the folder they unpack to."""
    build(tool, "--sdist", "--outdir", folder, SOURCE)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as sources:
        sources.extractall(folder)
    root = folder / archive.name.removesuffix(".tar.gz")
    for name in IN_SDIST:
        check((root / name).exists(), f"{name} is in the sdist")
    for name in NOT_IN_SDIST:
        check(not (root / name).exists(), f"{name} is not in the sdist")
    return root


def build_wheel(sources, dist):
    """The released wheel, from the sdist: its binary needs no library of the machine."""
    simdjson = SOURCE / "build/simdjson"
    build(SOURCE / "packaging/fetch-simdjson", simdjson)
    shutil.copytree(simdjson, sources / "build/simdjson")
    build(sources / "packaging/build-wheel", dist, folder=sources, CCACHE_BASEDIR=str(sources))
    wheels = list(dist.glob("*.whl"))
    check(len(wheels) == 1, f"one wheel: {wheels}")
    check(wheels[0].stat().st_size < LARGEST_WHEEL, f"{wheels[0].stat().st_size} bytes are small")
    return wheels[0]


def check_source_install(work, sources, version):
    """`pip install .` with the libraries of this machine."""
    work.run(sys.executable, "-m", "venv", "from-source")
    tools = work.root / "from-source/bin"
    build(tools / "pip", "install", ".", folder=sources, CCACHE_BASEDIR=str(sources))
    check(work.run(tools / "grpolint", "--version").stdout == f"grpolint {version}\n", "the version")
    check_commands(work, tools)


def check_contents(wheel, version):
    machine = os.uname().machine
    check(wheel.name.startswith(f"grpolint-{version}-py3-none-"), f"the name {wheel.name}")
    for tag in (f"manylinux_2_17_{machine}", f"musllinux_1_1_{machine}"):
        check(tag in wheel.name, f"{tag} is in the name {wheel.name}")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        data, info = f"grpolint-{version}.data", f"grpolint-{version}.dist-info"
        wanted = {f"{data}/scripts/grpolint", f"{data}/data/share/man/man1/grpolint.1",
                  f"{data}/data/share/bash-completion/completions/grpolint",
                  f"{data}/data/share/zsh/site-functions/_grpolint",
                  f"{data}/data/share/fish/vendor_completions.d/grpolint.fish",
                  f"{info}/METADATA", f"{info}/RECORD", f"{info}/WHEEL",
                  f"{info}/licenses/LICENSE", "grpolint/__init__.py", "grpolint/__main__.py"}
        check(names == wanted, f"the files of the wheel differ: {sorted(names ^ wanted)}")
        mode = archive.getinfo(f"{data}/scripts/grpolint").external_attr >> 16
        check(mode & 0o111, "the program is executable")
        check("Root-Is-Purelib: false" in archive.read(f"{info}/WHEEL").decode(), "platform files")


def check_static(binary):
    headers = subprocess.run(["readelf", "--program-headers", "--dynamic", binary], text=True,
                             capture_output=True, check=True).stdout
    check("INTERP" not in headers and "NEEDED" not in headers, f"nothing is loaded: {headers}")
    listed = subprocess.run(["ldd", binary], capture_output=True, text=True)
    check("not a dynamic executable" in listed.stdout + listed.stderr
          or "statically linked" in listed.stdout, f"ldd: {listed.stdout}{listed.stderr}")


def check_environment(work, wheel, version):
    work.run(sys.executable, "-m", "venv", "fresh")
    tools = work.root / "fresh/bin"
    work.run(tools / "python", "-m", "pip", "install", "-q", "--no-index", wheel)
    check(work.run(tools / "grpolint", "--version").stdout == f"grpolint {version}\n", "the version")
    check_static(tools / "grpolint")
    check_commands(work, tools)
    # Nothing stays behind.
    work.run(tools / "python", "-m", "pip", "uninstall", "-q", "-y", "grpolint")
    left = [path for path in (work.root / "fresh").rglob("*grpolint*")]
    check(not left, f"what pip leaves: {left}")


def check_commands(work, tools):
    work.write("clean.yaml", CLEAN)
    work.write("faulty.yaml", FAULTY)
    for command in ([tools / "grpolint"], [tools / "python", "-m", "grpolint"]):
        work.run(*command, "clean.yaml")
        check("faulty.yaml:5:1: error:" in work.run(*command, "faulty.yaml", expect=1).stdout,
              "the finding")


def check_mirror(work, wheel, version):
    """pre-commit installs the mirror with pip, from a folder of packages instead of an index."""
    git = {"environment": IDENTITY}
    packages = wheel.parent
    work.run(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", packages,
             "setuptools==75.3.0", "wheel==0.45.1")
    mirror = work.root / "mirror"
    shutil.copytree(SOURCE / "packaging/pre-commit-mirror", mirror)
    work.run("git", "init", "-q", cwd=mirror, **git)
    work.run("git", "add", ".", cwd=mirror, **git)
    work.run("git", "commit", "-qm", "mirror", cwd=mirror, **git)
    # A release on top of another: the version changes, is committed and tagged.
    (mirror / "pyproject.toml").write_text(
        (mirror / "pyproject.toml").read_text().replace(version, "0.0.1"))
    work.run("git", "commit", "-qam", "older", cwd=mirror, **git)
    work.run(sys.executable, mirror / "mirror.py", version, **git)

    repository = work.root / "repository"
    repository.mkdir()
    work.run("git", "init", "-q", cwd=repository, **git)
    work.write("repository/.pre-commit-config.yaml", CONFIG.format(mirror=mirror, version=version))
    work.write("repository/faulty.yaml", FAULTY)
    work.run("git", "add", ".", cwd=repository, **git)
    done = work.run("pre-commit", "run", "--all-files", cwd=repository, expect=1,
                    environment={"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(packages),
                                 "PATH": os.environ["PATH"]})
    check("faulty.yaml:5:1: error:" in done.stdout, f"the finding is shown: {done.stdout}")


def main():
    grpolint, build_folder = arguments()
    tool = python_tool(build_folder, "build==1.2.2", program="pyproject-build")
    with Workspace(grpolint) as work:
        version = work.run("grpolint", "--version").stdout.split()[1]
        dist = work.root.parent / "dist"  # pip splits a list of folders at spaces
        dist.mkdir()
        check_missing_libraries(work, tool.parent / "pip")
        sources = build_sdist(tool, work.root.parent / "sources")
        wheel = build_wheel(sources, dist)
        check_contents(wheel, version)
        check_environment(work, wheel, version)
        if os.environ.get("GRPOLINT_TEST_INSTALLS") == "1":
            check_source_install(work, sources, version)  # compiles everything once more
        if not shutil.which("pre-commit"):
            skip("pre-commit is not installed; the wheel itself is good")
        check_mirror(work, wheel, version)


main()
