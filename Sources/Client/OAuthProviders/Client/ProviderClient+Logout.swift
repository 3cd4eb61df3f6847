package import FoundationBasics
internal import OAuth
public import OAuthCore
public import OpenIDConnect

extension ProviderClient {
  /// Begins a sign-out at the provider through the user's browser (RP-Initiated Logout §2).
  ///
  /// A web application calls it after it has ended its own session. ``signOut(_:)`` revokes the
  /// tokens.
  ///
  /// - Parameters:
  ///   - idTokenHint: The `compact` text of the sign-in's ID token. With `nil` the provider asks
  ///     the user (§2).
  ///   - postLogoutRedirectURI: The registered address that the browser comes back to. Default:
  ///     none, so that it stays at the provider.
  ///   - parameters: More parameters, such as `logout_hint`. Default: none.
  /// - Returns: The attempt. Open its address in the browser.
  /// - Throws: `OpenIDError.noLogoutEndpoint` if the provider has no sign-out for applications; the
  ///   errors of `OpenIDClient.beginLogout` and of discovery.
  public func beginLogout(
    idTokenHint: Secret?, postLogoutRedirectURI: RedirectURI? = nil, parameters: FormParameters = FormParameters()
  ) async throws -> LogoutAttempt {
    guard let client = try openIDClient(try await oauthClient()) else { throw OpenIDError.noLogoutEndpoint }
    return try client.beginLogout(
      idTokenHint: idTokenHint, postLogoutRedirectURI: postLogoutRedirectURI, parameters: parameters)
  }

  /// Reads and verifies a logout request that the provider sent to this client's
  /// `backchannel_logout_uri` (Back-Channel Logout §2.5, §2.6).
  ///
  /// - Parameters:
  ///   - requestBody: The body of the request.
  ///   - seenTokens: The memory of received tokens, the same for all requests to this client.
  /// - Returns: The token. End the sessions that it names.
  /// - Throws: `LogoutTokenError` if the token isn't accepted; `OpenIDError.noKeys` if the provider
  ///   issues no ID tokens; the errors of discovery and of fetching the provider's keys.
  public func logoutToken(requestBody: [UInt8], seen seenTokens: SeenTokens) async throws -> LogoutToken {
    guard let client = try openIDClient(try await oauthClient()) else { throw OpenIDError.noKeys }
    return try await client.logoutToken(requestBody: requestBody, seen: seenTokens)
  }

  /// Reads and verifies a logout request that may have been received before.
  ///
  /// - Returns: The token, and the time until which it is accepted.
  package func verifiedLogoutToken(requestBody: [UInt8]) async throws -> (token: LogoutToken, end: Date) {
    guard let client = try openIDClient(try await oauthClient()) else { throw OpenIDError.noKeys }
    return try await client.verifiedLogoutToken(requestBody: requestBody)
  }
}
