#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import SystemPackage

/// The folders in which a person's programs keep things: those of the XDG Base Directory Specification, or Apple's.
public struct UserFolders: Sendable, Hashable {
  /// The folder of all that Pixy keeps, where the choice of a store is remembered.
  public let pixy: String
  /// Where the accounts' locks are, for stores that have no folder of their own.
  public let locks: String
  /// Where encrypted tokens are kept.
  public let tokens: String
  /// The file with the key, apart from the tokens, so that a copy of one folder isn't enough.
  public let tokenKey: String

  /// Finds the folders.
  ///
  /// - Parameter environment: `XDG_DATA_HOME` and `XDG_CONFIG_HOME` are used if they are absolute, as the specification asks;
  ///   otherwise `HOME`, which must be absolute. On Apple platforms only `HOME` is used.
  /// - Throws: ``TokenStoreError/Kind/absent`` if `HOME` is needed and isn't an absolute path.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(TokenStoreError) {
    #if canImport(Darwin)
    let support = try Self.home(environment).appending("Library").appending("Application Support").appending("pixy")
    pixy = support.string
    locks = support.appending("locks").string
    tokens = support.appending("tokens").string
    tokenKey = support.appending("key").appending("token-key").string
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
    pixy = data.appending("pixy").string
    locks = data.appending("pixy").appending("locks").string
    tokens = data.appending("pixy").appending("tokens").string
    tokenKey = config.appending("pixy").appending("token-key").string
    #endif
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
