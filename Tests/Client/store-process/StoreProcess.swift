import Foundation
import OAuthCore
import TokenStorage

/// A process that tests start and kill. `store-process FOLDER KEYFILE write NAME FIRST` saves
/// tokens numbered from FIRST on, endlessly, and prints each number when its save has returned.
/// With `prepare` instead of `write`, it prepares each save, as a refresh does.
///
/// `store-process FOLDER` moves all tokens between the stores `one` and `two` in the folder,
/// endlessly, and prints a line after each move.
@main
enum StoreProcess {
  static func main() async throws {
    let arguments = CommandLine.arguments
    if arguments.count == 2 { try await move(in: arguments[1]) }
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

  private static func move(in folder: String) async throws -> Never {
    let ladder = StorageLadder(
      ["one", "two"].map { (name: String) in
        StorageRung(.file, name: name) { () throws(TokenStoreError) in
          try FileTokenStore(folder: "\(folder)/\(name)", key: .keyFile("\(folder)/keys/\(name)"))
        }
      }, rememberingIn: folder + "/choice")
    while true {
      let chosen = try await ladder.open().rung
      _ = try await ladder.move(to: chosen == "one" ? "two" : "one")
      try FileHandle.standardOutput.write(contentsOf: Data("moved\n".utf8))
    }
  }
}
