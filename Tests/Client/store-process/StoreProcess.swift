import Foundation
import OAuthCore
import TokenStorage

/// A process that tests start and kill. `store-process FOLDER KEYFILE write NAME FIRST` saves
/// tokens numbered from FIRST on, endlessly, and prints each number when its save has returned.
/// With `prepare` instead of `write`, it prepares each save, as a refresh does.
@main
enum StoreProcess {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, ["write", "prepare"].contains(arguments[3]), var number = Int(arguments[5]) else {
      exit(64)
    }
    let store = try FileTokenStore(folder: arguments[1], key: .keyFile(arguments[2]))
    let account = try Account(provider: "https://accounts.example.com", name: arguments[4])
    let isPrepared = arguments[3] == "prepare"
    while true {
      let tokens = StoredTokens(
        accessToken: Secret("secret-access-\(number)"), refreshToken: Secret("secret-refresh-\(number)"),
        receivedAt: Date(timeIntervalSince1970: 1_800_000_000), expiresIn: .seconds(3_600))
      if isPrepared {
        try await store.withLock(on: account) {
          _ = try await store.tokens(for: account)
          try await store.prepareSave(for: account)
          try await store.save(tokens, for: account)
        }
      } else {
        try await store.save(tokens, for: account)
      }
      try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
      number += 1
    }
  }
}
