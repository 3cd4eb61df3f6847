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
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    let fullAddress = "Write it in full, for example https://login.example.com/authorize."
    return switch self {
    case .notAbsolute: row("uri_not_absolute", "This is not an absolute URI (RFC 3986 §4.3).", remedy: fullAddress)
    case .fragment:
      row(
        "uri_has_fragment", "The URI has a fragment (#…), which OAuth forbids here (RFC 6749 §3.1, §3.1.2).",
        remedy: "Remove everything from the # on.")
    case .userInfo:
      row(
        "uri_has_user_info", "The URI has a user name or password before its host.",
        remedy: "Remove everything between // and @.")
    case .noHost: row("uri_has_no_host", "The URI has no host.", remedy: fullAddress)
    case .notHTTPS:
      row(
        "uri_not_https", "The URI is not https, and its host is not this machine's loopback interface.",
        remedy: "Use https; plain http is only for http://127.0.0.1, http://[::1] and http://localhost.")
    case .query:
      row(
        "issuer_has_query", "The issuer has a query (?…), which RFC 8414 §2 forbids.",
        remedy: "Remove everything from the ? on.")
    case .forbiddenScheme:
      row(
        "uri_forbidden_scheme",
        "The URI's scheme makes browsers execute or display its content; it cannot identify an application.",
        remedy: "Use https, http to the loopback interface, or a scheme of your own such as com.example.app.")
    case .schemeWithoutDomain:
      row(
        "uri_scheme_without_domain", "The scheme is not a domain name in reverse order (RFC 8252 §7.1).",
        remedy: "Use the reverse of a domain name that you control, such as com.example.app.")
    case .notADomain:
      row(
        "uri_host_not_a_domain", "The host is not a domain name (RFC 8252 §7.2).",
        remedy: "Use a domain name that you control, such as app.example.com, without scheme and port.")
    case .notAPath:
      row(
        "uri_path_malformed", "The path does not begin with one slash, or is more than a path (RFC 8252 §7.1).",
        remedy: "Use a path such as /callback, without query and fragment.")
    case .tooLong(let limit): row("uri_too_long", "The URI has more than \(limit) bytes.", remedy: "Use a shorter URI.")
    }
  }
}
