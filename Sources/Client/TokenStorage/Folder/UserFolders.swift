public import FoundationBasics
internal import SystemPackage

/// The folders of a user's program: those of the XDG Base Directory Specification, or Apple's.
///
/// Each program has its own folders, so no program opens, locks or replaces another program's
/// files.
///
/// On tvOS they are in `Library/Caches`, because an app can't create `Library/Application Support`
/// on an Apple TV. The system may remove them while the app isn't running. Locks and the chosen
/// store are found again; token files would be lost, so use the keychain there.
public struct UserFolders: Sendable, Hashable {
  /// The program's data folder. It contains everything except the key, including the file that
  /// records the chosen store.
  public let data: String
  /// The folder of the account locks, for stores that have no folder of their own.
  public let locks: String
  /// The folder of the account locks of the user's keyring. `XDG_DATA_HOME` doesn't change it: a terminal in
  /// VS Code from a snap has another one, and the same keyring.
  package let keyringLocks: String
  /// The folder of tokens that are encrypted with a key file.
  public let tokens: String
  /// The folder of tokens that are encrypted with a passphrase.
  public let passphraseTokens: String
  /// The key file. It is in a folder apart from the tokens, so that a copy of one folder isn't
  /// enough.
  public let tokenKey: String

  /// The rules for the place of a program's files.
  enum Layout: Sendable {
    /// The XDG Base Directory Specification.
    case xdg
    /// `Library/Application Support` (Apple's File System Programming Guide).
    case applicationSupport
    /// `Library/Caches`. On an Apple TV, `mkdir` of `Application Support` fails with `EPERM`
    /// (segmentio/analytics-swift#423, RevenueCat/purchases-ios#6487); the simulator allows it.
    case caches

    /// The rules of this system.
    static var ofThisSystem: Layout {
      #if os(tvOS)
      .caches
      #elseif canImport(Darwin)
      .applicationSupport
      #else
      .xdg
      #endif
    }
  }

  /// Finds the folders.
  ///
  /// - Parameters:
  ///   - app: The program's name: 1 to 128 ASCII letters, digits, dots, hyphens and underscores,
  ///     not beginning with a dot. Programs with the same name share their files.
  ///   - environment: The environment variables. `XDG_DATA_HOME` and `XDG_CONFIG_HOME` are used if
  ///     they are absolute, as the specification requires; otherwise `HOME`, which must be
  ///     absolute. On Apple platforms only `HOME` is used.
  /// - Throws: ``TokenStoreError/Kind/absent`` if `HOME` is needed and isn't an absolute path;
  ///   ``TokenStoreError/Kind/failed`` if the name is invalid.
  public init(
    app: String = "pixy", environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(TokenStoreError) {
    try self.init(app: app, environment: environment, layout: .ofThisSystem)
  }

  /// Finds the folders by the rules of any system.
  init(app: String, environment: [String: String], layout: Layout) throws(TokenStoreError) {
    let app = try AppName(app).text
    let data: FilePath
    let config: FilePath
    switch layout {
    case .xdg:
      data =
        if let folder = Self.absolute(environment["XDG_DATA_HOME"]) {
          folder
        } else {
          try Self.home(environment).appending(".local").appending("share")
        }
      config =
        if let folder = Self.absolute(environment["XDG_CONFIG_HOME"]) {
          folder
        } else {
          try Self.home(environment).appending(".config")
        }
    case .applicationSupport:
      data = try Self.home(environment).appending("Library").appending("Application Support")
      config = data
    case .caches:
      data = try Self.home(environment).appending("Library").appending("Caches")
      config = data
    }
    var keyring = data
    if layout == .xdg, let home = try? Self.home(environment) { keyring = home.appending(".local").appending("share") }
    self.init(app, data: data, config: config, keyring: keyring)
  }

  /// Finds the folders below one that programs share: an app and its extension, for example, in the
  /// container of their app group. The key file is below it too.
  ///
  /// - Parameters:
  ///   - app: The program's name, as in ``init(app:environment:)``.
  ///   - folder: The shared folder's absolute path.
  /// - Throws: ``TokenStoreError/Kind/unsafePlace`` if the path isn't absolute;
  ///   ``TokenStoreError/Kind/failed`` if the name is invalid.
  public init(app: String = "pixy", in folder: String) throws(TokenStoreError) {
    let app = try AppName(app).text
    guard let shared = Self.absolute(folder) else {
      throw TokenStoreError(.unsafePlace, place: folder, cause: "the folder needs an absolute path")
    }
    self.init(app, data: shared, config: shared, keyring: shared)
  }

  private init(_ app: String, data: FilePath, config: FilePath, keyring: FilePath) {
    let folder = data.appending("pixy").appending(app)
    self.data = folder.string
    locks = folder.appending("locks").string
    keyringLocks = keyring.appending("pixy").appending(app).appending("locks").string
    tokens = folder.appending("tokens").string
    passphraseTokens = folder.appending("tokens-passphrase").string
    tokenKey = config.appending("pixy").appending(app).appending("key").appending("token-key").string
  }

  private static func home(_ environment: [String: String]) throws(TokenStoreError) -> FilePath {
    guard let home = absolute(environment["HOME"]) else {
      throw .noHome(isSet: environment["HOME"] != nil)
    }
    return home
  }

  private static func absolute(_ text: String?) -> FilePath? {
    guard let text, !text.utf8.contains(0) else { return nil }
    let path = FilePath(text)
    return path.isAbsolute ? path : nil
  }
}
