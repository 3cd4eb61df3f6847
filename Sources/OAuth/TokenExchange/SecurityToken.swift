public import OAuthCore

/// A token together with what kind it is: the one is never sent without the other (RFC 8693 §2.1).
public struct SecurityToken: Sendable, Hashable {
  /// The token.
  public let token: Secret
  /// What kind it is.
  public let type: TokenTypeIdentifier

  /// Names a token's kind.
  ///
  /// - Parameters:
  ///   - token: the token as it was given.
  ///   - type: what kind it is; the server decides what it makes of a wrong one.
  public init(_ token: Secret, _ type: TokenTypeIdentifier) {
    self.token = token
    self.type = type
  }
}
