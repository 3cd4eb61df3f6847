extension RegisteredClient {
  /// The method by which a confidential client authenticates (RFC 6749 §2.3, RFC 7591 §2
  /// `token_endpoint_auth_method`).
  public enum Authentication: Sendable, Hashable {
    /// With a secret, in the `Authorization` field or in the form (`client_secret_basic`,
    /// `client_secret_post`).
    case secret(SecretHash)
    /// With an assertion signed by one of its keys (`private_key_jwt`, RFC 7523 §2.2).
    case privateKeyJWT(ClientKeys)
    /// With a certificate of a trusted authority with exactly this subject, in the format of RFC
    /// 4514 (`tls_client_auth`, RFC 8705 §2.1).
    case certificate(subject: String)
    /// With a certificate whose key is one of the client's own (`self_signed_tls_client_auth`, RFC
    /// 8705 §2.2).
    case selfSignedCertificate(ClientKeys)
  }
}
