import Foundation
import OAuthCore
import Subprocess
import TokenStorage

/// A user's folders for one test, separate from those of the tests' user. `pixy` stores tokens
/// there.
struct Home: Sendable {
  let path: String

  /// Runs `body` with new folders, which are deleted afterwards.
  static func with<Result>(_ body: (Home) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pixy-home-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(Home(path: folder.path()))
  }

  /// Folders for tests that look at no stored tokens.
  static let shared = Home(
    path: FileManager.default.temporaryDirectory.appending(path: "pixy-home-of-tests-\(getpid())").path())

  /// The environment with these folders and without a keyring.
  var environment: [Environment.Key: String?] {
    [
      "HOME": path, "XDG_CONFIG_HOME": path + "/config", "XDG_DATA_HOME": path + "/data", "XDG_RUNTIME_DIR": nil,
      "DBUS_SESSION_BUS_ADDRESS": nil, "PIXY_ACCOUNT": nil, "PIXY_PROFILE": nil, "PIXY_PASSPHRASE_FILE": nil,
      "PIXY_CLIENT_DOCUMENT": nil,
    ]
  }

  /// Returns the store of `pixy`'s tokens.
  func store(profile: String? = nil) async throws -> any TokenStore {
    let folders = ["HOME": path, "XDG_CONFIG_HOME": path + "/config", "XDG_DATA_HOME": path + "/data"]
    return try await StorageLadder.system(
      app: profile.map { "pixy-cli.\($0)" } ?? "pixy-cli", files: .keyFile, environment: folders
    ).open().store
  }

  /// Makes every stored access token two hours older, which exceeds every lifetime.
  func age() async throws {
    let store = try await store()
    for account in try await store.accounts() {
      guard var tokens = try await store.tokens(for: account) else { continue }
      tokens.receivedAt = tokens.receivedAt.addingTimeInterval(-7_200)
      try await store.save(tokens, for: account)
    }
  }
}
