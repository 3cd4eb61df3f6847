import Foundation
import OAuthCore
import TokenStorage

/// A process that tests start and kill. `store-process FOLDER KEYFILE write NAME FIRST` saves
/// tokens numbered from FIRST on, endlessly, and prints each number when its save has returned.
@main
enum StoreProcess {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, arguments[3] == "write", var number = Int(arguments[5]) else { exit(64) }
    let store = try FileTokenStore(folder: arguments[1], key: .keyFile(arguments[2]))
    let account = try Account(provider: "https://accounts.example.com", name: arguments[4])
    while true {
      try await store.save(
        StoredTokens(
          accessToken: Secret("secret-access-\(number)"), refreshToken: Secret("secret-refresh-\(number)"),
          receivedAt: Date(timeIntervalSince1970: 1_800_000_000), expiresIn: .seconds(3_600)),
        for: account)
      try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
      number += 1
    }
  }
}
