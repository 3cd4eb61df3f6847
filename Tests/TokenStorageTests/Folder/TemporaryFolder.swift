import Foundation
import PKCE

/// A folder of its own for a test, removed with it; in memory where Linux has that, because what is tested a thousand times is
/// that a disk is asked to write, and not how long it takes.
final class TemporaryFolder: Sendable {
  let path: String

  /// - Parameter onDisk: whether it must be where files usually are.
  init(onDisk: Bool = false) throws {
    let name = "pixy-" + Base64URL.encode(SystemRandomSource().octets(12))
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

  /// The path of something in it.
  func appending(_ name: String) -> String { path + "/" + name }

  /// All files with their octets, by their path in here; locks aside.
  func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) where !name.hasSuffix(".lock") {
      let type = try FileManager.default.attributesOfItem(atPath: appending(name))[.type] as? FileAttributeType
      guard type == .typeRegular else { continue }
      contents[name] = try octets(name)
    }
    return contents
  }

  func octets(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: appending(name))))
  }

  func write(_ octets: [UInt8], to name: String) throws {
    try Data(octets).write(to: URL(filePath: appending(name)))
  }
}
