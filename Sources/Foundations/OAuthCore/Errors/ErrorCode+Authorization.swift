extension ErrorCode {
  /// The server doesn't support request objects by value (OpenID Connect Core §3.1.2.6, RFC 9101
  /// §7).
  public static let requestNotSupported = ErrorCode("request_not_supported")
  /// The server doesn't support request objects by reference (OpenID Connect Core §3.1.2.6, RFC
  /// 9101 §7).
  public static let requestURINotSupported = ErrorCode("request_uri_not_supported")
  /// The request object is malformed, expired, not for this server, or its signature is wrong (RFC
  /// 9101 §7).
  public static let invalidRequestObject = ErrorCode("invalid_request_object")
  /// The `request_uri` doesn't lead to a usable request object (RFC 9101 §7).
  public static let invalidRequestURI = ErrorCode("invalid_request_uri")
  /// The authorization details are malformed, of an unknown type, or not allowed for the client
  /// (RFC 9396 §5).
  public static let invalidAuthorizationDetails = ErrorCode("invalid_authorization_details")
  /// The user can't authenticate in the way that the client requires (OpenID Connect Core Unmet
  /// Authentication Requirements §2).
  public static let unmetAuthenticationRequirements = ErrorCode("unmet_authentication_requirements")
}
