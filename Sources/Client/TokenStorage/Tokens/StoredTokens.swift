public import FoundationBasics
public import OAuthCore

/// The stored tokens of an account, with the time of their receipt and the key that they are bound
/// to.
///
/// Descriptions show only the scope and the lifetime. Stores save the tokens as ``text``. Times
/// have the precision of that text, so tokens that are read are equal to those that were written.
public struct StoredTokens: Sendable, Hashable {
  /// A key that tokens are bound to.
  public enum ProofKey: Sendable, Hashable {
    /// The private key itself, as a JWK.
    case privateKey(Secret)
    /// A key that isn't stored, because it can't leave its hardware: the thumbprint of its public
    /// part (RFC 7638). The program has to provide the key again.
    case elsewhere(thumbprint: String)
  }

  /// The access token.
  public var accessToken: Secret
  /// The way in which the access token is presented.
  public var tokenType: TokenType
  /// The refresh token, if there is one.
  public var refreshToken: Secret?
  /// The time when the access token was received, by this machine's clock: from 1970 to the end of
  /// 9999. A time outside of this range, or an infinite one, becomes the nearest limit, and NaN
  /// becomes 1970.
  public var receivedAt: Date {
    didSet { receivedAt = Self.storable(receivedAt) }
  }
  /// The access token's lifetime from ``receivedAt``, in whole seconds from zero to a hundred
  /// years. Fractions are cut off, and a value outside of this range becomes the nearest limit.
  /// `nil` if the server didn't state it.
  public var expiresIn: Duration? {
    didSet { expiresIn = expiresIn.map(Self.storable) }
  }
  /// The granted scope, if it is known.
  public var scope: Scope?
  /// The other members of the server's response, for example an `id_token`. They may be secret, and
  /// none was verified.
  public var additionalMembers: [String: JSONValue]
  /// The key that the tokens are bound to, if they are bound (RFC 9449).
  public var proofKey: ProofKey?
  /// The time when the refresh token expires unless it is used before, as precise as
  /// ``receivedAt``; `nil` if the server didn't say (draft-ietf-oauth-refresh-token-expiration-03
  /// §6.1).
  public var refreshTokenExpiresAt: Date? {
    didSet { refreshTokenExpiresAt = refreshTokenExpiresAt.map(Self.storable) }
  }
  /// The time when the user's authorization ends, whatever is refreshed; `nil` if the server didn't
  /// say.
  public var authorizationExpiresAt: Date? {
    didSet { authorizationExpiresAt = authorizationExpiresAt.map(Self.storable) }
  }

  /// Creates tokens to be stored.
  ///
  /// - Parameters:
  ///   - accessToken: The access token.
  ///   - tokenType: The way in which the access token is presented. Default: bearer.
  ///   - refreshToken: The refresh token, if there is one.
  ///   - receivedAt: The time when the access token was received, from 1970 to the end of 9999. A
  ///     time outside of this range becomes the nearest limit.
  ///   - expiresIn: The access token's lifetime from then, in whole seconds up to a hundred years.
  ///     Fractions are cut off, and a value outside of this range becomes the nearest limit. `nil`
  ///     if the server didn't state it.
  ///   - scope: The granted scope; `nil` if it isn't known.
  ///   - additionalMembers: The other members of the server's response. If they are nested deeper
  ///     than 32 levels, or longer than 1 MiB in total, a store rejects them when it saves the
  ///     tokens (``checkedText(place:)``).
  ///   - proofKey: The key that the tokens are bound to (RFC 9449); `nil` for bearer tokens.
  ///   - refreshTokenExpiresAt: The time when the refresh token expires unless it is used before;
  ///     `nil` if the server didn't say. A time outside of the range becomes the nearest limit.
  ///   - authorizationExpiresAt: The time when the user's authorization ends; `nil` if the server
  ///     didn't say. A time outside of the range becomes the nearest limit.
  public init(
    accessToken: Secret, tokenType: TokenType = .bearer, refreshToken: Secret? = nil, receivedAt: Date,
    expiresIn: Duration? = nil, scope: Scope? = nil, additionalMembers: [String: JSONValue] = [:],
    proofKey: ProofKey? = nil, refreshTokenExpiresAt: Date? = nil, authorizationExpiresAt: Date? = nil
  ) {
    self.accessToken = accessToken
    self.tokenType = tokenType
    self.refreshToken = refreshToken
    self.receivedAt = Self.storable(receivedAt)
    self.expiresIn = expiresIn.map(Self.storable)
    self.scope = scope
    self.additionalMembers = additionalMembers
    self.proofKey = proofKey
    self.refreshTokenExpiresAt = refreshTokenExpiresAt.map(Self.storable)
    self.authorizationExpiresAt = authorizationExpiresAt.map(Self.storable)
  }

  /// The times that ``text`` can represent, in seconds since 1970.
  static let times = 0.0...253_402_300_799.0
  /// The lifetimes that ``text`` can represent, in seconds: up to a hundred years.
  static let lives: ClosedRange<Int64> = 0...3_155_760_000

  private static func storable(_ date: Date) -> Date {
    let seconds = date.timeIntervalSince1970
    // A `Date` counts from 2001, so its value since 1970 is rounded. Converting the rounded value
    // forth and back returns the same value again.
    return Date(timeIntervalSince1970: seconds.isNaN ? 0 : min(max(seconds, times.lowerBound), times.upperBound))
  }

  private static func storable(_ life: Duration) -> Duration {
    .seconds(min(max(life.components.seconds, lives.lowerBound), lives.upperBound))
  }

  /// The time when the access token expires, by this machine's clock; `nil` if the server didn't
  /// state a lifetime.
  public var expiresAt: Date? {
    expiresIn.map { receivedAt.addingTimeInterval(TimeInterval($0.components.seconds)) }
  }

  /// The time when the user has to sign in again, as far as the server said: the end of the
  /// authorization or of the refresh token, whichever is earlier. `nil` if it said neither.
  ///
  /// A refresh can move the end of the refresh token. The server can end both sooner, for example
  /// when the user removes the application's access.
  public var signInDeadline: Date? {
    [authorizationExpiresAt, refreshToken.flatMap { _ in refreshTokenExpiresAt }].compactMap(\.self).min()
  }
}

extension StoredTokens: Redacted {
  /// The scope, the lifetime, and whether there is a refresh token.
  public var description: String {
    let life = expiresIn.map { "\($0.components.seconds) s" } ?? "unknown"
    return "StoredTokens(scope: \(scope?.parameter ?? "unknown"), life: \(life), "
      + "refresh token: \(refreshToken == nil ? "no" : "yes"))"
  }
}
