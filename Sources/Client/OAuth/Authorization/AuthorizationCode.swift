package import OAuthCore
package import PKCE

/// An authorization code from an answer whose `state` and `iss` were checked, with the verifier
/// that redeems it (RFC 6749 §4.1.3, RFC 7636 §4.5).
///
/// It can't be copied, and ``OAuthClient/exchange(_:)->TokenResponse`` consumes it, so the compiler
/// ensures that a code is used once.
public struct AuthorizationCode: ~Copyable, Sendable {
  package let code: Secret
  package let verifier: CodeVerifier
  package let redirectURI: RedirectURI
  package let state: Secret
  package let nonce: Secret?
  package let maxAge: Duration?
  /// The checked `iss` of the answer; `nil` without one.
  package let receivedIssuer: String?
  let server: AuthorizationServerMetadata
  let clientID: String
}
