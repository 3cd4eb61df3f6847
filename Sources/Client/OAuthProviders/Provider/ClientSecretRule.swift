/// The rule on client secrets of installed applications. A secret in such an application isn't
/// confidential (RFC 8252 §8.5), but some servers require it.
public enum ClientSecretRule: Sendable, Hashable {
  /// Installed applications have no secret. A secret that is configured is sent, for clients that
  /// run on a server.
  case never
  /// The token endpoint rejects requests without the secret.
  case required
}
