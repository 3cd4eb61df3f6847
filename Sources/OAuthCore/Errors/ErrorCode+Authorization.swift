extension ErrorCode {
  /// The server doesn't take request objects by value (OpenID Connect Core §3.1.2.6, RFC 9101 §7).
  public static let requestNotSupported = ErrorCode("request_not_supported")
  /// The server doesn't fetch request objects (OpenID Connect Core §3.1.2.6, RFC 9101 §7).
  public static let requestURINotSupported = ErrorCode("request_uri_not_supported")
  /// The request object is malformed, badly signed, expired or not for this server (RFC 9101 §7).
  public static let invalidRequestObject = ErrorCode("invalid_request_object")
  /// Nothing usable was found at the `request_uri` (RFC 9101 §7).
  public static let invalidRequestURI = ErrorCode("invalid_request_uri")
  /// The authorization details are malformed, of an unknown type, or more than the client may ask for (RFC 9396 §5).
  public static let invalidAuthorizationDetails = ErrorCode("invalid_authorization_details")
  /// The person can't be recognized in the way that the client requires (OpenID Connect Core Unmet Authentication
  /// Requirements §2).
  public static let unmetAuthenticationRequirements = ErrorCode("unmet_authentication_requirements")
}
