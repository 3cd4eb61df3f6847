public import OAuthCore

/// The reason why a configuration can't be used.
public enum AuthorizationServerConfigurationError: Error, Sendable, Hashable {
  /// `openid` is among the scopes, but there are no keys to sign ID tokens with.
  case openIDWithoutIDTokens
  /// The default scope has a token that isn't among the scopes.
  case defaultScopeUnknown
  /// A lifetime is below one second.
  case lifetimeTooShort
  /// The lifetime of authorization codes is longer than ten minutes (RFC 6749 §4.1.2).
  case codeLifetimeTooLong
  /// The leeway for spent refresh tokens is below zero or above 60 seconds.
  case leewayOutOfRange
  /// The lifetime of device codes is longer than 30 minutes.
  case deviceCodeLifetimeTooLong
  /// The issuer's address can't be extended by the endpoints' paths.
  case issuer(URIError)
}

extension AuthorizationServerConfigurationError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    return switch self {
    case .openIDWithoutIDTokens:
      row(
        "openid_without_id_tokens",
        "The scope openid requires ID tokens (OpenID Connect Core §3.1.3.3), but there are no keys to sign them.",
        remedy: "Set signingKeys, or remove openid from the scopes: the UserInfo endpoint works without it.")
    case .defaultScopeUnknown:
      row(
        "default_scope_unknown", "The default scope has a token that is not among the server's scopes.",
        remedy: "Add the token to the scopes, or remove it from the default scope.")
    case .lifetimeTooShort:
      row(
        "lifetime_too_short", "A lifetime is shorter than one second.",
        remedy: "Set every lifetime to at least one second.")
    case .codeLifetimeTooLong:
      row(
        "code_lifetime_too_long", "The lifetime of authorization codes is longer than ten minutes (RFC 6749 §4.1.2).",
        remedy: "Use 60 seconds, which is enough for every client.")
    case .leewayOutOfRange:
      row(
        "leeway_out_of_range",
        "The leeway for spent refresh tokens is not between 0 and 60 seconds. Theft is not detected within it.",
        remedy: "Use zero, or the time after which your clients repeat a refresh: 10 seconds are enough for most.")
    case .deviceCodeLifetimeTooLong:
      row(
        "device_code_lifetime_too_long",
        "The lifetime of device codes is longer than 30 minutes (RFC 8628 §5.1, §5.4).",
        remedy: "Use ten minutes, which is enough to sign in on a telephone.")
    case .issuer(let cause):
      row(
        "issuer_unacceptable", "The issuer cannot have endpoints below it: \(cause.explanation)",
        remedy: cause.remedy)
    }
  }
}
