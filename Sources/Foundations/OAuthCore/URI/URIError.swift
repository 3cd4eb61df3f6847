/// The reason why a text isn't a valid endpoint, issuer or redirect URI. It never holds the text,
/// which may contain a secret.
public enum URIError: Error, Sendable, Hashable {
  /// The text isn't an absolute URI (RFC 3986 §4.3).
  case notAbsolute
  /// The URI has a fragment, which RFC 6749 §3.1, §3.1.2 and §3.2 forbid.
  case fragment
  /// The URI has a user name or password before its host.
  case userInfo
  /// The URI has no host.
  case noHost
  /// The scheme is neither https nor http to this machine's loopback interface.
  case notHTTPS
  /// An issuer has a query (RFC 8414 §2).
  case query
  /// The scheme makes browsers execute or display the URI's content (`javascript`, `data`, `file`
  /// and others). It can't identify an app.
  case forbiddenScheme
  /// The scheme of an app isn't a domain name in reverse order (RFC 8252 §7.1).
  case schemeWithoutDomain
  /// The host of an app's link isn't a domain name (RFC 8252 §7.2).
  case notADomain
  /// The path of an app's redirect URI doesn't begin with one slash, or isn't only a path (RFC 8252
  /// §7.1).
  case notAPath
  /// The URI is longer than the limit, which is in bytes.
  case tooLong(limit: Int)
}

extension URIError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .notAbsolute: "uri_not_absolute"
    case .fragment: "uri_has_fragment"
    case .userInfo: "uri_has_user_info"
    case .noHost: "uri_has_no_host"
    case .notHTTPS: "uri_not_https"
    case .query: "issuer_has_query"
    case .forbiddenScheme: "uri_forbidden_scheme"
    case .schemeWithoutDomain: "uri_scheme_without_domain"
    case .notADomain: "uri_host_not_a_domain"
    case .notAPath: "uri_path_malformed"
    case .tooLong: "uri_too_long"
    }
  }

  /// Always ``FlowStep/configuration``.
  public var step: FlowStep { .configuration }

  /// Always ``ErrorCategory/mistake``.
  public var category: ErrorCategory { .mistake }

  /// A sentence about the problem with the URI.
  public var explanation: String {
    switch self {
    case .notAbsolute: "This is not an absolute URI (RFC 3986 §4.3)."
    case .fragment: "The URI has a fragment (#…), which OAuth forbids here (RFC 6749 §3.1, §3.1.2)."
    case .userInfo: "The URI has a user name or password before its host."
    case .noHost: "The URI has no host."
    case .notHTTPS: "The URI is not https, and its host is not this machine's loopback interface."
    case .query: "The issuer has a query (?…), which RFC 8414 §2 forbids."
    case .forbiddenScheme:
      "The URI's scheme makes browsers execute or display its content; it cannot identify an application."
    case .schemeWithoutDomain: "The scheme is not a domain name in reverse order (RFC 8252 §7.1)."
    case .notADomain: "The host is not a domain name (RFC 8252 §7.2)."
    case .notAPath: "The path does not begin with one slash, or is more than a path (RFC 8252 §7.1)."
    case .tooLong(let limit): "The URI has more than \(limit) bytes."
    }
  }

  /// The recommended correction.
  public var remedy: String {
    switch self {
    case .notAbsolute, .noHost: "Write it in full, for example https://login.example.com/authorize."
    case .fragment: "Remove everything from the # on."
    case .userInfo: "Remove everything between // and @."
    case .notHTTPS: "Use https; plain http is only for http://127.0.0.1, http://[::1] and http://localhost."
    case .query: "Remove everything from the ? on."
    case .forbiddenScheme: "Use https, http to the loopback interface, or a scheme of your own such as com.example.app."
    case .schemeWithoutDomain: "Use the reverse of a domain name that you control, such as com.example.app."
    case .notADomain: "Use a domain name that you control, such as app.example.com, without scheme and port."
    case .notAPath: "Use a path such as /callback, without query and fragment."
    case .tooLong: "Use a shorter URI."
    }
  }
}
