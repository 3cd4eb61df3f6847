/// Whether a client that people install has a secret at a provider. In such a client it is no secret (RFC 8252 §8.5), but some
/// servers want it all the same.
public enum ClientSecretRule: Sendable, Hashable {
  /// There is none; one that is given is sent, for clients that run on a server.
  case never
  /// The token endpoint refuses requests without it.
  case required
}
