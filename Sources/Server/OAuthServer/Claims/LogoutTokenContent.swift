internal import FoundationBasics
internal import OAuthCore

/// The content of a logout token (OpenID Connect Back-Channel Logout §2.4).
struct LogoutTokenContent: Sendable {
  /// The `typ` of the token's header.
  static let type = "logout+jwt"
  /// The lifetime of a logout token: two minutes, the maximum of Back-Channel Logout §4. An
  /// intercepted token is soon useless.
  private static let lifetime = Duration.seconds(120)
  private static let event = "http://schemas.openid.net/event/backchannel-logout"

  let issuer: Issuer
  let subject: Subject
  let session: SessionID
  /// The client, which is the only audience.
  let clientID: String
  /// The token's own identifier (`jti`).
  let tokenID: String
  let issuedAt: Date

  /// The token's claims. There is never a `nonce`: with one, the token could be mistaken for an ID
  /// token (Back-Channel Logout §2.4).
  var claims: [String: JSONValue] {
    [
      "iss": .string(issuer.text), "sub": .string(subject.rawValue), "sid": .string(session.rawValue),
      "aud": .string(clientID), "jti": .string(tokenID), "iat": issuedAt.numericDate,
      "exp": (issuedAt + Self.lifetime).numericDate, "events": [Self.event: [:]],
    ]
  }
}
