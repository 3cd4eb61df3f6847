/// The way in which a client sends its secret (RFC 6749 §2.3.1).
public enum ClientSecretMethod: String, Sendable, Hashable, CaseIterable {
  /// In the `Authorization` field.
  case basic = "client_secret_basic"
  /// In the form.
  case post = "client_secret_post"
}
