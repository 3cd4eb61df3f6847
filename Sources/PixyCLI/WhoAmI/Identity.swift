internal import OAuthCore
internal import TokenStorage

/// Who an account is, and who says so.
struct Identity {
  /// Who said it.
  enum Source: String {
    /// The server's UserInfo endpoint, just now (OpenID Connect Core §5.3).
    case userInfo = "userinfo"
    /// The provider's own resource, just now.
    case profile
    /// What was verified when somebody signed in: the ID token, or what the server told then.
    case signIn = "sign_in"

    /// The source as the end of a sentence.
    var words: String {
      switch self {
      case .userInfo: "The server's UserInfo endpoint says so, now."
      case .profile: "The provider's profile says so, now."
      case .signIn: "It was so when somebody signed in; the server wasn't asked."
      }
    }
  }

  let account: KeptAccount
  let source: Source
  /// Claims of OpenID Connect Core §5.1, or what the server has beside them.
  let claims: [String: JSONValue]

  /// One line for each thing that people want to know.
  var lines: [String] {
    let shown = ["sub", "name", "preferred_username", "email", "email_verified"].compactMap { name in
      claims[name].map { value in
        "\(name): \(UntrustedText(value.string ?? String(decoding: value.octets(), as: UTF8.self)))"
      }
    }
    return ["account: \(UntrustedText("\(account.account.name)@\(account.server)"))"] + shown
  }

  /// Everything, for programs.
  var members: [String: JSONValue] {
    [
      "version": 1, "account": .object(account.account.members), "source": .string(source.rawValue),
      "claims": .object(claims),
    ]
  }
}
