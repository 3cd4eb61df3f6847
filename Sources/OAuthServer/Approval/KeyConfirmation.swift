public import OAuthCore

/// The key that a token is bound to, so that whoever stole the token alone can't use it (RFC 7800 §3).
public enum KeyConfirmation: Sendable, Hashable {
  /// A key that signs DPoP proofs, by its thumbprint (RFC 9449 §6.1).
  case dpop(jkt: String)
  /// A client certificate, by the base64url of its SHA-256 (RFC 8705 §3.1).
  case certificate(x5tS256: String)

  /// The `cnf` claim.
  public var claim: JSONValue {
    switch self {
    case .dpop(let jkt): ["jkt": .string(jkt)]
    case .certificate(let hash): ["x5t#S256": .string(hash)]
    }
  }

  /// Reads a `cnf` claim; `nil` if it names no key in one of these two ways.
  ///
  /// - Parameter claim: the claim's object. Where it names a key in both ways the DPoP key counts.
  public init?(claim: JSONValue) {
    if let jkt = claim.object?["jkt"]?.string {
      self = .dpop(jkt: jkt)
    } else if let hash = claim.object?["x5t#S256"]?.string {
      self = .certificate(x5tS256: hash)
    } else {
      return nil
    }
  }
}
