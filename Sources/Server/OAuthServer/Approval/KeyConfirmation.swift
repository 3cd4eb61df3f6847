public import OAuthCore

/// The key that a token is bound to (RFC 7800 §3). A stolen token is useless without the key.
public enum KeyConfirmation: Sendable, Hashable {
  /// A key that signs DPoP proofs, named by its SHA-256 thumbprint in base64url (RFC 9449 §6.1).
  case dpop(jkt: String)
  /// A client certificate, named by the base64url of its SHA-256 hash (RFC 8705 §3.1).
  case certificate(x5tS256: String)

  /// The `cnf` claim of tokens and introspection responses.
  public var claim: JSONValue {
    switch self {
    case .dpop(let jkt): ["jkt": .string(jkt)]
    case .certificate(let hash): ["x5t#S256": .string(hash)]
    }
  }

  /// Reads a `cnf` claim. Returns `nil` if the claim has neither `jkt` nor `x5t#S256`.
  ///
  /// - Parameter claim: The claim's object. If it has both members, the DPoP key is used.
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
