internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import PixyConnection
internal import PixyTerminal

/// A grant that is one request, without browser: client credentials (RFC 6749 §4.4), token exchange
/// (RFC 8693), JWT bearer (RFC 7523).
struct DirectGrant: Sendable {
  let server: ServerOptions
  let client: ClientChoice
  let options: GrantOptions
  let scope: Scope
  let resources: [String]
  let parameters: FormParameters
  let prover: DPoPProver?

  /// Requests the tokens.
  func run(logger: Logger) async throws -> SignIn {
    let oauth = try await client.oauthClient(
      server.choice, through: server.transport(), prover: prover, logger: logger)
    var parameters = parameters
    let tokens: TokenResponse
    switch options.grant {
    case .jwtBearer:
      tokens = try await oauth.tokens(
        jwtBearer: try SecretInput.read(options.assertionFile ?? "-"), scope: scope, resources: resources,
        parameters: parameters)
    case .tokenExchange:
      let exchanged = try await oauth.exchange(try exchange())
      guard let accessToken = exchanged.accessToken else {
        throw DirectGrantError.noAccessToken(exchanged.issuedTokenType.rawValue)
      }
      tokens = accessToken
    default:
      for audience in options.audience { parameters.append("audience", audience) }
      tokens = try await oauth.clientCredentials(scope: scope, resources: resources, parameters: parameters)
    }
    return SignIn(
      tokens: TokenOutcome(oauth, tokens), server: server.choice, client: client, grant: options.grant,
      scope: scope, resources: resources, parameters: parameters)
  }

  private func exchange() throws -> TokenExchangeRequest {
    func token(_ path: String, _ type: String) throws -> SecurityToken {
      SecurityToken(try SecretInput.read(path), TokenTypeIdentifier(rawValue: GrantOptions.type(type)))
    }
    var request = TokenExchangeRequest(
      subject: try token(options.subjectTokenFile ?? "-", options.subjectTokenType),
      actor: try options.actorTokenFile.map { try token($0, options.actorTokenType) })
    request.requestedTokenType = options.requestedTokenType.map { TokenTypeIdentifier(rawValue: GrantOptions.type($0)) }
    request.resources = resources
    request.audiences = options.audience
    request.scope = scope
    request.parameters = parameters
    return request
  }
}

/// The reason why a grant yields no account.
enum DirectGrantError: Error {
  /// The issued token isn't an access token.
  case noAccessToken(String)
}

extension DirectGrantError: ExplainedError {
  /// The facts of each case.
  var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .token, .mistake, remedy: "Add --requested-token-type access_token.")
    return switch self {
    case .noAccessToken(let type):
      row(
        "no_access_token",
        "The server exchanged the token for a \(UntrustedText(type)), which resources don't accept as an access token.")
    }
  }
}
