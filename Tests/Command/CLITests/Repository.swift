import Foundation

/// The files of this checkout.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The paths of all files in a folder and its folders, in order.
  static func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path()).sorted()
      .map { "\(folder)/\($0)" }
      .filter { try root.appending(path: $0).resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
  }

  /// The path of the `pixy` that was built with the tests.
  static let pixy: String = {
    // The test bundle is next to the products, on Linux and macOS.
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      let candidate = folder.appending(path: "pixy")
      if FileManager.default.isExecutableFile(atPath: candidate.path()) { return candidate.path() }
      folder.deleteLastPathComponent()
    }
    return root.appending(path: ".build/debug/pixy").path()
  }()
}
