import ArgumentParser
import Foundation
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing
import TokenStorage

@testable import PixyAuth
@testable import PixyTerminal
@testable import PixyTokens

@Suite(.timeLimit(.minutes(60))) struct TokenPrinterTests {
  @Test func `A user who needs more time than the server's tokens have is told their lifetime`() throws {
    #expect(
      TokenPrinter.shortage(.seconds(86_400), lifetime: .seconds(3_600))
        == "The server issues tokens for only 1 hour, which is less than 1 day.")
    #expect(TokenPrinter.shortage(.seconds(3_600), lifetime: .seconds(3_600)) == nil)
    #expect(TokenPrinter.shortage(.seconds(3_600), lifetime: nil) == nil)
  }

  @Test func `A token is printed without another token's expiry`() async throws {
    try await SignedInHome.with { signedIn in
      let environment = ["HOME": "", "XDG_CONFIG_HOME": "/config", "XDG_DATA_HOME": "/data"]
        .mapValues { signedIn.home.path + $0 }
      let directory = try await AccountDirectory.open(
        try ProfileOptions.parse([]), environment: environment, saying: { _ in })
      let kept = try await directory.account(nil)
      let session = try await AccountSession(
        kept, in: directory, through: ScriptedTransport(results: []), logger: CommandTests.silent)
      let lines = Mutex<[String]>([])
      let console = Console(result: { line in lines.withLock { $0.append(line) } }, say: { _ in })
      let printer = TokenPrinter(header: false, json: true)
      try await printer.print(kept.tokens.accessToken, of: session, in: directory, on: console)
      // The stored tokens are now another process's.
      try await printer.print(Secret("the-token-of-a-refresh"), of: session, in: directory, on: console)
      let members = try lines.withLock { try $0.map { try JSONValue(bytes: Array($0.utf8)).object ?? [:] } }
      #expect(members.count == 2 && members[0]["expires_at"] != nil && members[0]["expires_in"] != nil)
      #expect(members[1]["access_token"] == "the-token-of-a-refresh" && members[1]["token_type"] == "Bearer")
      #expect(members[1]["expires_at"] == nil && members[1]["expires_in"] == nil)
    }
  }
}
