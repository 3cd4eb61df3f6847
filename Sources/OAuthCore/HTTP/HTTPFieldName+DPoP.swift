package import HTTPTypes

extension HTTPField.Name {
  /// `DPoP`, which carries a proof (RFC 9449 §4.1).
  package static let dpop = named("DPoP")
  /// `DPoP-Nonce`, which gives the nonce for the next proof (RFC 9449 §8).
  package static let dpopNonce = named("DPoP-Nonce")

  // Each name is a valid token, so the other case isn't reached; a field that is always there stands in for it.
  private static func named(_ name: String) -> HTTPField.Name {
    HTTPField.Name(name) ?? .authorization
  }
}
