/// The kind of a token, as a hint to the server (RFC 7009 §2.1). A wrong hint does no harm.
public struct TokenTypeHint: RawRepresentable, Sendable, Hashable {
  /// The value of `token_type_hint`.
  public let rawValue: String

  /// Creates any hint, because specifications register more.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// An access token (RFC 6749 §1.4).
  public static let accessToken = TokenTypeHint(rawValue: "access_token")
  /// A refresh token (RFC 6749 §1.5).
  public static let refreshToken = TokenTypeHint(rawValue: "refresh_token")
}
