public import OAuthCore

/// The reason why a text isn't the address of an HTTP proxy. It contains nothing of the text, which
/// may have a password.
public enum HTTPProxyError: String, Error, Sendable, Hashable {
  /// The scheme isn't `http`. Proxies that are reached by TLS (`https`) and SOCKS proxies aren't
  /// supported.
  case unsupportedScheme = "proxy_scheme_unsupported"
  /// There is no host, or the port, the user name or the password is malformed.
  case malformed = "proxy_malformed"
}

extension HTTPProxyError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .configuration, .mistake,
      remedy: "Set HTTPS_PROXY to the address of an HTTP proxy, such as http://proxy.example.com:3128. "
        + "Percent-encode the special characters of a user name or password.")
    return switch self {
    case .unsupportedScheme: row(rawValue, "The address of the proxy begins with a scheme other than http://.")
    case .malformed: row(rawValue, "The address of the proxy is malformed.")
    }
  }
}
