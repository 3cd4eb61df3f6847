public import OAuthCore

/// Why a server can't be run as configured.
public enum AuthorizationServerConfigurationError: Error, Sendable, Hashable {
  /// `openid` is among the scopes, but there are no keys to sign ID tokens with.
  case openIDWithoutIDTokens
  /// The default scope has a token that isn't among the scopes.
  case defaultScopeUnknown
  /// A lifetime is below one second.
  case lifetimeTooShort
  /// Codes would live for more than ten minutes (RFC 6749 §4.1.2).
  case codeLifetimeTooLong
  /// The leeway for spent refresh tokens is below zero, or more than a minute.
  case leewayOutOfRange
  /// Devices' codes would live for more than 30 minutes.
  case deviceCodeLifetimeTooLong
  /// No endpoint can be put below the issuer.
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

  /// What is wrong with the configuration.
  public var explanation: String {
    switch self {
    case .openIDWithoutIDTokens:
      "The scope openid promises ID tokens (OpenID Connect Core §3.1.3.3), and there are no keys to sign them with."
    case .defaultScopeUnknown: "The default scope has a token that is not among the server's scopes."
    case .lifetimeTooShort: "A lifetime is shorter than one second."
    case .codeLifetimeTooLong: "Authorization codes would live for more than ten minutes (RFC 6749 §4.1.2)."
    case .leewayOutOfRange:
      "The leeway for spent refresh tokens is not between 0 and 60 seconds: within it, stolen ones would not be found out."
    case .deviceCodeLifetimeTooLong: "Devices' codes would live for more than 30 minutes (RFC 8628 §5.1, §5.4)."
    case .issuer(let cause): "No endpoint can be put below the issuer: \(cause.explanation)"
    }
  }

  /// What to write instead.
  public var remedy: String {
    switch self {
    case .openIDWithoutIDTokens:
      "Give the configuration signingKeys, or leave openid out: profile and email open claims at the UserInfo endpoint without it."
    case .defaultScopeUnknown: "Add it to the scopes, or leave it out of the default."
    case .lifetimeTooShort: "Give every lifetime at least one second."
    case .codeLifetimeTooLong: "Use 60 seconds; no client needs longer."
    case .leewayOutOfRange: "Use zero, or as long as your clients take to ask again: 10 seconds are enough for most."
    case .deviceCodeLifetimeTooLong: "Use ten minutes: enough to fetch a telephone and sign in."
    case .issuer(let cause): cause.remedy
    }
  }
}
