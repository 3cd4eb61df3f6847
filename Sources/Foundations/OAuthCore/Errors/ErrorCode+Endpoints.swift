extension ErrorCode {
  /// The user hasn't decided yet. Ask again after the interval (RFC 8628 §3.5).
  public static let authorizationPending = ErrorCode("authorization_pending")
  /// The user hasn't decided yet, and the client asks too often (RFC 8628 §3.5).
  public static let slowDown = ErrorCode("slow_down")
  /// The device code has expired (RFC 8628 §3.5).
  public static let expiredToken = ErrorCode("expired_token")
  /// The server doesn't revoke tokens of this type (RFC 7009 §2.2.1).
  public static let unsupportedTokenType = ErrorCode("unsupported_token_type")
  /// The server doesn't issue tokens for this resource (RFC 8707 §2).
  public static let invalidTarget = ErrorCode("invalid_target")
  /// The user must authenticate again, or with a stronger method (RFC 9470 §3).
  public static let insufficientUserAuthentication = ErrorCode("insufficient_user_authentication")
  /// The DPoP proof is missing, malformed or for a different request (RFC 9449 §5, §7.1).
  public static let invalidDPoPProof = ErrorCode("invalid_dpop_proof")
  /// The DPoP proof needs the nonce of this response (RFC 9449 §8, §9).
  public static let useDPoPNonce = ErrorCode("use_dpop_nonce")
}
