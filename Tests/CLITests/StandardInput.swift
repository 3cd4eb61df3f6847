import Foundation
import SystemPackage

/// What a process reads from its standard input.
enum StandardInput {
  /// A file with a text, which nobody else sees, open at its beginning.
  ///
  /// A pipe won't do: a process may end without reading what is written into it.
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
