public import OAuthCore

/// How a client proves to the token endpoint who it is (RFC 6749 §2.3).
public enum ClientAuthentication: Sendable, Hashable {
  /// A public client: it says its `client_id` and proves nothing. PKCE protects its codes.
  ///
  /// Right for everything that people install: a secret inside an app or a command is no secret (RFC 8252 §8.5).
  case none
  /// `client_secret_basic`: id and secret, each form-encoded, in an `Authorization` field (RFC 6749 §2.3.1).
  case clientSecretBasic(Secret)
  /// `client_secret_post`: id and secret in the body, for servers that can't read the field (RFC 6749 §2.3.1).
  case clientSecretPost(Secret)

  /// The name in `token_endpoint_auth_methods_supported` (RFC 7591 §2).
  public var method: String {
    switch self {
    case .none: "none"
    case .clientSecretBasic: "client_secret_basic"
    case .clientSecretPost: "client_secret_post"
    }
  }

  var secrets: [Secret] {
    switch self {
    case .none: []
    case .clientSecretBasic(let secret), .clientSecretPost(let secret): [secret]
    }
  }
}
