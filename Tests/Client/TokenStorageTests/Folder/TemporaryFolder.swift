import Foundation
import PKCE

/// A folder for one test, removed with it. On Linux it is in memory if possible: the tests check
/// that a disk is asked to write, and not how long the write takes.
final class TemporaryFolder: Sendable {
  let path: String

  /// Creates the folder.
  ///
  /// - Parameter onDisk: Whether the folder must be on a disk.
  init(onDisk: Bool = false) throws {
    let name = "pixy-" + Base64URL.encode(SystemRandomSource().bytes(12))
    let memory = "/dev/shm"
    let isMemory = !onDisk && FileManager.default.isWritableFile(atPath: memory)
    path = URL(filePath: isMemory ? memory : NSTemporaryDirectory()).resolvingSymlinksInPath().appending(path: name)
      .path()
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the path of an entry of the folder.
  func appending(_ name: String) -> String { path + "/" + name }

  /// Returns all files with their bytes, by their relative paths, without locks.
  func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) where !name.hasSuffix(".lock") {
      let type = try FileManager.default.attributesOfItem(atPath: appending(name))[.type] as? FileAttributeType
      guard type == .typeRegular else { continue }
      contents[name] = try bytes(name)
    }
    return contents
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: appending(name))))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: appending(name)))
  }
}
