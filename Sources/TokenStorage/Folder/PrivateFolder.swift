internal import SystemPackage

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A folder that only its owner can look into: no symbolic link, owned by who runs this, permissions 0700.
struct PrivateFolder: Sendable {
  let path: FilePath
  private let forbidden: FilePermissions
  private let calls: any FileCalls

  /// Names a folder.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - forbidden: what others must not be allowed to do there; all unless told otherwise.
  ///   - calls: the system's.
  init(
    _ path: FilePath, forbidden: FilePermissions = [.groupReadWriteExecute, .otherReadWriteExecute],
    calls: any FileCalls = SystemFileCalls()
  ) {
    self.path = path
    self.forbidden = forbidden
    self.calls = calls
  }

  /// Makes the folder if it isn't there (and the ones above it, as private, which the XDG Base Directory
  /// Specification asks for), and checks that it is private.
  ///
  /// - Throws: ``TokenStoreError/Kind/unsafePlace`` for a link, a file, a foreign owner, or permissions that let others in;
  ///   what the system refuses.
  func prepare() throws(TokenStoreError) {
    do {
      try check()
    } catch {
      guard error.kind == .unknownAccount else { throw error }
      try make()
      try check()
    }
  }

  /// Checks that the folder is there and private.
  ///
  /// - Returns: whether it is there.
  func isThere() throws(TokenStoreError) -> Bool {
    do {
      try check()
      return true
    } catch {
      guard error.kind == .unknownAccount else { throw error }
      return false
    }
  }

  /// - Throws: ``TokenStoreError/Kind/unknownAccount`` if nothing is there.
  private func check() throws(TokenStoreError) {
    // It would be another folder after a change of the working directory.
    guard path.isAbsolute else {
      throw TokenStoreError(.unsafePlace, place: path.string, cause: "the folder needs an absolute path")
    }
    let status: Stat
    do {
      status = try calls.untilDone { () throws(Errno) in try calls.status(path) }
    } catch .noSuchFileOrDirectory {
      throw TokenStoreError(.unknownAccount, place: path.string)
    } catch {
      throw TokenStoreError(error, path)
    }
    guard status.type == .directory else {
      throw TokenStoreError(.unsafePlace, place: path.string, cause: "it is not a folder, or a symbolic link")
    }
    guard status.userID.rawValue == geteuid() else {
      throw TokenStoreError(.unsafePlace, place: path.string, cause: "it belongs to somebody else")
    }
    guard status.permissions.isDisjoint(with: forbidden) else {
      throw TokenStoreError(.unsafePlace, place: path.string, cause: "its permissions let others in")
    }
  }

  /// Returns when the folder's names are on the disk.
  func synchronize() throws(TokenStoreError) {
    do {
      try synchronize(path, .folder)
    } catch {
      throw TokenStoreError(error, path)
    }
  }

  private func synchronize(_ folder: FilePath, _ purpose: FilePurpose) throws(Errno) {
    let file = try calls.untilDone { () throws(Errno) in try calls.open(folder, purpose) }
    defer { calls.close(file) }
    try calls.untilDone { () throws(Errno) in try calls.synchronize(file) }
  }

  private func make() throws(TokenStoreError) {
    var missing = [path]
    var parent = path.removingLastComponent()
    while !parent.isEmpty, parent.lastComponent != nil, try isMissing(parent) {
      missing.append(parent)
      parent = parent.removingLastComponent()
    }
    for folder in missing.reversed() {
      do {
        try calls.untilDone { () throws(Errno) in try calls.makeFolder(folder, .ownerReadWriteExecute) }
      } catch {
        // Somebody else may have made it in between; what it is, is checked afterwards.
        guard error == .fileExists else { throw TokenStoreError(error, folder) }
      }
      // What is written into it isn't durable before its own name is. Folders above may forbid to be opened.
      try? synchronize(folder.removingLastComponent(), .folderAbove)
    }
  }

  private func isMissing(_ folder: FilePath) throws(TokenStoreError) -> Bool {
    do {
      _ = try calls.untilDone { () throws(Errno) in try calls.status(folder) }
      return false
    } catch {
      guard error == .noSuchFileOrDirectory else { throw TokenStoreError(error, folder) }
      return true
    }
  }
}

extension TokenStoreError {
  /// What the system said about a file or folder.
  init(_ error: Errno, _ path: FilePath) {
    let kind: Kind =
      switch error {
      case .noSpace, .diskQuotaExceeded, .fileTooLarge: .full
      case .readOnlyFileSystem, .permissionDenied, .notPermitted: .readOnly
      case .tooManySymbolicLinkLevels: .unsafePlace
      default: .failed
      }
    self.init(kind, place: path.string, cause: error.description)
  }
}
