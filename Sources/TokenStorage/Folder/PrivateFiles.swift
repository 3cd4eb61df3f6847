internal import PKCE
internal import SystemPackage

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Whole files in a ``PrivateFolder``: each is there as it was last written, or as before, and never in between.
///
/// Reading needs no lock. Whoever writes holds one that all writers of the folder share; ``removeLeftovers()`` relies on it.
struct PrivateFiles: Sendable {
  let folder: PrivateFolder
  let calls: any FileCalls
  let random: any RandomSource

  /// The octets of a file.
  ///
  /// - Parameters:
  ///   - name: without a folder.
  ///   - limit: how many octets it may have; no more are read.
  /// - Returns: `nil` if it isn't there.
  /// - Throws: ``TokenStoreError/Kind/unsafePlace`` if it is no plain file, belongs to somebody else, can be used by others, or
  ///   has other names; ``TokenStoreError/Kind/damaged`` if it is too long.
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
      var octets: [UInt8] = []
      // One more than the limit, because the file may have grown since.
      while octets.count <= limit {
        let piece = try calls.untilDone { () throws(Errno) in
          // What is there and one octet more, as a rule: the call has to fill whatever it may read.
          try calls.read(
            file, atMost: min(limit + 1 - octets.count, max(Int(clamping: status.size) + 1 - octets.count, 1_024)))
        }
        guard !piece.isEmpty else { return octets }
        octets += piece
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

  /// Whether something has this name.
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

  /// All names in the folder; none if it isn't there.
  func names() throws(TokenStoreError) -> [String] {
    guard try folder.isThere() else { return [] }
    do {
      return try calls.untilDone { () throws(Errno) in try calls.names(in: folder.path) }
    } catch {
      throw TokenStoreError(error, folder.path)
    }
  }

  /// Puts a file in place of whatever has its name. When it returns, that is durable.
  ///
  /// The octets go into a new file first, which gets the name when they are on the disk: at every moment the old file or the
  /// new one is there, whole.
  func replace(_ name: String, with octets: [UInt8]) throws(TokenStoreError) {
    let path = folder.path.appending(name)
    do {
      let new = folder.path.appending(newName())
      let file = try calls.untilDone { () throws(Errno) in try calls.open(new, .creating) }
      do {
        defer { calls.close(file) }
        var rest = octets[...]
        while !rest.isEmpty {
          let written = try calls.untilDone { () throws(Errno) in try calls.write(rest, to: file) }
          guard written > 0 else { throw Errno.noSpace }
          rest = rest.dropFirst(written)
        }
        try calls.untilDone { () throws(Errno) in try calls.synchronize(file) }
        try calls.untilDone { () throws(Errno) in try calls.rename(new, to: path) }
      } catch {
        // It has no name that anybody reads; what can't be removed now is by the next writer.
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

  /// Removes a file, if it is there. When it returns, that is durable.
  func remove(_ name: String) throws(TokenStoreError) {
    let path = folder.path.appending(name)
    do {
      try calls.untilDone { () throws(Errno) in try calls.remove(path) }
    } catch {
      guard error == .noSuchFileOrDirectory else { throw TokenStoreError(error, path) }
    }
    try folder.synchronize()
  }

  /// Removes what writers that died left. The caller holds the writers' lock, so that there is no other one alive.
  func removeLeftovers() {
    // Nobody reads them: that one can't be removed is no reason not to write.
    for name in (try? names()) ?? [] where Self.isNewName(name) {
      try? calls.remove(folder.path.appending(name))
    }
  }

  private static let newNamePrefix = ".new-"

  private func newName() -> String {
    Self.newNamePrefix + Base64URL.encode(random.exactly(16))
  }

  /// Whether a file was being written under this name.
  static func isNewName(_ name: String) -> Bool {
    name.hasPrefix(newNamePrefix) && name.utf8.count == newNamePrefix.utf8.count + 22
  }

  private static func danger(_ status: Stat) -> String? {
    if status.type != .regular { return "it is no plain file" }
    if status.userID.rawValue != geteuid() { return "it belongs to somebody else" }
    if !status.permissions.subtracting(.ownerReadWrite).isEmpty { return "its permissions are wider than 0600" }
    // None at all: a save gave its name to a newer file since it was opened, and this one is still whole.
    if status.linkCount > 1 { return "it has another name elsewhere" }
    return nil
  }
}
