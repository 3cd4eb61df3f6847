/// What an authorization server answers when it refuses: `error`, `error_description`, `error_uri`
/// (RFC 6749 §4.1.2.1 and §5.2).
public struct ErrorResponse: Sendable, Hashable, CustomStringConvertible {
  /// Which kind of refusal.
  public let error: ErrorCode
  /// The server's explanation for developers, made safe to show.
  public let errorDescription: UntrustedText?
  /// Where the server explains more, made safe to show. Pixy never opens it.
  public let errorURI: UntrustedText?

  /// Makes an answer. Servers call it with their own words, clients with what they received.
  ///
  /// - Parameters:
  ///   - error: which kind of refusal.
  ///   - description: the explanation for developers. It is cleaned and cut as ``UntrustedText`` says, so that more
  ///     than 300 characters are lost.
  ///   - uri: where more is explained; cleaned and cut in the same way, and not checked to be an address.
  public init(_ error: ErrorCode, description: String? = nil, uri: String? = nil) {
    self.error = error
    self.errorDescription = description.map(UntrustedText.init)
    self.errorURI = uri.map(UntrustedText.init)
  }

  private init(_ error: ErrorCode, _ description: UntrustedText?, _ uri: UntrustedText?) {
    self.error = error
    self.errorDescription = description
    self.errorURI = uri
  }

  /// The same answer with every appearance of the given secrets replaced by `[redacted]`, in the code too.
  ///
  /// Clients call it on the answer to a request that held secrets, before anybody sees it: a careless server sends back
  /// what it got.
  ///
  /// - Parameter secrets: what the request held. Those of fewer than six octets are left, as
  ///   ``UntrustedText/withholding(_:)`` says.
  public func withholding(_ secrets: [Secret]) -> ErrorResponse {
    ErrorResponse(
      ErrorCode(UntrustedText(error.rawValue).withholding(secrets).description),
      errorDescription?.withholding(secrets), errorURI?.withholding(secrets))
  }

  /// The code with the server's description and address, if it gave them.
  public var description: String {
    var text = error.rawValue
    if let errorDescription { text += ": \(errorDescription)" }
    if let errorURI { text += " (\(errorURI))" }
    return text
  }
}

/// The value of an `error` member or parameter, made safe to show.
public struct ErrorCode: RawRepresentable, Sendable, Hashable {
  /// The code as sent, without characters that aren't safe to show.
  public let rawValue: String

  /// Takes any code: servers invent their own.
  ///
  /// - Parameter rawValue: the code as sent; cleaned and cut as ``UntrustedText`` says.
  public init(rawValue: String) {
    self.rawValue = UntrustedText(rawValue).description
  }

  /// Takes any code: servers invent their own.
  ///
  /// - Parameter code: the code as sent; cleaned and cut as ``UntrustedText`` says.
  public init(_ code: String) {
    self.init(rawValue: code)
  }

  /// A parameter is missing, repeated or malformed (RFC 6749 §4.1.2.1, §5.2).
  public static let invalidRequest = ErrorCode("invalid_request")
  /// The client isn't known or didn't prove who it is (RFC 6749 §5.2).
  public static let invalidClient = ErrorCode("invalid_client")
  /// The code or refresh token is spent, expired, revoked or not this client's, or the verifier doesn't meet the
  /// challenge (RFC 6749 §5.2, RFC 7636 §4.6).
  public static let invalidGrant = ErrorCode("invalid_grant")
  /// The client may not use this grant (RFC 6749 §5.2).
  public static let unauthorizedClient = ErrorCode("unauthorized_client")
  /// The server doesn't know this grant type (RFC 6749 §5.2).
  public static let unsupportedGrantType = ErrorCode("unsupported_grant_type")
  /// The server doesn't know this response type (RFC 6749 §4.1.2.1).
  public static let unsupportedResponseType = ErrorCode("unsupported_response_type")
  /// The scope is unknown, malformed or wider than granted (RFC 6749 §5.2).
  public static let invalidScope = ErrorCode("invalid_scope")
  /// The person or the server refused (RFC 6749 §4.1.2.1).
  public static let accessDenied = ErrorCode("access_denied")
  /// The server met something unexpected (RFC 6749 §4.1.2.1).
  public static let serverError = ErrorCode("server_error")
  /// The server can't answer at the moment (RFC 6749 §4.1.2.1).
  public static let temporarilyUnavailable = ErrorCode("temporarily_unavailable")
  /// The access token is expired, revoked, malformed or unknown (RFC 6750 §3.1).
  public static let invalidToken = ErrorCode("invalid_token")
  /// The access token doesn't reach this resource (RFC 6750 §3.1).
  public static let insufficientScope = ErrorCode("insufficient_scope")
  /// A person would have to sign in, but the client asked for no page (OpenID Connect Core §3.1.2.6).
  public static let loginRequired = ErrorCode("login_required")
  /// A person would have to be asked whether they allow it, but the client asked for no page (OpenID Connect Core §3.1.2.6).
  public static let consentRequired = ErrorCode("consent_required")
}
