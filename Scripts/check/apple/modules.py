"""Modules for Apple's platforms, made on Linux, against which the compiler can check types.

Swift compiles for an Apple platform only with that platform's modules. Here these are

- the modules of the Linux toolchain and the dependencies, built for Linux, in copies that name an
  Apple platform as their target. A module's interface is nearly the same on all platforms, and the
  standard library's keeps its availability. The compiler reads C headers for Linux meanwhile;
- without what Apple's platforms don't have: `Glibc`, `FoundationEssentials` and `FoundationNetworking`
  have other names in the copies, so that `canImport` is false for them. Linux's `Foundation` becomes
  `ObjectiveC`, the module of `NSObject` on Apple's platforms, and a new `Foundation` exports both it
  and `Darwin`;
- the stand-ins in AppleStubs for Apple's own modules.

Nothing of this can be linked or run.
"""
import json
import re
import shutil
import subprocess
from pathlib import Path

# The name of a platform in a target triple, its version, and the environment.
TRIPLES = {
    "macos": ("arm64-apple-macosx", "15.0", ""),
    "ios": ("arm64-apple-ios", "18.0", ""),
    "ios-maccatalyst": ("arm64-apple-ios", "18.0", "-macabi"),
    "tvos": ("arm64-apple-tvos", "18.0", ""),
    "watchos": ("arm64-apple-watchos", "11.0", ""),
    "xros": ("arm64-apple-xros", "2.0", ""),
}
# The stand-ins of each platform, in the order of their dependencies. Mac Catalyst finds AppKit too.
FIRST, EVERYWHERE, APPS = ["MachO", "Security", "CryptoKit"], ["AuthenticationServices"], ["SwiftUI"]
STUBS = {
    "macos": [*FIRST, "AppKit", *EVERYWHERE, *APPS],
    "ios": [*FIRST, "UIKit", "BackgroundTasks", *EVERYWHERE, *APPS],
    "ios-maccatalyst": [*FIRST, "AppKit", "UIKit", *EVERYWHERE, *APPS],
    **{name: [*FIRST, "UIKit", *EVERYWHERE] for name in ("tvos", "watchos", "xros")},
}
# The names that differ in the copies. Each new name has the length of the old one, because the
# modules are binary files. Modules of C keep their names.
RENAMED = re.compile(rb"(?<![A-Za-z])Glibc\b|(?<!Core)Foundation(Essentials|Networking)?(?!CShims|ICU|Macros)")
SETTINGS = [
    "-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature",
    "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility", "-warnings-as-errors",
]


def renamed(data):
    def other(match):
        name = match.group(0)
        if name == b"Glibc":
            return b"GlibX"
        return b"ObjectiveC" if name == b"Foundation" else name.replace(b"Foundation", b"FoundatioX")

    return RENAMED.sub(other, data)


class Toolchain:
    """The Linux toolchain, and the dependencies as SwiftPM built them for Linux."""

    def __init__(self, built, checkouts):
        output = subprocess.run(["swiftc", "-print-target-info"], check=True, stdout=subprocess.PIPE).stdout
        information = json.loads(output)
        self.triple = information["target"]["unversionedTriple"]
        self.resources = Path(information["paths"]["runtimeResourcePath"])
        self.map = next((self.resources / "linux").glob("*/glibc.modulemap"))
        system = self.resources / "linux"
        # Glibc is written anew: see `add_stand_ins`.
        self.system = {
            folder.stem: renamed((folder / f"{self.triple}.swiftmodule").read_bytes())
            for folder in system.glob("*.swiftmodule")
            if folder.stem != "Glibc" and (folder / f"{self.triple}.swiftmodule").exists()
        }
        self.modules = {file.stem: renamed(file.read_bytes()) for file in Path(built, "Modules").glob("*.swiftmodule")}
        self.maps = sorted(Path(built).glob("*.build/module.modulemap"))
        self.headers = sorted({
            file.parent for file in Path(checkouts).glob("*/Sources/**/module.modulemap") if "Benchmarks" not in file.parts
        })
        # What code imports on Linux.
        self.known = {*self.system, *self.modules, "Glibc", "Musl", "PackageDescription"}
        self.known |= {map.parent.stem for map in self.maps} | {folder.name for folder in self.headers}

    def named(self, prefix, environment, version):
        """The name of a target as long as the Linux one, in whose place it is written."""
        spare = len(self.triple) - len(prefix) - len(environment)
        return (prefix + version.split(".")[0].rjust(spare, "0") + environment).encode()


