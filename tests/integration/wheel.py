#!/usr/bin/env python3
"""The wheel that is released: its tags and files, its program in a fresh virtual environment, and
real pre-commit installing it through the mirror."""

import os
import shutil
import subprocess
import sys
import zipfile

from support import CLEAN, FAULTY, SOURCE, Workspace, arguments, check, python_tool, skip

IDENTITY = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@localhost",
            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@localhost"}

CONFIG = """\
repos:
  - repo: {mirror}
    rev: v{version}
    hooks:
      - id: grpolint
        args: [--fail-on=error]
"""


def build_wheel(dist):
    if not os.environ.get("GRPOLINT_TEST_WHEEL"):
        skip("it compiles the whole program again; set GRPOLINT_TEST_WHEEL=1 to run it")
    if subprocess.run([SOURCE / "packaging/fetch-simdjson", SOURCE / "build/simdjson"],
                      capture_output=True).returncode:
        skip("the source package of simdjson cannot be had")
    launcher = {"CMAKE_CXX_COMPILER_LAUNCHER": "ccache"} if shutil.which("ccache") else {}
    done = subprocess.run([SOURCE / "packaging/build-wheel", dist], env={**os.environ, **launcher},
                          capture_output=True, text=True)
    check(done.returncode == 0, f"the wheel is built: {done.stdout[-4000:]}{done.stderr[-4000:]}")
    wheels = list(dist.glob("*.whl"))
    check(len(wheels) == 1, f"one wheel: {wheels}")
    return wheels[0]


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
    check_static(tools / "grpolint")
    work.write("clean.yaml", CLEAN)
    work.write("faulty.yaml", FAULTY)
    for command in ([tools / "grpolint"], [tools / "python", "-m", "grpolint"]):
        check(work.run(*command, "--version").stdout == f"grpolint {version}\n", "the version")
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
    python_tool(build_folder, "wheel==0.45.1")  # skips where no index can be reached
    with Workspace(grpolint) as work:
        version = work.run("grpolint", "--version").stdout.split()[1]
        dist = work.root.parent / "dist"  # pip splits a list of folders at spaces
        dist.mkdir()
        wheel = build_wheel(dist)
        check_contents(wheel, version)
        check_environment(work, wheel, version)
        if not shutil.which("pre-commit"):
            skip("pre-commit is not installed; the wheel itself is good")
        check_mirror(work, wheel, version)


main()
