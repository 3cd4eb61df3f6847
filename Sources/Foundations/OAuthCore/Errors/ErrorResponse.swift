/// The error response of an authorization server: `error`, `error_description`, `error_uri` (RFC
/// 6749 §4.1.2.1 and §5.2).
public struct ErrorResponse: Sendable, Hashable, CustomStringConvertible {
  /// The error code.
  public let error: ErrorCode
  /// The server's explanation for developers, made safe to show.
  public let errorDescription: UntrustedText?
  /// The address of a page about the error, made safe to show. Pixy never opens it.
  public let errorURI: UntrustedText?

  /// Creates an error response. Servers pass their own texts, clients pass received texts.
  ///
  /// - Parameters:
  ///   - error: The error code.
  ///   - description: The explanation for developers. It is cleaned as described at
  ///     ``UntrustedText`` and cut after 300 characters.
  ///   - uri: The address of a page about the error. It is cleaned and cut in the same way, and not
  ///     checked for URI syntax.
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

  /// Returns the same response with every occurrence of the secrets replaced by `[redacted]`,
  /// including in the code.
  ///
  /// Clients call it on the response to a request that contained secrets, before the response is
  /// shown or logged. A careless server may send back the received values.
  ///
  /// - Parameter secrets: The secrets of the request. Secrets of fewer than six bytes are not
  ///   replaced, see ``UntrustedText/withholding(_:)``.
  public func withholding(_ secrets: [Secret]) -> ErrorResponse {
    ErrorResponse(
      ErrorCode(UntrustedText(error.rawValue).withholding(secrets).description),
      errorDescription?.withholding(secrets), errorURI?.withholding(secrets))
  }

  /// The code, followed by the server's description and address if present.
  public var description: String {
    var text = error.rawValue
    if let errorDescription { text += ": \(errorDescription)" }
    if let errorURI { text += " (\(errorURI))" }
    return text
  }
}

/// The value of an `error` member or parameter, made safe to show.
public struct ErrorCode: RawRepresentable, Sendable, Hashable {
  /// The code as sent, without characters that are unsafe to show.
  public let rawValue: String

  /// Accepts any code, because servers define their own.
  ///
  /// - Parameter rawValue: The code as sent. It is cleaned and cut as described at
  ///   ``UntrustedText``.
  public init(rawValue: String) {
    self.rawValue = UntrustedText(rawValue).description
  }

  /// Accepts any code, because servers define their own.
  ///
  /// - Parameter code: The code as sent. It is cleaned and cut as described at ``UntrustedText``.
  public init(_ code: String) {
    self.init(rawValue: code)
  }

  /// A parameter is missing, repeated or malformed (RFC 6749 §4.1.2.1, §5.2).
  public static let invalidRequest = ErrorCode("invalid_request")
  /// The client is unknown, or its authentication failed (RFC 6749 §5.2).
  public static let invalidClient = ErrorCode("invalid_client")
  /// The code or refresh token was already used, is expired or revoked, or belongs to a different
  /// client; or the verifier doesn't match the challenge (RFC 6749 §5.2, RFC 7636 §4.6).
  public static let invalidGrant = ErrorCode("invalid_grant")
  /// The client is not allowed to use this grant (RFC 6749 §5.2).
  public static let unauthorizedClient = ErrorCode("unauthorized_client")
  /// The server doesn't support this grant type (RFC 6749 §5.2).
  public static let unsupportedGrantType = ErrorCode("unsupported_grant_type")
  /// The server doesn't support this response type (RFC 6749 §4.1.2.1).
  public static let unsupportedResponseType = ErrorCode("unsupported_response_type")
  /// The scope is unknown, malformed or wider than granted (RFC 6749 §5.2).
  public static let invalidScope = ErrorCode("invalid_scope")
  /// The user or the server denied the request (RFC 6749 §4.1.2.1).
  public static let accessDenied = ErrorCode("access_denied")
  /// The server met an unexpected condition (RFC 6749 §4.1.2.1).
  public static let serverError = ErrorCode("server_error")
  /// The server can't handle the request at the moment (RFC 6749 §4.1.2.1).
  public static let temporarilyUnavailable = ErrorCode("temporarily_unavailable")
  /// The access token is expired, revoked, malformed or unknown (RFC 6750 §3.1).
  public static let invalidToken = ErrorCode("invalid_token")
  /// The access token's scope doesn't cover this resource (RFC 6750 §3.1).
  public static let insufficientScope = ErrorCode("insufficient_scope")
  /// The user has to sign in, but the client requested no page (OpenID Connect Core §3.1.2.6).
  public static let loginRequired = ErrorCode("login_required")
  /// The user has to give consent, but the client requested no page (OpenID Connect Core §3.1.2.6).
  public static let consentRequired = ErrorCode("consent_required")
}
