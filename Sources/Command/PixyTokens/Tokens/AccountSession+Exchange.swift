internal import OAuth
internal import OAuthCore
internal import OAuthSessions
internal import PixyAuth

extension AccountSession {
  /// Exchanges the account's token for another one: the ID token for an identity assertion, and the access
  /// token for anything else.
  ///
  /// - Parameters:
  ///   - type: The type of the new token.
  ///   - options: The audience, the resources and the scope of the new token.
  ///   - directory: The store of the account's tokens.
  /// - Throws: ``SignInNeeded``; `IdentityAssertionError` if the server issued no identity assertion;
  ///   `EndpointError`.
  func exchanged(
    for type: TokenTypeIdentifier, _ options: ExchangeOptions, in directory: AccountDirectory
  ) async throws -> Secret {
    let isIdentityAssertion = type == .idJAG
    let subject =
      isIdentityAssertion
      ? try await identityAssertion(in: directory).0 : SecurityToken(try await accessToken(), .accessToken)
    var request = TokenExchangeRequest(subject: subject)
    request.requestedTokenType = type
    request.audiences = options.audience
    request.resources = options.resource
    request.scope = options.scope.isEmpty ? .none : try Scope(parameter: options.scope.joined(separator: " "))
    // Another server would have to see a proof of a key that never leaves this account.
    let exchanged = try await session.client.with(prover: nil).exchange(request)
    guard !isIdentityAssertion || exchanged.issuedTokenType == type else {
      throw IdentityAssertionError.wrongIssuedTokenType(UntrustedText(exchanged.issuedTokenType.rawValue))
    }
    return exchanged.token
  }
}
