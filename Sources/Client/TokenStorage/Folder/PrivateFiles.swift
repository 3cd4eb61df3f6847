internal import CLibrary
internal import PKCE
internal import SystemPackage

/// Files in a ``PrivateFolder`` that are read and replaced as a whole. A reader sees the previous
/// version or the new one, never a mixture.
///
/// Readers need no lock. Writers hold one lock that all writers of the folder share;
/// ``removeLeftovers()`` relies on it.
struct PrivateFiles: Sendable {
  let folder: PrivateFolder
  let calls: any FileCalls
  let random: any RandomSource

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - name: The file's name, without a folder.
  ///   - limit: The maximum length in bytes. No more are read.
  /// - Returns: The file's bytes; `nil` if the file doesn't exist.
  /// - Throws: ``TokenStoreError/Kind/unsafePlace`` if it is no regular file, belongs to another
  ///   user, is accessible to others, or has other hard links; ``TokenStoreError/Kind/damaged`` if
  ///   it is too long.
  func read(_ name: String, atMost limit: Int) throws(TokenStoreError) -> [UInt8]? {
    guard try folder.isThere() else { return nil }
    let path = folder.path.appending(name)
    do {
      let file: FileDescriptor
      do {
        file = try calls.untilDone { () throws(Errno) in try calls.open(path, .reading) }
      } catch {
        guard error != .noSuchFileOrDirectory else { return nil }
        throw error
      }
      defer { calls.close(file) }
      let status = try calls.untilDone { () throws(Errno) in try calls.status(file) }
      if let reason = Self.danger(status) { throw TokenStoreError(.unsafePlace, place: path.string, cause: reason) }
      guard status.size <= limit else { throw TokenStoreError(.damaged, place: path.string, cause: "it is too long") }
      var bytes: [UInt8] = []
      // Read one byte more than the limit, because the file may have grown since its size was read.
      while bytes.count <= limit {
        let piece = try calls.untilDone { () throws(Errno) in
          // Ask for the file's size plus one byte, not for the whole limit: the call has to
          // initialize its entire buffer.
          try calls.read(
            file, atMost: min(limit + 1 - bytes.count, max(Int(clamping: status.size) + 1 - bytes.count, 1_024)))
        }
        guard !piece.isEmpty else { return bytes }
        bytes += piece
      }
      throw TokenStoreError(.damaged, place: path.string, cause: "it is too long")
    } catch let error as TokenStoreError {
      throw error
    } catch let error as Errno {
      throw TokenStoreError(error, path)
    } catch {
      throw TokenStoreError(.failed, place: path.string)
    }
  }

  /// Returns whether a file with this name exists.
  func isThere(_ name: String) throws(TokenStoreError) -> Bool {
    let path = folder.path.appending(name)
    do {
      _ = try calls.untilDone { () throws(Errno) in try calls.status(path) }
      return true
    } catch {
      guard error != .noSuchFileOrDirectory else { return false }
      throw TokenStoreError(error, path)
    }
  }

  /// Returns all names in the folder; none if the folder doesn't exist.
  func names() throws(TokenStoreError) -> [String] {
    guard try folder.isThere() else { return [] }
    do {
      return try calls.untilDone { () throws(Errno) in try calls.names(in: folder.path) }
    } catch {
      throw TokenStoreError(error, folder.path)
    }
  }

  /// Replaces a file, or creates it. The change is durable when the call returns.
  ///
  /// The bytes go into a new file first, which is renamed once they are on the disk. At every
  /// moment either the old file or the new one is there, complete.
  ///
  /// - Parameter isSecret: Whether the file stays protected while the device is locked. Default: yes.
  func replace(_ name: String, with bytes: [UInt8], isSecret: Bool = true) throws(TokenStoreError) {
    let path = folder.path.appending(name)
    do {
      let new = folder.path.appending(newName())
      let file = try calls.untilDone { () throws(Errno) in try calls.open(new, .creating) }
      do {
        defer { calls.close(file) }
        try write(bytes, to: file)
        if !isSecret { calls.removeProtection(new) }
        try calls.untilDone { () throws(Errno) in try calls.synchronize(file) }
        try calls.untilDone { () throws(Errno) in try calls.rename(new, to: path) }
      } catch {
        // No reader looks for the temporary name. If it can't be removed now, the next writer
        // removes it.
        try? calls.remove(new)
        throw error
      }
    } catch let error as Errno {
      throw TokenStoreError(error, path)
    } catch {
      throw TokenStoreError(.failed, place: path.string)
    }
    try folder.synchronize()
  }

  /// Writes all bytes at the file's position.
  func write(_ bytes: [UInt8], to file: FileDescriptor) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let writtenCount = try calls.untilDone { () throws(Errno) in try calls.write(rest, to: file) }
      guard writtenCount > 0 else { throw Errno.noSpace }
      rest = rest.dropFirst(writtenCount)
    }
  }

  /// Removes a file, if it exists. The change is durable when the call returns.
  func remove(_ name: String) throws(TokenStoreError) {
    let path = folder.path.appending(name)
    do {
      try calls.untilDone { () throws(Errno) in try calls.remove(path) }
    } catch {
      guard error == .noSuchFileOrDirectory else { throw TokenStoreError(error, path) }
    }
    try folder.synchronize()
  }

  /// Removes the temporary files of crashed writers. The caller holds the writers' lock, so no
  /// other writer is active.
  func removeLeftovers() {
    // A leftover that can't be removed is harmless, because no reader looks for it.
    for name in (try? names()) ?? [] where Self.isNewName(name) {
      try? calls.remove(folder.path.appending(name))
    }
  }

  private static let newNamePrefix = ".new-"

  private func newName() -> String {
    Self.newNamePrefix + Base64URL.encode(random.exactly(16))
  }

  /// Returns whether the name is one of a temporary file.
  static func isNewName(_ name: String) -> Bool {
    name.hasPrefix(newNamePrefix) && name.utf8.count == newNamePrefix.utf8.count + 22
  }

  private static func danger(_ status: Stat) -> String? {
    if status.type != .regular { return "it is not a regular file" }
    if status.userID.rawValue != geteuid() { return "it belongs to another user" }
    if !status.permissions.subtracting(.ownerReadWrite).isEmpty { return "its permissions are wider than 0600" }
    // A count of zero is fine: a save has renamed a newer file over this one since it was opened,
    // and this one is still complete.
    if status.linkCount > 1 { return "it has another hard link" }
    return nil
  }
}
