"""What SwiftPM plans for Apple's platforms.

`Plan` reads the description that SwiftPM makes for Swift Build, the build system in Xcode: every
target with its dependencies, files and flags, each with the platforms that it is for. `native` has
SwiftPM's own build system plan a package, which checks the platform versions of its dependencies.
"""
import json
import os
import subprocess
from pathlib import Path

# The platforms by their names in SwiftPM's description: the setting, what this package is for, and the target triple for
# SwiftPM's own build system. It doesn't know visionOS, and takes it for macOS.
PLATFORMS = {
    "macos": ("MACOSX_DEPLOYMENT_TARGET", "15.0", "arm64-apple-macosx15.0"),
    "ios": ("IPHONEOS_DEPLOYMENT_TARGET", "18.0", "arm64-apple-ios18.0"),
    "ios-simulator": ("IPHONEOS_DEPLOYMENT_TARGET", "18.0", "arm64-apple-ios18.0-simulator"),
    "ios-maccatalyst": ("IPHONEOS_DEPLOYMENT_TARGET", "18.0", "arm64-apple-ios18.0-macabi"),
    "tvos": ("TVOS_DEPLOYMENT_TARGET", "18.0", "arm64-apple-tvos18.0"),
    "watchos": ("WATCHOS_DEPLOYMENT_TARGET", "11.0", "arm64-apple-watchos11.0"),
    "xros": ("XROS_DEPLOYMENT_TARGET", "2.0", None),
}
MINIMUMS = {name: platform[:2] for name, platform in PLATFORMS.items()}
TRIPLES = {name: platform[2] for name, platform in PLATFORMS.items() if platform[2]}


def environment(**more):
    """The environment of a user who builds a package that depends on this one."""
    own = {name: value for name, value in os.environ.items() if name != "PIXY_WARNINGS_AS_ERRORS"}
    # SwiftPM passes the traits in hash order, and another order plans everything again.
    return own | {"SWIFT_DETERMINISTIC_HASHING": "1"} | more


def output_of(command):
    """The output of a command of SwiftPM, whose messages are shown only if it fails."""
    result = subprocess.run(command, env=environment(), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(command)}\n{result.stderr}")
    return result.stdout


def version(text):
    return tuple(int(part) for part in text.split("."))


class Target:
    """A target or a product of a package."""

    def __init__(self, contents, package):
        self.package = package
        kind = contents.get("productTypeIdentifier")
        self.is_library = kind == "com.apple.product-type.library.static"
        self.is_program = kind == "com.apple.product-type.tool"
        self.dependencies = [
            (edge["guid"], {"-".join(filter(None, [f["platform"], f.get("environment")])) for f in edge["platformFilters"]})
            for edge in contents["dependencies"]
        ]
        self.settings = next(c["buildSettings"] for c in contents["buildConfigurations"] if c["name"] == "Debug")
        self.files = [
            file["fileReference"]
            for phase in contents.get("buildPhases", [])
            for file in phase.get("buildFiles", [])
            if "fileReference" in file
        ]

    def setting(self, name, platform):
        """The values of a list of settings: those for all platforms, then those for this one."""
        values = []
        for key, value in self.settings.items():
            base, _, rest = key.partition("[__platform_filter=")
            if base == name and (not rest or platform in rest.rstrip("]").split(";")):
                values += [v for v in value if v != "$(inherited)"]
        return values


