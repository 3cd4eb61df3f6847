internal import CLibrary
internal import FoundationBasics
internal import OAuthCore
internal import PKCE
internal import PixyTerminal
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The settings file: `pixy/settings.json` in `XDG_CONFIG_HOME`, or in `.config` of the home folder
/// (XDG Base Directory Specification).
struct ConfigFile: Sendable {
  static let maximumBytes = 65_536

  let path: String

  /// - Returns: `nil` if the environment has neither folder as an absolute path.
  init?(_ environment: [String: String]) {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") && !$0.utf8.contains(0) ? $0 : nil }
    }
    guard let folder = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map({ $0 + "/.config" }) else { return nil }
    path = folder + "/pixy/settings.json"
  }

  /// Reads the settings.
  /// - Returns: Empty settings if there is no file.
  func read() throws(ConfigError) -> Settings {
    let bytes: [UInt8]
    do {
      bytes = try FileInput.bytes(of: path, most: Self.maximumBytes)
    } catch Errno.noSuchFileOrDirectory {
      return Settings()
    } catch {
      throw .unreadable(path, reason: "\(error)")
    }
    return try Settings(text: bytes, of: path)
  }

  /// Replaces the settings atomically: a concurrent reader sees either the old or the new settings.
  func write(_ settings: Settings) throws(ConfigError) {
    do {
      // The file may be a link, for example into a folder of dotfiles. The link stays, its target
      // is replaced.
      let target = FilePath(URL(filePath: path).resolvingSymlinksInPath().path)
      let folder = target.removingLastComponent()
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let name = ".new-" + Base64URL.encode(SystemRandomSource().exactly(16))
      let new = folder.appending(name)
      let file = try FileDescriptor.open(
        new, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
      do {
        try file.closeAfter {
          try file.writeAll(settings.text)
          guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
        }
        guard unsafe rename(new.string, target.string) == 0 else { throw Errno(rawValue: errno) }
      } catch {
        // The unfinished file is useless under its temporary name.
        try? FileManager.default.removeItem(atPath: new.string)
        throw error
      }
    } catch {
      throw .unwritable(path, reason: Self.words(error))
    }
  }

  /// Runs `body` while no other process changes the settings.
  func locked<Result>(_ body: () throws(ConfigError) -> Result) throws(ConfigError) -> Result {
    let lock: FileDescriptor
    do {
      let folder = FilePath(path).removingLastComponent()
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      lock = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
      guard flock(lock.rawValue, LOCK_EX) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      throw .unwritable(path, reason: Self.words(error))
    }
    // Closing the descriptor releases the lock.
    defer { try? lock.close() }
    return try body()
  }

  private static func words(_ error: any Error) -> String {
    // Foundation's descriptions are written for programmers.
    (error as? Errno).map { "\($0)" } ?? "its folder could not be created"
  }
}
