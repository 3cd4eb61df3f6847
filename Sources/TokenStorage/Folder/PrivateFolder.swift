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

  init(_ path: FilePath) {
    self.path = path
  }

  /// Makes the folder if it isn't there (and the ones above it, readable by others as usual), and checks that it is private.
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
    let status: Stat
    do {
      status = try path.stat(followTargetSymlink: false)
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
    guard status.permissions.isDisjoint(with: [.groupReadWriteExecute, .otherReadWriteExecute]) else {
      throw TokenStoreError(.unsafePlace, place: path.string, cause: "its permissions let others in")
    }
  }

  private func make() throws(TokenStoreError) {
    var missing = [path]
    var parent = path.removingLastComponent()
    while !parent.isEmpty, (try? parent.stat()) == nil, parent.lastComponent != nil {
      missing.append(parent)
      parent = parent.removingLastComponent()
    }
    for folder in missing.reversed() {
      let result = unsafe folder.withPlatformString { unsafe mkdir($0, folder == path ? 0o700 : 0o755) }
      // Somebody else may have made it in between; what it is, is checked afterwards.
      guard result == 0 || errno == EEXIST else { throw TokenStoreError(Errno(rawValue: errno), folder) }
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
