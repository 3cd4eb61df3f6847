// Instruments a copy of the package: `mutants COPY LIST EXCLUDED FOLDER…`.
//
// Each FOLDER is `Sources/GROUP/MODULE` or a folder or file in it. The mutants are written to LIST. EXCLUDED
// has lines `PATH:LINE` without mutants, because one of them didn't compile.
import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

guard CommandLine.arguments.count > 4 else {
  FileHandle.standardError.write(Data("usage: mutants COPY LIST EXCLUDED FOLDER…\n".utf8))
  exit(64)
}
let copy = URL(fileURLWithPath: CommandLine.arguments[1])
let excluded = try String(contentsOfFile: CommandLine.arguments[3], encoding: .utf8).split(separator: "\n").map(
  String.init)

/// Returns the Swift files of a folder, as paths in the package.
func files(in folder: String) -> [String] {
  if folder.hasSuffix(".swift") { return [folder] }
  let paths = FileManager.default.enumerator(atPath: copy.appending(path: folder).path)?.compactMap { $0 as? String }
  return (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted().map { folder + "/" + $0 }
}

func text(_ path: String) throws -> String {
  try String(contentsOf: copy.appending(path: path), encoding: .utf8)
}

let folders = CommandLine.arguments.dropFirst(4)
let modules = Dictionary(grouping: folders) { $0.split(separator: "/").prefix(3).joined(separator: "/") }
var mutants: [Mutant] = []
for (module, folders) in modules.sorted(by: { $0.key < $1.key }) {
  let signatures = Signatures(of: try files(in: module).map { Parser.parse(source: try text($0)) })
  for path in folders.flatMap(files) {
    let source = try text(path)
    // Folding keeps the order of the tokens, so positions in the folded tree are those of the text.
    let tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: source)) { _ in }
    guard let file = tree.as(SourceFileSyntax.self) else { continue }
    let lines = excluded.filter { $0.hasPrefix(path + ":") }.compactMap { Int($0.dropFirst(path.count + 1)) }
    let instrumentation = Instrumentation(
      file, at: path, numbersFrom: mutants.count + 1, excluding: Set(lines), signatures)
    mutants += instrumentation.mutants
    try instrumentation.edits.applied(to: source).write(
      to: copy.appending(path: path), atomically: true, encoding: .utf8)
  }
}
// The file of reached mutants is as long in every module.
for module in modules.keys {
  try support.replacing("COUNT", with: String(mutants.count + 1)).write(
    to: copy.appending(path: module + "/Mutant.swift"), atomically: true, encoding: .utf8)
}
try (mutants.map(\.row).joined(separator: "\n") + "\n").write(
  toFile: CommandLine.arguments[2], atomically: true, encoding: .utf8)
