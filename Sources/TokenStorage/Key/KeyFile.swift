internal import PKCE
internal import SystemPackage

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A file of 32 random octets.
struct KeyFile: Sendable {
  static let octetCount = 32

  private let files: PrivateFiles
  private let name: String
  private let path: FilePath

  /// - Throws: ``TokenStoreError/Kind/unsafePlace`` if the path isn't absolute.
  init(_ path: String, calls: any FileCalls, random: any RandomSource) throws(TokenStoreError) {
    self.path = FilePath(path)
    guard self.path.isAbsolute, let name = self.path.lastComponent?.string else {
      throw TokenStoreError(.unsafePlace, place: path, cause: "the key file needs an absolute path")
    }
    self.name = name
    // Others may look into a folder of configuration; the key itself is readable for its owner alone.
    let folder = PrivateFolder(
      self.path.removingLastComponent(), forbidden: [.groupWrite, .otherWrite], calls: calls)
    files = PrivateFiles(folder: folder, calls: calls, random: random)
  }

  /// - Returns: `nil` if the file isn't there.
  /// - Throws: ``TokenStoreError/Kind/damaged`` if it has another length.
  func read() throws(TokenStoreError) -> [UInt8]? {
    guard let octets = try files.read(name, atMost: Self.octetCount) else { return nil }
    guard octets.count == Self.octetCount else {
      throw TokenStoreError(.damaged, place: path.string, cause: "a key file has 32 octets")
    }
    return octets
  }

  /// The key that is there, or a new one; all processes that begin at once get the same.
  func readOrMake(patience: Duration) throws(TokenStoreError) -> [UInt8] {
    if let octets = try read() { return octets }
    try files.folder.prepare()
    // One for all keys of the folder, because leftovers are removed whose ever they are.
    let lock = try LockFile(files.folder.path.appending("keys.lock"), calls: files.calls).lock(patience: patience)
    defer { files.calls.close(lock) }
    if let octets = try read() { return octets }
    files.removeLeftovers()
    let octets = files.random.exactly(Self.octetCount)
    try files.replace(name, with: octets)
    return octets
  }
}
