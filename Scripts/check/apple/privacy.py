"""The calls of which Apple wants a reason in an app's privacy manifest, and the manifests.

The names and the reasons are those of Apple's page "Describing use of required reason API"
(developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api), as Wooder's
ios_17_required_reason_api_scanner and the gist mironal/9169633fb09c06c2f8f781ebe01644b7 repeat them.
Clocks of Swift's library, such as ContinuousClock, aren't among them.
"""
import plistlib
import re
from collections import defaultdict
from pathlib import Path

NAME = "PrivacyInfo.xcprivacy"
PREFIX = "NSPrivacyAccessedAPICategory"
CALLS = {
    "FileTimestamp": "creationDate modificationDate fileModificationDate contentModificationDateKey creationDateKey "
    "contentModificationDate getattrlist getattrlistbulk fgetattrlist stat fstat fstatat lstat getattrlistat",
    "SystemBootTime": "systemUptime mach_absolute_time",
    "DiskSpace": "volumeAvailableCapacity volumeAvailableCapacityKey volumeAvailableCapacityForImportantUsage "
    "volumeAvailableCapacityForImportantUsageKey volumeAvailableCapacityForOpportunisticUsage "
    "volumeAvailableCapacityForOpportunisticUsageKey volumeTotalCapacity volumeTotalCapacityKey systemFreeSize "
    "systemSize statfs statvfs fstatfs fstatvfs getattrlist fgetattrlist getattrlistat",
    "ActiveKeyboards": "activeInputModes",
    "UserDefaults": "UserDefaults NSUserDefaults AppStorage",
}
REASONS = {
    "FileTimestamp": {"DDA9.1", "C617.1", "3B52.1", "0A2A.1"},
    "SystemBootTime": {"35F9.1", "8FFB.1", "3D61.1"},
    "DiskSpace": {"85F4.1", "E174.1", "7D9E.1", "B728.1"},
    "ActiveKeyboards": {"3EC4.1", "54BD.1"},
    "UserDefaults": {"CA92.1", "1C8F.1", "C56D.1", "AC6B.1"},
}
SOURCES = (".swift", ".c", ".cc", ".cpp", ".m", ".mm")
UNCALLED = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def calls(files):
    """The calls in files, by category: pairs of a file's name and a call's."""
    found = defaultdict(set)
    for file in map(Path, files):
        words = set(re.findall(r"\w+", UNCALLED.sub(" ", file.read_text(encoding="utf-8", errors="replace"))))
        for category, names in CALLS.items():
            found[category] |= {(file.name, name) for name in words.intersection(names.split())}
    return {category: pairs for category, pairs in found.items() if pairs}


def declared(manifest):
    """The categories of a manifest's contents, with their reasons."""
    types = manifest.get("NSPrivacyAccessedAPITypes", [])
    return {entry["NSPrivacyAccessedAPIType"].removeprefix(PREFIX): set(entry["NSPrivacyAccessedAPITypeReasons"])
            for entry in types}


def faults(described, plain, products, platforms):
    """What is wrong with the manifests of an app that uses these products.

    A target of this package with such calls has a manifest with exactly their categories, which is a resource on every
    platform, and in the plan for Linux on none. Calls of other packages without a manifest are made for these targets.
    """
    targets = {name: target for platform in platforms for product in products
               for name, target in described.reached(f"Uses{product}", platform).items()}
    ours, others = {}, {}
    for name, target in sorted(targets.items()):
        files = [file for file in described.paths_of(name) if file.suffix in SOURCES]
        found = calls(files)
        folder = next((above for file in files for above in file.parents if (above / NAME).exists()), None)
        if target.package != "pixy":
            others |= {} if folder or not found else {name: found}
            continue
        reasons = declared(plistlib.loads((folder / NAME).read_bytes())) if folder else {}
        if set(reasons) != set(found):
            yield f"{name} calls {found or 'nothing'}, and {NAME} says {reasons or 'nothing'}"
        if folder and not described.has_resource(name, NAME):
            yield f"{name}: {NAME} is no resource of an app"
        ours |= {name: found} if found else {}
    if plain.has_file(NAME):
        yield f"{NAME} makes a bundle on Linux"
    covered = set().union(*ours.values())
    for name, found in others.items():
        if set(found) - covered:
            yield f"{name} has no {NAME}, and calls {found}"
    for name, found in (ours | others).items():
        for category, pairs in found.items():
            print(f"{category}: {name} calls {', '.join(sorted({call for _, call in pairs}))} "
                  f"({', '.join(sorted({file for file, _ in pairs}))})")
