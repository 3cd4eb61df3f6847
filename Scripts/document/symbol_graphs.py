"""The public symbols of built modules, with their doc comments, as the compiler's symbol graphs."""
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("BUILD", ROOT / ".build/debug")).resolve()


def compiler_options():
    """The options that let the compiler find the built modules."""
    target = json.loads(subprocess.run(["swiftc", "-print-target-info"], stdout=subprocess.PIPE, check=True).stdout)
    options = ["-target", target["target"]["triple"], "-I", str(BUILD / "Modules")]
    # C modules: with a map in their headers' folder, or with one that SwiftPM made.
    for header in sorted((ROOT / ".build/checkouts").glob("*/Sources/**/module.modulemap")):
        options += ["-Xcc", "-I", "-Xcc", str(header.parent)]
    for header in sorted(BUILD.glob("*.build/module.modulemap")):
        options += ["-Xcc", f"-fmodule-map-file={header}"]
    return options


def extract(module, folder, *options):
    """Writes the symbol graphs of a module into a folder."""
    command = ["swift-symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public"]
    command += ["-output-dir", str(folder), *options]
    result = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        sys.exit(f"{module}: build the package first: swift build\n{result.stdout}")
