internal import Crypto
internal import OAuthCore
internal import PKCE

/// The name of a token that may be used once, hashed: who made it and its `jti` (RFC 7519 §4.1.7).
public struct UsedTokenID: Sendable, Hashable {
  /// Which kind of token; the same `jti` in two kinds is two names.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A DPoP proof (RFC 9449 §11.1).
    case dpopProof = "dpop"
    /// A client assertion (RFC 7523 §3, 7).
    case clientAssertion = "client_assertion"
    /// An assertion that is an authorization grant (RFC 7523 §3, 7).
    case assertionGrant = "assertion_grant"
  }

  /// SHA-256 over kind, owner and `jti`, as 43 characters of base64url. Stores keep nothing else.
  public let hash: String

  /// Names a token.
  ///
  /// - Parameters:
  ///   - kind: what it is.
  ///   - owner: whose names are unique: the client's id, or the thumbprint of the key of a DPoP proof.
  ///   - tokenID: the `jti`. Limit its length before: hashing takes time.
  public init(_ kind: Kind, of owner: String, _ tokenID: String) {
    // JSON, so that no two lists of texts are written alike.
    let octets = JSONValue.array([.string(kind.rawValue), .string(owner), .string(tokenID)]).octets()
    hash = Base64URL.encode(SHA256.hash(data: octets))
  }
}
