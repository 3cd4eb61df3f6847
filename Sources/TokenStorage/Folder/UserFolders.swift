#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import SystemPackage

/// The folders in which a person's program keeps things: those of the XDG Base Directory Specification, or Apple's.
///
/// Each program has its own, so that one neither opens nor locks nor replaces what another one keeps.
public struct UserFolders: Sendable, Hashable {
  /// The folder of all that is kept for the program but its key, where the choice of a store is remembered.
  public let data: String
  /// Where the accounts' locks are, for stores that have no folder of their own.
  public let locks: String
  /// Where encrypted tokens are kept.
  public let tokens: String
  /// Where tokens that are encrypted with a passphrase are kept.
  public let passphraseTokens: String
  /// The file with the key, in a folder of its own apart from the tokens, so that a copy of one folder isn't enough.
  public let tokenKey: String

  /// Finds the folders.
  ///
  /// - Parameters:
  ///   - app: names the program: 1 to 128 letters, digits, points, hyphens and underscores of ASCII, no point first. Programs
  ///     with the same name share what they keep.
  ///   - environment: `XDG_DATA_HOME` and `XDG_CONFIG_HOME` are used if they are absolute, as the specification asks;
  ///     otherwise `HOME`, which must be absolute. On Apple platforms only `HOME` is used.
  /// - Throws: ``TokenStoreError/Kind/absent`` if `HOME` is needed and isn't an absolute path;
  ///   ``TokenStoreError/Kind/failed`` if the name can't be used.
  public init(
    app: String = "pixy", environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(TokenStoreError) {
    let app = try AppName(app).text
    #if canImport(Darwin)
    let data = try Self.home(environment).appending("Library").appending("Application Support")
    let config = data
    #else
    let data =
      if let folder = Self.absolute(environment["XDG_DATA_HOME"]) {
        folder
      } else {
        try Self.home(environment).appending(".local").appending("share")
      }
    let config =
      if let folder = Self.absolute(environment["XDG_CONFIG_HOME"]) {
        folder
      } else {
        try Self.home(environment).appending(".config")
      }
    #endif
    let folder = data.appending("pixy").appending(app)
    self.data = folder.string
    locks = folder.appending("locks").string
    tokens = folder.appending("tokens").string
    passphraseTokens = folder.appending("tokens-passphrase").string
    tokenKey = config.appending("pixy").appending(app).appending("key").appending("token-key").string
  }

  private static func home(_ environment: [String: String]) throws(TokenStoreError) -> FilePath {
    guard let home = absolute(environment["HOME"]) else {
      throw TokenStoreError(.absent, cause: "HOME is not an absolute path")
    }
    return home
  }

  private static func absolute(_ text: String?) -> FilePath? {
    guard let text, !text.utf8.contains(0) else { return nil }
    let path = FilePath(text)
    return path.isAbsolute ? path : nil
  }
}
