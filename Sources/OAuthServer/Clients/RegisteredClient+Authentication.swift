extension RegisteredClient {
  /// How a confidential client proves who it is (RFC 6749 §2.3, RFC 7591 §2 `token_endpoint_auth_method`).
  public enum Authentication: Sendable, Hashable {
    /// With a secret, in the `Authorization` field or in the form (`client_secret_basic`, `client_secret_post`).
    case secret(SecretHash)
    /// With an assertion signed by one of its keys (`private_key_jwt`, RFC 7523 §2.2).
    case privateKeyJWT(ClientKeys)
    /// With a certificate that a trusted authority issued to exactly this subject (`tls_client_auth`, RFC 8705 §2.1), as
    /// RFC 4514 writes it.
    case certificate(subject: String)
    /// With a certificate whose key is one of the client's own (`self_signed_tls_client_auth`, RFC 8705 §2.2).
    case selfSignedCertificate(ClientKeys)
  }
}
