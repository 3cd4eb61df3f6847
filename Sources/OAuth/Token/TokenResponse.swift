#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// What the token endpoint gave (RFC 6749 §5.1). Nothing of it shows in descriptions but the scope and the times.
public struct TokenResponse: Sendable, Hashable {
  /// What opens protected resources.
  public let accessToken: Secret
  /// How to present the access token. Pixy knows `bearer` and refuses others.
  public let tokenType: TokenType
  /// What gets the next access token; `nil` if the server gave none.
  public let refreshToken: Secret?
  /// How long the access token lasts from ``receivedAt``; `nil` if the server didn't say.
  public let expiresIn: Duration?
  /// What was granted; `nil` if the server didn't say, which means: what was asked for (RFC 6749 §5.1).
  public let scope: Scope?
  /// When the answer arrived, by the clock of this machine.
  public let receivedAt: Date
  /// Every other member of the answer. They may be secret (an `id_token` is), and none of them was verified.
  public let additionalMembers: [String: JSONValue]

  /// When the access token ends, by the clock of this machine; `nil` if the server didn't say.
  public var expiresAt: Date? {
    expiresIn.map { receivedAt.addingTimeInterval(TimeInterval($0.components.seconds)) }
  }

  func keeping(_ old: Secret) -> TokenResponse {
    TokenResponse(
      accessToken: accessToken, tokenType: tokenType, refreshToken: refreshToken ?? old, expiresIn: expiresIn,
      scope: scope, receivedAt: receivedAt, additionalMembers: additionalMembers)
  }
}

extension TokenResponse: Redacted {
  /// Scope, life and whether there is a refresh token.
  public var description: String {
    let life = expiresIn.map { "\($0.components.seconds) s" } ?? "unknown"
    return
      "TokenResponse(scope: \(scope?.parameter ?? "as asked"), expires in: \(life), refresh token: \(refreshToken == nil ? "no" : "yes"))"
  }
}
