#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore

/// What a logout token says (OpenID Connect Back-Channel Logout §2.4).
struct LogoutTokenContent: Sendable {
  /// The `typ` of its header.
  static let type = "logout+jwt"
  /// §4: two minutes at most, so that one that was caught is soon worth nothing.
  private static let lifetime = Duration.seconds(120)
  private static let event = "http://schemas.openid.net/event/backchannel-logout"

  let issuer: Issuer
  let subject: Subject
  let session: SessionID
  /// The only audience.
  let clientID: String
  /// Its own name.
  let tokenID: String
  let issued: Date

  /// Never with a `nonce`, by which it could pass for an ID token.
  var claims: [String: JSONValue] {
    [
      "iss": .string(issuer.text), "sub": .string(subject.rawValue), "sid": .string(session.rawValue),
      "aud": .string(clientID), "jti": .string(tokenID), "iat": issued.numericDate,
      "exp": (issued + Self.lifetime).numericDate, "events": [Self.event: [:]],
    ]
  }
}
