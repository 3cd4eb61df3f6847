import Foundation
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthSessions
import TokenStorage

/// A program that shares stored tokens with other processes. Tests start many of it at once, and
/// kill it.
///
/// `session-process ISSUER FOLDER KEYFILE NAME answer`: for each line of input, creates a session
/// and prints an access token, or `failed` and the error.
/// `session-process ISSUER FOLDER KEYFILE NAME churn`: expires the stored access token, refreshes
/// it, prints the number of refreshes, and repeats until it is killed.
@main
enum SessionProcess {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6 else { exit(64) }
    let issuer = try Issuer(arguments[1])
    let server = AuthorizationServerMetadata(
      issuer: issuer, authorizationEndpoint: try Endpoint(issuer.text + "/authorize"),
      tokenEndpoint: try Endpoint(issuer.text + "/token"))
    let client = OAuthClient(id: "app", server: server, transport: AsyncHTTPClientTransport())
    let store = try FileTokenStore(folder: arguments[2], key: .keyFile(arguments[3]))
    let account = try Account(provider: issuer.text, name: arguments[4])

    switch arguments[5] {
    case "answer":
      while readLine() != nil {
        do {
          let token = try await TokenSession(account: account, client: client, store: store).accessToken()
          try write(token.reveal())
        } catch {
          try write("failed: \(error)")
        }
      }
    case "churn":
      var count = 0
      while true {
        do {
          guard var tokens = try await store.tokens(for: account) else {
            try write("failed: no tokens")
            return
          }
          tokens.expiresIn = .zero
          try await store.save(tokens, for: account)
          _ = try await TokenSession(account: account, client: client, store: store).accessToken()
          count += 1
          try write("\(count)")
        } catch {
          try write("failed: \(error)")
          return
        }
      }
    default: exit(64)
    }
  }

  private static func write(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }
}
