internal import ArgumentParser
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// Reads files, pipes and standard input whole, up to a limit.
enum FileInput {
  /// The octets of a file.
  /// - Parameters:
  ///   - path: where it is, or `-` for standard input.
  ///   - most: how many octets are wanted at most; of a longer file some more are given, so that the caller sees it.
  /// - Throws: `Errno`.
  static func octets(of path: String, most: Int) throws -> [UInt8] {
    if path == "-" { return try octets(of: .standardInput, most: most) }
    let file = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
    return try file.closeAfter { try octets(of: file, most: most) }
  }

  /// Refuses to read standard input twice: the second reader finds nothing. A person at a terminal is asked for one after the other.
  /// - Parameter paths: what options say; `-` is standard input.
  static func checkOneReader(of paths: [String?]) throws {
    guard Terminal.isInput || paths.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("Standard input can be read for one thing only; give a file for the others.")
    }
  }

  /// A path that means the same in whatever folder a later run is; `-`, variables and commands stay.
  static func absolutePath(_ path: String) -> String {
    guard path != "-", !path.hasPrefix("/"), !path.hasPrefix("env:"), !path.hasPrefix("command:") else { return path }
    return FileManager.default.currentDirectoryPath + "/" + path
  }

  private static func octets(of file: FileDescriptor, most: Int) throws -> [UInt8] {
    var octets: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while octets.count <= most {
      let count = try unsafe part.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
      guard count > 0 else { break }
      octets += part.prefix(count)
    }
    return octets
  }
}
