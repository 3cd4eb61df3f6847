public import JOSE
public import OAuthCore

/// A client's public keys (RFC 7591 §2), either the keys or their address.
public enum ClientKeys: Sendable, Hashable {
  /// The keys themselves (`jwks`).
  case set(JSONWebKeySet)
  /// The https address at which the client publishes its keys, and may change them (`jwks_uri`).
  case address(Endpoint)
}
