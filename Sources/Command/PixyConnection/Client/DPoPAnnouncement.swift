internal import OAuthCore

extension AuthorizationServerMetadata {
  /// The warning before a sign-in with `--dpop` at a server that announces no DPoP (RFC 9449 §5.1);
  /// `nil` if it announces DPoP or publishes no metadata. Some servers support it without an
  /// announcement, so it is no error.
  package var dpopWarning: String? {
    guard members["issuer"] != nil, dpopSigningAlgValuesSupported == nil else { return nil }
    return """
      The server announces no DPoP (RFC 9449 §5.1). If it issues a bearer token, this sign-in fails at its end; leave \
      out --dpop then.
      """
  }
}
