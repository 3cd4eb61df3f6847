public import FoundationBasics
public import OAuthCore

/// The answer of the token endpoint (RFC 6749 §5.1). Descriptions show only the scope and the
/// lifetime.
public struct TokenResponse: Sendable, Hashable {
  /// The access token.
  public let accessToken: Secret
  /// The type of the access token: `bearer` or `dpop`. Pixy rejects others.
  public let tokenType: TokenType
  /// The refresh token; `nil` if the server issued no usable one.
  public let refreshToken: Secret?
  /// The lifetime of the access token, from ``receivedAt`` on; `nil` if the server sent no usable
  /// one.
  public let expiresIn: Duration?
  /// The granted scope; `nil` if it is the requested one (RFC 6749 §5.1), or if the server sent a
  /// value that can't be used.
  public let scope: Scope?
  /// The time when the answer arrived, by this machine's clock.
  public let receivedAt: Date
  /// All other members of the answer. They may be secret, like `id_token`, and none of them was
  /// verified. An `id_token` that isn't a text, or is empty, is left out.
  public let additionalMembers: [String: JSONValue]

  /// The expiry of the access token, by this machine's clock; `nil` if the server didn't send a
  /// lifetime.
  public var expiresAt: Date? {
    expiresIn.map { receivedAt.addingTimeInterval(TimeInterval($0.components.seconds)) }
  }

  /// Returns the same answer, with the old refresh token if the server didn't rotate it.
  func keeping(_ old: Secret) -> TokenResponse {
    TokenResponse(
      accessToken: accessToken, tokenType: tokenType, refreshToken: refreshToken ?? old, expiresIn: expiresIn,
      scope: scope, receivedAt: receivedAt, additionalMembers: additionalMembers)
  }

  /// Returns the same answer with another `id_token`: the decrypted one.
  package func with(idToken: Secret) -> TokenResponse {
    TokenResponse(
      accessToken: accessToken, tokenType: tokenType, refreshToken: refreshToken, expiresIn: expiresIn, scope: scope,
      receivedAt: receivedAt,
      additionalMembers: additionalMembers.merging(["id_token": .string(idToken.reveal())]) { $1 })
  }
}

extension TokenResponse: Redacted {
  /// The scope, the lifetime, and whether there is a refresh token.
  public var description: String {
    let life = expiresIn.map { "\($0.components.seconds) s" } ?? "unknown"
    let hasRefreshToken = refreshToken == nil ? "no" : "yes"
    return """
      TokenResponse(scope: \(scope?.parameter ?? "as asked"), expires in: \(life), refresh token: \(hasRefreshToken))
      """
  }
}
