#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// What is kept for an account: its tokens, when they came, and the key they are bound to.
///
/// Nothing of it shows in descriptions but the scope and the times. Stores keep it as ``text``. It holds times as that text does, so
/// that what is read is equal to what was written.
public struct StoredTokens: Sendable, Hashable {
  /// What opens protected resources.
  public var accessToken: Secret
  /// How the access token is presented.
  public var tokenType: TokenType
  /// What gets the next access token, if there is one.
  public var refreshToken: Secret?
  /// When the access token came, by the clock of this machine: from 1970 to the end of 9999. What is outside of it, or no time at
  /// all, becomes the nearest end, and what isn't even before or after it becomes 1970.
  public var receivedAt: Date {
    didSet { receivedAt = Self.storable(receivedAt) }
  }
  /// How long the access token lasts from ``receivedAt``, in whole seconds from none to a hundred years: fractions are cut off, and
  /// what is outside becomes the nearest end. `nil` if the server didn't say.
  public var expiresIn: Duration? {
    didSet { expiresIn = expiresIn.map(Self.storable) }
  }
  /// What was granted, if it is known.
  public var scope: Scope?
  /// What else the server gave, an `id_token` for example. May be secret; none of it was verified.
  public var additionalMembers: [String: JSONValue]
  /// The private key, as a JWK, that the tokens are bound to, if they are (RFC 9449).
  public var proofKey: Secret?

  /// Puts together what is to be kept.
  ///
  /// - Parameters:
  ///   - accessToken: what opens protected resources.
  ///   - tokenType: how the access token is presented.
  ///   - refreshToken: what gets the next access token, if there is one.
  ///   - receivedAt: when the access token came, from 1970 to the end of 9999; outside of it the nearest end.
  ///   - expiresIn: how long the access token lasts from then, in whole seconds up to a hundred years: fractions are
  ///     cut off, and what is outside becomes the nearest end. `nil` if the server didn't say.
  ///   - scope: what was granted; `nil` if it isn't known.
  ///   - additionalMembers: what else the server gave. Nested deeper than 32 levels, or all together longer than 1 MiB,
  ///     they are refused when a store keeps them (``checkedText(place:)``).
  ///   - proofKey: the private JWK that the tokens are bound to (RFC 9449); `nil` for bearer tokens.
  public init(
    accessToken: Secret, tokenType: TokenType = .bearer, refreshToken: Secret? = nil, receivedAt: Date,
    expiresIn: Duration? = nil, scope: Scope? = nil, additionalMembers: [String: JSONValue] = [:],
    proofKey: Secret? = nil
  ) {
    self.accessToken = accessToken
    self.tokenType = tokenType
    self.refreshToken = refreshToken
    self.receivedAt = Self.storable(receivedAt)
    self.expiresIn = expiresIn.map(Self.storable)
    self.scope = scope
    self.additionalMembers = additionalMembers
    self.proofKey = proofKey
  }

  /// The times that ``text`` can say, in seconds since 1970.
  static let times = 0.0...253_402_300_799.0
  /// The lives that ``text`` can say, in seconds: up to a hundred years.
  static let lives: ClosedRange<Int64> = 0...3_155_760_000

  private static func storable(_ date: Date) -> Date {
    let seconds = date.timeIntervalSince1970
    // Dates count from 2001: what a date tells since 1970 is rounded, and the date of what it tells tells the same again.
    return Date(timeIntervalSince1970: seconds.isNaN ? 0 : min(max(seconds, times.lowerBound), times.upperBound))
  }

  private static func storable(_ life: Duration) -> Duration {
    .seconds(min(max(life.components.seconds, lives.lowerBound), lives.upperBound))
  }

  /// When the access token ends, by the clock of this machine; `nil` if the server didn't say.
  public var expiresAt: Date? {
    expiresIn.map { receivedAt.addingTimeInterval(TimeInterval($0.components.seconds)) }
  }
}

extension StoredTokens: Redacted {
  /// Scope, life and whether there is a refresh token.
  public var description: String {
    let life = expiresIn.map { "\($0.components.seconds) s" } ?? "unknown"
    return
      "StoredTokens(scope: \(scope?.parameter ?? "unknown"), life: \(life), refresh token: \(refreshToken == nil ? "no" : "yes"))"
  }
}