class Plan:
    """SwiftPM's description of a package with all of its dependencies."""

    def __init__(self, package, scratch, *options):
        command = ["swift", "package", "--build-system", "swiftbuild", "--package-path", str(package)]
        command += ["--scratch-path", str(scratch), *options, "dump-pif"]
        objects = json.loads(output_of(command))
        self.packages, self.targets, self.paths = {}, {}, {}
        owners = {}
        for contents in (o["contents"] for o in objects if o["type"] == "project"):
            settings = next(c["buildSettings"] for c in contents["buildConfigurations"] if c["name"] == "Debug")
            self.packages[contents["projectName"]] = settings
            owners.update({signature: contents["projectName"] for signature in contents["targets"]})
            self._read_paths(contents["groupTree"], Path(contents["projectDirectory"]))
        for object in (o for o in objects if o["type"] == "target"):
            target = Target(object["contents"], owners[object["signature"]])
            self.targets[object["contents"]["guid"]] = target

    def _read_paths(self, node, above):
        path = above / (node.get("path") or "")
        self.paths[node["guid"]] = path
        for child in node.get("children", []):
            self._read_paths(child, path)

    def guid(self, name):
        """The key of a target, which for a program is that of its product."""
        if f"PACKAGE-TARGET:{name}" in self.targets:
            return f"PACKAGE-TARGET:{name}"
        return next(g for g in self.targets if g.startswith("PACKAGE-PRODUCT:") and g.endswith(f"_{name}.{name}"))

    def target(self, name):
        return self.targets[self.guid(name)]

    def libraries(self, package):
        """The names of a package's library products."""
        return sorted(
            guid.rsplit(".", 1)[1] for guid, target in self.targets.items()
            if guid.startswith("PACKAGE-PRODUCT:") and target.package == package and target.is_library)

    def modules(self, product, platform):
        """The modules of this package in one of its library products on a platform, by their names."""
        guid = next(g for g, t in self.targets.items()
                    if t.is_library and g.startswith("PACKAGE-PRODUCT:") and g.endswith(f".{product}"))
        return sorted(name for name, target in self._reached(guid, platform).items() if target.package == "pixy")

    def paths_of(self, name):
        """The files of a target."""
        return [self.paths[reference] for reference in self.target(name).files]

    def files(self, name):
        """The Swift files of a target."""
        return sorted(str(path) for path in self.paths_of(name) if path.suffix == ".swift")

    def has_resource(self, name, file):
        """Whether a file is in the bundle of a target's resources, on every platform."""
        bundles = [guid for guid, only in self.target(name).dependencies if guid.startswith("PACKAGE-RESOURCE:") and not only]
        return any(self.paths[reference].name == file for guid in bundles for reference in self.targets[guid].files)

    def has_file(self, name):
        """Whether a target of this package has a file of this name."""
        return any(self.paths[reference].name == name for target in self.targets.values() if target.package == "pixy"
                   for reference in target.files)

    def reached(self, name, platform):
        """The targets that a target needs on a platform, without itself, by their names."""
        return self._reached(self.guid(name), platform)

    def _reached(self, start, platform):
        found, open_edges = {}, [start]
        while open_edges:
            guid = open_edges.pop()
            if guid in found or guid not in self.targets:
                continue
            found[guid] = self.targets[guid]
            open_edges += [to for to, only in found[guid].dependencies if not only or platform in only]
        found.pop(start)
        return {guid.split(":", 1)[1]: t for guid, t in found.items() if guid.startswith("PACKAGE-TARGET:")}

    def minimum(self, target, platform):
        """The oldest version of a platform that a target is for, as its package says or SwiftPM assumes."""
        setting = MINIMUMS[platform][0]
        if platform == "ios-maccatalyst":
            catalyst = f"{setting}[__platform_filter=ios-maccatalyst]"
            setting = catalyst if catalyst in self.packages[target.package] else setting
        return self.packages[target.package][setting]


def native(package, scratch, platform, tools):
    """Plans a package for a platform with SwiftPM's own build system, without building it.

    Returns SwiftPM's message if it rejects the package, else None. The tools are stand-ins for
    commands of Xcode that SwiftPM only looks for while it plans, and their folder is the SDK.
    """
    command = ["swift", "build", "--package-path", str(package), "--scratch-path", str(scratch)]
    command += ["--triple", TRIPLES[platform], "--sdk", str(tools), "--print-manifest-job-graph"]
    result = subprocess.run(
        command, env=environment(PATH=f"{tools}:{os.environ['PATH']}"), text=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if result.returncode == 0:
        return None
    errors = [line for line in result.stderr.splitlines() if line.startswith("error:") and line != "error: fatalError"]
    return "\n".join(errors or result.stderr.splitlines()[-5:])

