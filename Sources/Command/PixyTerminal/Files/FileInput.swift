internal import ArgumentParser
internal import FoundationBasics
#if canImport(System)
package import System
#else
package import SystemPackage
#endif

/// Input from files, pipes and standard input, up to a limit.
package enum FileInput {
  /// Reads the bytes of a file.
  /// - Parameters:
  ///   - path: The file's path, or `-` for standard input.
  ///   - most: The largest number of bytes that the caller accepts. Of a longer file the method
  ///     returns more bytes than that, so the caller can detect the excess.
  /// - Throws: `Errno`.
  package static func bytes(of path: String, most: Int) throws -> [UInt8] {
    if path == "-" { return try bytes(of: .standardInput, most: most) }
    let file = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
    return try file.closeAfter { try bytes(of: file, most: most) }
  }

  /// Rejects reading standard input twice, because the second reader would find it empty. At a
  /// terminal the user is asked for one value after the other.
  /// - Parameter paths: The paths from the options; `-` is standard input.
  package static func checkOneReader(of paths: [String?]) throws {
    guard Terminal.isInput || paths.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("Standard input can be used for one option only; give a file for the others.")
    }
  }

  /// Makes a path absolute, so that it stays valid in a later run from another folder. `-`,
  /// variables and commands stay unchanged.
  package static func absolutePath(_ path: String) -> String {
    guard path != "-", !path.hasPrefix("/"), !path.hasPrefix("env:"), !path.hasPrefix("command:") else { return path }
    return FileManager.default.currentDirectoryPath + "/" + path
  }

  /// Reads the bytes of an open file, as ``bytes(of:most:)-(String,_)`` does.
  package static func bytes(of file: FileDescriptor, most: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while bytes.count <= most {
      let count = try unsafe part.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
      guard count > 0 else { break }
      bytes += part.prefix(count)
    }
    return bytes
  }
}