class Platform:
    """The modules of one of Apple's platforms, in a folder."""

    def __init__(self, name, toolchain, folder):
        prefix, version, environment = TRIPLES[name]
        self.name, self.toolchain, self.folder = name, toolchain, Path(folder)
        for old in ["modules", "system"]:
            shutil.rmtree(self.folder / old, ignore_errors=True)
        self.triple = prefix + version + environment
        self.target = toolchain.named(prefix, environment, version)
        self.system = self.folder / "system"
        (self.folder / "sdk").mkdir(parents=True, exist_ok=True)
        if not (self.folder / "sdk" / "usr").exists():
            (self.folder / "sdk" / "usr").symlink_to("/usr")
        # The compiler reads here which version of visionOS follows from one of iOS.
        versions = {f"{major}.0": f"{max(1, major - 16)}.0" for major in range(2, 27)}
        settings = {"Version": version, "MaximumDeploymentTarget": f"{version}.99", "VersionMap": {"iOS_visionOS": versions}}
        (self.folder / "sdk" / "SDKSettings.json").write_text(json.dumps(settings))
        self.overlay = self.folder / "overlay.yaml"
        map = toolchain.map
        contents = [{"name": "module.modulemap", "type": "file", "external-contents": str(map)},
                    {"name": "SwiftGlibc.h", "type": "file", "external-contents": str(map.parent / "SwiftGlibc.h")}]
        roots = [{"name": "/usr/include", "type": "directory", "contents": contents}]
        self.overlay.write_text(json.dumps({"version": 0, "case-sensitive": "true", "roots": roots}))
        for module, data in toolchain.system.items():
            self._write(module, data, self.system)

    def _write(self, name, data, folder):
        folder.mkdir(parents=True, exist_ok=True)
        name = renamed(name.encode()).decode()
        (folder / f"{name}.swiftmodule").write_bytes(data.replace(self.toolchain.triple.encode(), self.target))

    def folder_of(self, module):
        """The folder of a module. Each has its own, so that code finds only what it may import."""
        return self.folder / "modules" / module

    def add_dependency(self, module):
        """Adds a module that was built for Linux, if there is one: a module of C has none."""
        if module in self.toolchain.modules and not self.folder_of(module).exists():
            self._write(module, self.toolchain.modules[module], self.folder_of(module))

    def flags(self, modules):
        """The compiler's options for code that may import these modules and the system's."""
        flags = ["-target", self.triple, "-clang-target", self.toolchain.triple, "-disable-objc-interop"]
        flags += ["-sdk", str(self.folder / "sdk"), "-module-cache-path", str(self.folder / "cache")]
        flags += ["-plugin-path", str(self.toolchain.resources / "host" / "plugins")]
        flags += ["-vfsoverlay", str(self.overlay), "-Xcc", "-fmodule-map-file=/usr/include/module.modulemap"]
        flags += ["-I", str(self.system)]
        for module in sorted(modules):
            flags += ["-I", str(self.folder_of(module))]
        for headers in self.toolchain.headers:
            flags += ["-Xcc", "-I", "-Xcc", str(headers)]
        for map in self.toolchain.maps:
            flags += ["-Xcc", f"-fmodule-map-file={map}"]
        return flags

    def compile(self, module, files, options, modules=(), folder=None):
        """Checks a module's types and control flow, and writes the module. Returns the errors."""
        folder = folder or self.folder_of(module)
        folder.mkdir(parents=True, exist_ok=True)
        output = ["-o", str(folder / f"{module}.swiftmodule")]
        return self.run(["-emit-module", *output, "-parse-as-library", "-module-name", module, *options], files, modules)

    def imports(self, file, options, modules):
        """The modules that a file imports on this platform."""
        command = ["swiftc", "-frontend", "-emit-imported-modules", "-parse-as-library", "-module-name", "Imports"]
        command += [*options, *self.flags(modules), file, "-o", "-"]
        return set(subprocess.run(command, text=True, check=True, stdout=subprocess.PIPE).stdout.split())

    def run(self, options, files, modules):
        """Runs the compiler. Returns its errors, or None."""
        command = ["swiftc", "-frontend", *options, *self.flags(modules), *map(str, files)]
        result = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return result.stdout if result.returncode != 0 else None

    def check_c(self, file, headers):
        """Checks a file of C with the platform's conditions and the stand-ins for Apple's headers. Returns the errors."""
        command = ["clang", "-fsyntax-only", "-Wall", "-Werror", "-target", self.triple, "-nostdlibinc"]
        command += ["-isystem", str(headers), "-I", str(file.parent / "include"), str(file)]
        result = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return result.stdout if result.returncode != 0 else None

    def add_stand_ins(self, stubs):
        """Compiles the stand-ins for Apple's modules. Returns the errors."""
        made = self.folder / "made"
        made.mkdir(exist_ok=True)
        needed = ["SystemPackage", "Crypto", "CryptoBoringWrapper"]
        for module in needed:
            self.add_dependency(module)
        for module, text in [
            ("DarwinStructures", None),
            ("Darwin", None),
            # What exports Glibc on Linux, such as NIOPosix and Foundation, exports Darwin on Apple's platforms.
            ("GlibX", "@_exported import Darwin\nimport SwiftGlibc\n"),
            ("Foundation", "@_exported import FoundatioXNetworking\n@_exported import ObjectiveC\n"),
            # On Apple's platforms System is a module of its own, with types of its own.
            ("System", "@_exported import SystemPackage\n"),
        ] + [(module, None) for module in STUBS[self.name]]:
            files = sorted((stubs / module).glob("*.swift"))
            if text is not None:
                files.append(made / f"{module}.swift")
                files[-1].write_text(text)
            errors = self.compile(module, files, SETTINGS, needed, folder=self.system)
            if errors:
                return errors
        return None
