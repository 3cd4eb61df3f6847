package import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import PixyConnection
package import PixyTerminal

/// `pixy revoke`: revokes a token (RFC 7009).
package struct RevokeCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revoke a token.",
    discussion: """
      Reads an access token or a refresh token from standard input, and asks the server to revoke it (RFC 7009). \
      Without an issuer, an account's server and client are used.
      """
  ).withExamples(of: "revoke")

  @Option(
    help: ArgumentHelp(
      "The kind of token: access_token or refresh_token. Some servers find the token faster with it.", valueName: "kind"
    ))
  var hint: String?

  @OptionGroup var options: TokenInputOptions

  @Flag(help: "Print the result as JSON.")
  var json = false

  package func validate() throws {
    let kinds = [TokenTypeHint.accessToken, .refreshToken].map(\.rawValue)
    guard hint.map(kinds.contains) ?? true else {
      throw ValidationError("--hint must be one of: \(kinds.joined(separator: ", ")).")
    }
  }

  package func run(on console: Console) async throws {
    try await options.run(on: console, needing: .revocation) { client, token in
      let hint = hint.map(TokenTypeHint.init(rawValue:))
      do {
        try await client.oauth.revoke(token, hint: hint)
      } catch let error as EndpointError where error.problem == .notAnnounced {
        guard let provider = client.named else { throw error }
        try await Self.revoke(token, at: provider, hint)
      }
      if json { return console.result(json: ["version": 1, "revoked": true]) }
      console.say("Revoked.")
    }
  }

  /// Revokes a token by a provider's own request.
  ///
  /// - Throws: `UnrevokedTokens` if the provider didn't revoke it.
  private static func revoke(_ token: Secret, at client: ProviderClient, _ hint: TokenTypeHint?) async throws {
    do {
      try await client.revoke(token, hint: hint)
    } catch let error as ProviderError {
      throw UnrevokedTokens(at: client.provider, clientID: client.id, hasExpiry: nil, because: error)
    }
  }
}
