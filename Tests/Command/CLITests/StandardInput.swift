import Foundation
import SystemPackage

/// Files for the standard input of processes.
enum StandardInput {
  /// Returns an unnamed temporary file with a text, opened at its beginning.
  ///
  /// A pipe is unsuitable, because a process may end without reading its input.
  static func holding(_ text: String) throws -> FileDescriptor {
    let path = FilePath(NSTemporaryDirectory() + "pixy-input-" + UUID().uuidString)
    let file = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
    try FileManager.default.removeItem(atPath: path.string)
    try file.writeAll(text.utf8)
    try file.seek(offset: 0, from: .start)
    return file
  }
}
