public import OAuthCore

/// A token with its type. A token exchange always sends both (RFC 8693 §2.1).
public struct SecurityToken: Sendable, Hashable {
  /// The token.
  public let token: Secret
  /// The type of the token.
  public let type: TokenTypeIdentifier

  /// Creates a token with its type.
  ///
  /// - Parameters:
  ///   - token: The token as it was issued.
  ///   - type: The type of the token. The server may reject a wrong one.
  public init(_ token: Secret, _ type: TokenTypeIdentifier) {
    self.token = token
    self.type = type
  }
}
