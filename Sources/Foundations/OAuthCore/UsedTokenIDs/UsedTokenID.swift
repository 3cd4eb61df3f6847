internal import Crypto
internal import PKCE

/// The name of a single-use token: a hash of its kind, its owner and its `jti` (RFC 7519 §4.1.7).
public struct UsedTokenID: Sendable, Hashable {
  /// The kind of a token. The same `jti` in two kinds gives two names.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A DPoP proof (RFC 9449 §11.1).
    case dpopProof = "dpop"
    /// A client assertion (RFC 7523 §3, 7).
    case clientAssertion = "client_assertion"
    /// An assertion that is used as an authorization grant (RFC 7523 §3, 7).
    case assertionGrant = "assertion_grant"
    /// The `state` of an authorization request, which one answer may have (RFC 6749 §10.12).
    case authorizationState = "authorization_state"
    /// A logout token (Back-Channel Logout §2.6).
    case logoutToken = "logout_token"
  }

  /// The SHA-256 of kind, owner and `jti`, as 43 characters of base64url. Stores save only this
  /// hash.
  public let hash: String

  /// Creates the name of a token.
  ///
  /// - Parameters:
  ///   - kind: The kind of the token.
  ///   - owner: The party within which a `jti` is unique: the client's ID, or the thumbprint of a
  ///     DPoP proof's key.
  ///   - tokenID: The `jti`, or the `state`. Limit its length beforehand, because hashing takes time.
  public init(_ kind: Kind, of owner: String, _ tokenID: String) {
    // JSON is unambiguous: two different lists of texts never give the same bytes.
    let bytes = JSONValue.array([.string(kind.rawValue), .string(owner), .string(tokenID)]).bytes()
    hash = Base64URL.encode(SHA256.hash(data: bytes))
  }
}
