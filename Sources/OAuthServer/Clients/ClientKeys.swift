public import JOSE
public import OAuthCore

/// A client's public keys (RFC 7591 §2): one of the two, never both.
public enum ClientKeys: Sendable, Hashable {
  /// The keys themselves (`jwks`).
  case set(JSONWebKeySet)
  /// Where the client publishes them, and may change them (`jwks_uri`).
  case address(Endpoint)
}
