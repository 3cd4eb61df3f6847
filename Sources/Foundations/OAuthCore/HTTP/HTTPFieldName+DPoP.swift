package import HTTPTypes

extension HTTPField.Name {
  /// The `DPoP` field, which carries a proof (RFC 9449 §4.1).
  package static let dpop = named("DPoP")
  /// The `DPoP-Nonce` field, which carries the nonce for the next proof (RFC 9449 §8).
  package static let dpopNonce = named("DPoP-Nonce")

  // The initializer never returns nil here, because both names are valid tokens. The fallback only
  // satisfies the compiler.
  private static func named(_ name: String) -> HTTPField.Name {
    HTTPField.Name(name) ?? .authorization
  }
}
