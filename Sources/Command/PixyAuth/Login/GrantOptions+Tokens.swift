internal import OAuth
internal import OAuthCore
internal import PixyTerminal

extension GrantOptions {
  /// Requests the tokens of a grant that is one request, without browser: client credentials (RFC
  /// 6749 §4.4), token exchange (RFC 8693), JWT bearer (RFC 7523).
  ///
  /// - Parameters:
  ///   - oauth: The client.
  ///   - record: The record with the scope, the resources and the parameters of the request.
  /// - Throws: `ValidationError` if a file can't be read; ``DirectGrantError``; the errors of the
  ///   token endpoint.
  func tokens(from oauth: OAuthClient, for record: AccountRecord) async throws -> TokenResponse {
    switch grant {
    case .jwtBearer:
      return try await oauth.tokens(
        jwtBearer: try SecretInput.read(assertionFile ?? "-"), scope: record.scope, resources: record.resources,
        parameters: record.parameters)
    case .tokenExchange:
      let exchanged = try await oauth.exchange(try exchange(for: record))
      guard let accessToken = exchanged.accessToken else { throw DirectGrantError.noAccessToken(exchanged) }
      return accessToken
    case .code, .device, .clientCredentials, .identityAssertion:
      return try await oauth.clientCredentials(
        scope: record.scope, resources: record.resources, parameters: record.parameters)
    }
  }

  private func exchange(for record: AccountRecord) throws -> TokenExchangeRequest {
    func token(_ path: String, _ type: String) throws -> SecurityToken {
      SecurityToken(try SecretInput.read(path), TokenTypeIdentifier(name: type))
    }
    var request = TokenExchangeRequest(
      subject: try token(subjectTokenFile ?? "-", subjectTokenType),
      actor: try actorTokenFile.map { try token($0, actorTokenType) })
    request.requestedTokenType = requestedTokenType.map(TokenTypeIdentifier.init(name:))
    request.resources = record.resources
    request.audiences = audience
    request.scope = record.scope
    request.parameters = record.parameters
    return request
  }
}

/// The reason why a grant yields no account.
enum DirectGrantError: Error {
  /// The issued token isn't an access token.
  case noAccessToken(ExchangedToken)
}

extension DirectGrantError: ExplainedError {
  /// The facts of each case.
  var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .token, .mistake,
      remedy: "Add --requested-token-type access_token, or print this token with --no-keep --token.")
    return switch self {
    case .noAccessToken(let exchanged):
      row(
        "no_access_token",
        """
        The server exchanged the token for a \(UntrustedText(exchanged.issuedTokenType.rawValue)), which resources \
        don't accept as an access token.
        """)
    }
  }
}
