internal import CLibrary
internal import SystemPackage

/// A folder that only its owner can open: no symbolic link, owned by the current user, permissions
/// 0700.
struct PrivateFolder: Sendable {
  let path: FilePath
  private let forbidden: FilePermissions
  private let calls: any FileCalls

  /// Describes a folder.
  ///
  /// - Parameters:
  ///   - path: The folder's absolute path.
  ///   - forbidden: The permissions that the group and others must not have. Default: all.
  ///   - calls: The system's file calls.
  init(
    _ path: FilePath, forbidden: FilePermissions = [.groupReadWriteExecute, .otherReadWriteExecute],
    calls: any FileCalls = SystemFileCalls()
  ) {
    self.path = path
    self.forbidden = forbidden
    self.calls = calls
  }

  /// Creates the folder if it doesn't exist, and checks that it is private. Missing parent folders
  /// are created with the same permissions, as the XDG Base Directory Specification requires.
  ///
  /// - Throws: ``TokenStoreError/Kind/unsafePlace`` if the path is a symbolic link or a file,
  ///   belongs to another user, or is accessible to others; another ``TokenStoreError`` if the
  ///   system refuses.
  func prepare() throws(TokenStoreError) {
    do {
      try check()
    } catch {
      guard error.kind == .unknownAccount else { throw error }
      try make()
      try check()
    }
  }

  /// Checks that the folder is private, if it exists.
  ///
  /// - Returns: Whether it exists.
  func isThere() throws(TokenStoreError) -> Bool {
    do {
      try check()
      return true
    } catch {
      guard error.kind == .unknownAccount else { throw error }
      return false
    }
  }

  /// Checks the folder.
  ///
  /// - Throws: ``TokenStoreError/Kind/unknownAccount`` if nothing exists at the path.
  private func check() throws(TokenStoreError) {
    // A relative path would name another folder after a change of the working directory.
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
      throw TokenStoreError(.unsafePlace, place: path.string, cause: "it is a file or a symbolic link, not a folder")
    }
    guard status.userID.rawValue == geteuid() else {
      throw TokenStoreError(.unsafePlace, place: path.string, cause: "it belongs to another user")
    }
    guard status.permissions.isDisjoint(with: forbidden) else {
      throw TokenStoreError(.unsafePlace, place: path.string, cause: "its permissions give others access")
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
    do {
      try calls.untilDone { () throws(Errno) in try calls.synchronize(file) }
    } catch {
      // Some file systems can't synchronize a folder: network shares, and some FUSE file systems.
      // They decide themselves when its names are durable.
      guard error == .invalidArgument || error == .notSupported else { throw error }
    }
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
        // Another process may have created it meanwhile. The caller checks it afterwards.
        // A locked device allows new folders, so `EPERM` has another cause.
        guard error == .fileExists else { throw TokenStoreError(error, folder, hasDataProtection: false) }
      }
      // A file in the folder isn't durable before the folder's own name is. A parent folder may
      // deny being opened.
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
  /// Converts a system error about a file or folder.
  ///
  /// - Parameter hasDataProtection: Whether the system denies the contents of files while the device
  ///   is locked. It reports `EPERM` then (cryptomator/ios#11, realm/realm-swift#3308), as it does
  ///   for paths outside the app's containers; `EACCES` are the permissions
  ///   (developer.apple.com/forums/thread/678819).
  init(_ error: Errno, _ path: FilePath, hasDataProtection: Bool = SystemFileCalls.hasDataProtection) {
    let kind: Kind =
      switch error {
      case .noSpace, .diskQuotaExceeded, .fileTooLarge: .full
      case .notPermitted where hasDataProtection: .locked
      case .readOnlyFileSystem, .permissionDenied, .notPermitted: .readOnly
      case .tooManySymbolicLinkLevels: .unsafePlace
      default: .failed
      }
    let hint =
      switch error {
      case .noLocks, .notSupported: "; network file systems may have no locks"
      case .notPermitted where hasDataProtection: "; the device is locked, or the path is outside the app's containers"
      default: ""
      }
    self.init(kind, place: path.string, cause: error.description + hint)
  }
}
