#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// What is kept for an account: its tokens, when they came, and the key they are bound to.
///
/// Nothing of it shows in descriptions but the scope and the times. Stores keep it as ``text``.
public struct StoredTokens: Sendable, Hashable {
  /// What opens protected resources.
  public var accessToken: Secret
  /// How the access token is presented.
  public var tokenType: TokenType
  /// What gets the next access token, if there is one.
  public var refreshToken: Secret?
  /// When the access token came, by the clock of this machine.
  public var receivedAt: Date
  /// How long the access token lasts from ``receivedAt``; `nil` if the server didn't say.
  public var expiresIn: Duration?
  /// What was granted, if it is known.
  public var scope: Scope?
  /// What else the server gave, an `id_token` for example. May be secret; none of it was verified.
  public var additionalMembers: [String: JSONValue]
  /// The private key, as a JWK, that the tokens are bound to, if they are (RFC 9449).
  public var proofKey: Secret?

  /// Puts together what is to be kept.
  public init(
    accessToken: Secret, tokenType: TokenType = .bearer, refreshToken: Secret? = nil, receivedAt: Date,
    expiresIn: Duration? = nil, scope: Scope? = nil, additionalMembers: [String: JSONValue] = [:],
    proofKey: Secret? = nil
  ) {
    self.accessToken = accessToken
    self.tokenType = tokenType
    self.refreshToken = refreshToken
    self.receivedAt = receivedAt
    self.expiresIn = expiresIn
    self.scope = scope
    self.additionalMembers = additionalMembers
    self.proofKey = proofKey
  }

  /// When the access token ends, by the clock of this machine; `nil` if the server didn't say.
  public var expiresAt: Date? {
    expiresIn.map { receivedAt.addingTimeInterval(TimeInterval($0.components.seconds)) }
  }
}

extension StoredTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Scope, life and whether there is a refresh token.
  public var description: String {
    let life = expiresIn.map { "\($0.components.seconds) s" } ?? "unknown"
    return
      "StoredTokens(scope: \(scope?.parameter ?? "unknown"), life: \(life), refresh token: \(refreshToken == nil ? "no" : "yes"))"
  }

  /// As ``description``.
  public var debugDescription: String { description }

  /// Has no children, so that reflection finds no token.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .struct)
  }
}
