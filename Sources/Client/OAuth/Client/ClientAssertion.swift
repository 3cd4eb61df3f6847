internal import FoundationBasics
internal import JOSE
internal import OAuthCore
internal import PKCE

/// The JWT with which a client proves possession of its key (RFC 7523 §2.2, §3; draft-ietf-oauth-rfc7523bis §4).
enum ClientAssertion {
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  /// The lifetime in seconds: enough for one request and for clocks that differ a little.
  static let lifetime: Int64 = 60

  /// Signs a new assertion. Only one for the issuer has the explicit type: servers that know the type
  /// reject other audiences.
  static func make(
    _ key: any Signer, audience: AssertionAudience, client: OAuthClient
  ) async throws -> Secret {
    let now = Int64(client.clock.now().timeIntervalSince1970)
    let issuer = audience == .issuer ? client.server.issuer : nil
    return try await key.jwt(
      [
        "iss": .string(client.id), "sub": .string(client.id),
        "aud": .string(issuer?.text ?? client.server.tokenEndpoint.text),
        "jti": .string(Base64URL.encode(client.random.exactly(16))), "iat": .integer(now), "nbf": .integer(now),
        "exp": .integer(now + lifetime),
      ], type: issuer != nil ? "client-authentication+jwt" : "JWT")
  }
}
