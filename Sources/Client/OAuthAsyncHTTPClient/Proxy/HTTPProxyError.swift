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
  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// Always `ErrorCategory.mistake`.
  public var category: ErrorCategory { .mistake }

  /// A sentence about the mistake.
  public var explanation: String {
    switch self {
    case .unsupportedScheme: "The address of the proxy begins with a scheme other than http://."
    case .malformed: "The address of the proxy is malformed."
    }
  }

  /// The recommended action.
  public var remedy: String {
    "Set HTTPS_PROXY to the address of an HTTP proxy, such as http://proxy.example.com:3128. "
      + "Percent-encode the special characters of a user name or password."
  }
}
