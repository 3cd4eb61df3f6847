internal import PKCE
internal import SystemPackage

internal import FoundationBasics

/// A file of 32 random bytes.
struct KeyFile: Sendable {
  static let byteCount = 32

  private let files: PrivateFiles
  private let name: String
  private let path: FilePath

  /// Names a key file.
  ///
  /// - Throws: ``TokenStoreError/Kind/unsafePlace`` if the path isn't absolute.
  init(_ path: String, calls: any FileCalls, random: any RandomSource) throws(TokenStoreError) {
    self.path = FilePath(path)
    guard self.path.isAbsolute, let name = self.path.lastComponent?.string else {
      throw TokenStoreError(.unsafePlace, place: path, cause: "the key file needs an absolute path")
    }
    self.name = name
    // Others may list a configuration folder. Only the owner may read the key itself.
    let folder = PrivateFolder(
      self.path.removingLastComponent(), forbidden: [.groupWrite, .otherWrite], calls: calls)
    files = PrivateFiles(folder: folder, calls: calls, random: random)
  }

  /// Reads the key.
  ///
  /// - Returns: `nil` if the file doesn't exist.
  /// - Throws: ``TokenStoreError/Kind/keyLost`` if it isn't 32 bytes long.
  func read() throws(TokenStoreError) -> [UInt8]? {
    let lostKeyError = TokenStoreError(.keyLost, place: path.string, cause: "a key file is 32 bytes long")
    do throws(TokenStoreError) {
      guard let bytes = try files.read(name, atMost: Self.byteCount) else { return nil }
      guard bytes.count == Self.byteCount else { throw lostKeyError }
      return bytes
    } catch {
      // The file is too long.
      throw error.kind == .damaged ? lostKeyError : error
    }
  }

  /// Reads the key, or creates it. Processes that start at the same time all get the same key.
  func readOrMake(patience: Duration) throws(TokenStoreError) -> [UInt8] {
    if let bytes = try read() { return bytes }
    return try BackgroundTime.system.hold { () throws(TokenStoreError) in try make(patience: patience) }
  }

  private func make(patience: Duration) throws(TokenStoreError) -> [UInt8] {
    try files.folder.prepare()
    // One lock for all keys of the folder, because leftovers are removed regardless of the key that
    // they belong to.
    let lock = try LockFile(files.folder.path.appending("keys.lock"), calls: files.calls).lock(patience: patience)
    defer { files.calls.close(lock) }
    if let bytes = try read() { return bytes }
    files.removeLeftovers()
    let bytes = files.random.exactly(Self.byteCount)
    try files.replace(name, with: bytes)
    return bytes
  }
}
