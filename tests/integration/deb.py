#!/usr/bin/env python3
"""cpack's .deb of this build: its fields and files, the program out of it, and what lintian says."""

import shutil
import subprocess
import sys

from support import CLEAN, Workspace, arguments, check, need

FILES = {
    "/usr/bin/grpolint",
    "/usr/share/bash-completion/completions/grpolint",
    "/usr/share/doc/grpolint/changelog.gz",
    "/usr/share/doc/grpolint/copyright",
    "/usr/share/fish/vendor_completions.d/grpolint.fish",
    "/usr/share/man/man1/grpolint.1.gz",
    "/usr/share/zsh/vendor-completions/_grpolint",
}


def build(build_folder, target):
    done = subprocess.run(["cpack", "-G", "DEB", "-B", str(target)], cwd=build_folder,
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"cpack: {done.stdout}{done.stderr}")
    packages = list(target.glob("*.deb"))
    check(len(packages) == 1, f"one package: {packages}")
    return packages[0]


def libraries(binary):
    """What the loader has to find for a program, by the names in its dynamic section."""
    listed = subprocess.run(["objdump", "-p", str(binary)], capture_output=True, text=True,
                            check=True)
    return [line.split()[1] for line in listed.stdout.splitlines() if "NEEDED" in line]


def main():
    grpolint, build_folder = arguments()
    for tool in ("cpack", "dpkg-deb", "dpkg-shlibdeps"):
        need(tool)
    with Workspace(grpolint) as work:
        package = build(build_folder, work.root / "package")
        version = work.run("grpolint", "--version").stdout.split()[1]
        architecture = work.run("dpkg", "--print-architecture").stdout.strip()
        check(package.name == f"grpolint_{version}_{architecture}.deb", f"the name {package.name}")

        fields = work.run("dpkg-deb", "--field", package).stdout
        for field in ("Package: grpolint\n", f"Version: {version}\n",
                      f"Architecture: {architecture}\n",
                      "Homepage: https://github.com/grpolint/grpolint\n", "Section: devel\n"):
            check(field in fields, f"{field!r} is in {fields}")

        unpacked = work.root / "unpacked"
        work.run("dpkg-deb", "--extract", package, unpacked)
        files = {"/" + str(path.relative_to(unpacked)) for path in unpacked.rglob("*")
                 if not path.is_dir()}
        check(files == FILES, f"the files differ: {sorted(files ^ FILES)}")
        depends = next((line for line in fields.splitlines() if line.startswith("Depends:")), "")
        loaded = libraries(unpacked / "usr/bin/grpolint")
        for library, owner in (("libc.so", "libc6"), ("libre2.so", "libre2-"),
                               ("libyaml-0.so", "libyaml-0-"), ("libsimdjson.so", "libsimdjson")):
            needed = any(name.startswith(library) for name in loaded)
            check(needed == (owner in depends), f"{library}: needed {needed}, but {depends!r}")

        work.write("clean.yaml", CLEAN)
        work.run(unpacked / "usr/bin/grpolint", "clean.yaml")
        if shutil.which("lintian"):
            done = work.run("lintian", "--fail-on", "error", "--allow-root", "--no-cfg", package,
                            expect=None)
            print(done.stdout)
            check(done.returncode == 0, f"lintian: {done.stdout}{done.stderr}")


main()
