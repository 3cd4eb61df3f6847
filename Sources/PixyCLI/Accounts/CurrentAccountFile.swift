#if CLI
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
internal import TokenStorage

/// Remembers which account commands are about when they aren't told. It holds no secret.
struct CurrentAccountFile: Sendable {
  private let path: String

  /// - Parameter folder: the folder of the set of accounts, which is there once anything is kept.
  init(folder: String) {
    path = folder + "/current-account.json"
  }

  /// The account; `nil` if none was chosen, or the file can't be read: somebody is asked to choose then, which is no harm.
  func account() -> Account? {
    guard let octets = try? FileInput.octets(of: path, most: 4_096),
      let members = (try? JSONValue(octets: octets))?.object, let provider = members["provider"]?.string,
      let name = members["name"]?.string
    else { return nil }
    return try? Account(provider: provider, name: name)
  }

  /// Takes another one.
  func choose(_ account: Account) throws {
    let members: JSONValue = ["provider": .string(account.provider), "name": .string(account.name)]
    do {
      try Data(members.octets()).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw TokenStoreError(.failed, place: path, cause: "it cannot be written")
    }
  }
}
#endif
