import Foundation
import OAuthCore
import OAuthTestSupport
import PKCE

@testable import TokenStorage

/// A file store in a folder of its own, with cheap keys.
struct TestStore {
  enum Kind: CaseIterable { case passphrase, keyFile, held }

  static let cheap = ScryptCost(rounds: 16, blockSize: 1, parallelism: 1) ?? .standard
  static let passphrase = FileKey.passphrase(Secret("correct horse"), cost: cheap)

  let folder: TemporaryFolder
  let holder = MemoryKeyHolder()
  let kind: Kind

  init(_ kind: Kind = .passphrase, onDisk: Bool = false) throws {
    self.kind = kind
    folder = try TemporaryFolder(onDisk: onDisk)
  }

  var tokens: String { folder.appending("tokens") }

  var key: FileKey {
    switch kind {
    case .passphrase: Self.passphrase
    case .keyFile: .keyFile(folder.appending("config/token-key"))
    case .held: .held(by: holder)
    }
  }

  func open(
    _ key: FileKey? = nil, calls: any FileCalls = SystemFileCalls(), patience: Duration = .seconds(30)
  ) throws -> FileTokenStore {
    try FileTokenStore(
      folder: tokens, key: key ?? self.key, random: SystemRandomSource(), calls: calls, patience: patience)
  }

  static let ada = account("ada")
  static let grace = account("grace")

  private static func account(_ name: String) -> Account {
    do {
      return try Account(provider: "https://accounts.example.com", name: name)
    } catch {
      // Both names are valid for accounts.
      preconditionFailure("\(error)")
    }
  }

  static func tokens(_ number: Int) -> StoredTokens {
    StoredTokens(
      accessToken: Secret("secret-access-\(number)"), refreshToken: Secret("secret-refresh-\(number)"),
      receivedAt: Date(timeIntervalSince1970: 1_800_000_000), expiresIn: .seconds(3_600))
  }

  static func number(_ tokens: StoredTokens?) -> Int? {
    (tokens?.accessToken.reveal().split(separator: "-").last).flatMap { Int($0) }
  }

  /// The path of an account's file in the test's folder.
  static func name(_ account: Account) -> String { "tokens/" + TokenFolder.name(account) }
}
