package import OAuthCore
package import PKCE

/// A code out of an answer whose `state` and `iss` were checked, together with what redeems it (RFC 6749 §4.1.3).
///
/// It can't be copied, and ``OAuthClient/redeem(_:resources:)`` consumes it: a code is used once, and the compiler sees to it.
public struct AuthorizationCode: ~Copyable, Sendable {
  package let code: Secret
  package let verifier: CodeVerifier
  package let redirectURI: RedirectURI
  package let state: Secret
  package let nonce: Secret?
  package let maxAge: Duration?
  /// The `iss` that came with it and was checked; nil if none came.
  package let receivedIssuer: String?
  let server: AuthorizationServerMetadata
  let clientID: String
}
