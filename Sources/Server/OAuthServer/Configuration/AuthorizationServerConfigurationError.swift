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
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .openIDWithoutIDTokens: "openid_without_id_tokens"
    case .defaultScopeUnknown: "default_scope_unknown"
    case .lifetimeTooShort: "lifetime_too_short"
    case .codeLifetimeTooLong: "code_lifetime_too_long"
    case .leewayOutOfRange: "leeway_out_of_range"
    case .deviceCodeLifetimeTooLong: "device_code_lifetime_too_long"
    case .issuer: "issuer_unacceptable"
    }
  }

  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// Always `ErrorCategory.mistake`.
  public var category: ErrorCategory { .mistake }

  /// The problem with the configuration.
  public var explanation: String {
    switch self {
    case .openIDWithoutIDTokens:
      "The scope openid requires ID tokens (OpenID Connect Core §3.1.3.3), but there are no keys to sign them."
    case .defaultScopeUnknown: "The default scope has a token that is not among the server's scopes."
    case .lifetimeTooShort: "A lifetime is shorter than one second."
    case .codeLifetimeTooLong: "The lifetime of authorization codes is longer than ten minutes (RFC 6749 §4.1.2)."
    case .leewayOutOfRange:
      "The leeway for spent refresh tokens is not between 0 and 60 seconds. Theft is not detected within it."
    case .deviceCodeLifetimeTooLong: "The lifetime of device codes is longer than 30 minutes (RFC 8628 §5.1, §5.4)."
    case .issuer(let cause): "The issuer cannot have endpoints below it: \(cause.explanation)"
    }
  }

  /// The change to make.
  public var remedy: String {
    switch self {
    case .openIDWithoutIDTokens:
      "Set signingKeys, or remove openid from the scopes: the UserInfo endpoint works without it."
    case .defaultScopeUnknown: "Add the token to the scopes, or remove it from the default scope."
    case .lifetimeTooShort: "Set every lifetime to at least one second."
    case .codeLifetimeTooLong: "Use 60 seconds, which is enough for every client."
    case .leewayOutOfRange:
      "Use zero, or the time after which your clients repeat a refresh: 10 seconds are enough for most."
    case .deviceCodeLifetimeTooLong: "Use ten minutes, which is enough to sign in on a telephone."
    case .issuer(let cause): cause.remedy
    }
  }
}
