internal import OAuthCore
internal import PixyAuth
internal import TokenStorage

/// A user's identity at a server, and its source.
struct Identity {
  /// The source of the claims.
  enum Source: String {
    /// The server's UserInfo endpoint, requested now (OpenID Connect Core §5.3).
    case userInfo = "userinfo"
    /// The provider's own resource, requested now.
    case profile
    /// The sign-in: the verified ID token, or the server's claims at that time.
    case signIn = "sign_in"

    /// The source as a sentence.
    var words: String {
      switch self {
      case .userInfo: "Source: the server's UserInfo endpoint, requested now."
      case .profile: "Source: the provider's profile, requested now."
      case .signIn: "Source: the last sign-in. No request was sent."
      }
    }
  }

  let account: StoredAccount
  let source: Source
  /// The claims of OpenID Connect Core §5.1, and any others of the server.
  let claims: [String: JSONValue]

  /// The most useful claims, one a line.
  var lines: [String] {
    let shown = ["sub", "name", "preferred_username", "email", "email_verified"].compactMap { name in
      claims[name].map { value in
        "\(name): \(UntrustedText(value.string ?? String(decoding: value.bytes(), as: UTF8.self)))"
      }
    }
    return ["account: \(UntrustedText("\(account.account.name)@\(account.server)"))"] + shown
  }

  /// All claims as members of a JSON object.
  var members: [String: JSONValue] {
    [
      "version": 1, "account": .object(account.account.members), "source": .string(source.rawValue),
      "claims": .object(claims),
    ]
  }
}
