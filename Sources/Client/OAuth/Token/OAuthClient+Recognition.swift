internal import HTTPTypes
package import OAuthCore
internal import PKCE

extension OAuthClient {
  /// Returns whether the server still knows this client.
  ///
  /// The authorization endpoint can't be asked: an unknown client causes an error page in the user's
  /// browser, and no response (RFC 6749 §4.1.2.1). So the token endpoint is asked to redeem a random
  /// code. It answers `invalid_grant` to a client that it knows, and status 401 only to one that it doesn't
  /// know (RFC 6749 §5.2).
  ///
  /// - Parameter redirectURI: The redirect URI of the coming sign-in.
  /// - Returns: `false` only if the server refuses the client. Any other answer, and none, is `true`,
  ///   because the sign-in itself then shows what is wrong.
  /// - Throws: `CancellationError`.
  package func isKnownToServer(redirectURI: RedirectURI) async throws -> Bool {
    var parameters = FormParameters()
    parameters.append("code", Base64URL.encode(random.exactly(32)))
    parameters.append("redirect_uri", redirectURI.text)
    parameters.append("code_verifier", Base64URL.encode(random.exactly(32)))
    do {
      _ = try await tokens(grantType: "authorization_code", parameters)
      return true
    } catch let error as EndpointError {
      return !error.isAboutClient && !(error.refusal?.isAboutUnknownClient ?? false)
    } catch {
      try Task.checkCancellation()
      return true
    }
  }
}

extension ErrorResponse {
  /// Whether the server doesn't know the client, or no longer allows it to sign users in (RFC 6749
  /// §4.1.2.1 and §5.2). Some servers send `unauthorized_client` for an unknown client too.
  package var isAboutUnknownClient: Bool { error == .invalidClient || error == .unauthorizedClient }
}
