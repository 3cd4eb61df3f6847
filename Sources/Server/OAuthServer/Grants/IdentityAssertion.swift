internal import JOSE
internal import OAuthCore

/// An Identity Assertion JWT Authorization Grant (ID-JAG): the statement of a company's identity
/// provider that a user's application may get a token here
/// (draft-ietf-oauth-identity-assertion-authz-grant-03 §3, §4.4).
struct IdentityAssertion: Sendable {
  /// The `typ` of its header.
  static let type = "oauth-id-jag+jwt"
  /// The value of `requested_token_type` and `issued_token_type` (§4.3).
  static let tokenType = "urn:ietf:params:oauth:token-type:id-jag"
  /// The name of the profile in the server's metadata (`authorization_grant_profiles_supported`).
  static let profile = "urn:ietf:params:oauth:grant-profile:id-jag"

  /// The largest scope of the token; `nil` if the assertion leaves it to the server.
  let scope: Scope?
  /// The resources that the token is for; empty if the assertion names none.
  let resources: [String]

  /// Checks what an identity assertion needs beyond RFC 7523 §3 (§4.4.1).
  /// - Parameters:
  ///   - claims: The verified claims.
  ///   - request: The token request, whose client is authenticated.
  ///   - issuer: The server's identifier.
  /// - Throws: `JWTClaimsError` for a missing or malformed claim; ``Refusal``.
  init(_ claims: JWTClaims, for request: TokenRequest, at issuer: Issuer) throws {
    // A public client can't prove that the assertion was issued to it (§8.1).
    guard request.client.kind != .public else {
      throw Refusal(.unauthorizedClient, "a public client may not use an identity assertion")
    }
    // The token endpoint is no name of the server here.
    guard try claims.audience().map({ Array($0.utf8) }) == [Array(issuer.text.utf8)] else {
      throw JWTClaimsError.wrongAudience
    }
    guard try claims.requiredText("client_id").utf8.elementsEqual(request.client.id.utf8) else {
      throw Refusal.invalidGrant("the client_id of the assertion is another client's")
    }
    _ = try claims.requiredText("jti")
    _ = try claims.requiredTime("iat")
    // A provider's own assertion would widen its own tokens (§8.3).
    guard try claims.requiredText("iss") != issuer.text else {
      throw Refusal.invalidGrant("the assertion was issued by this server")
    }
    if let key = try claims.object("cnf") {
      guard let key = KeyConfirmation(claim: .object(key)), key == request.confirmation else {
        throw Refusal.invalidGrant("the request does not prove the key of the assertion's cnf")
      }
    }
    // The user of another tenant is another user (§3.1).
    guard claims.members["aud_tenant"] ?? .null == .null else {
      throw Refusal.invalidGrant("the assertion is for a tenant, and this server has none")
    }
    // Ignored details would widen the token (RFC 9396 §2).
    guard claims.members["authorization_details"] ?? .null == .null else {
      throw Refusal.invalidGrant("this server accepts no authorization_details in an identity assertion")
    }
    scope = try claims.text("scope").map { text throws(JWTClaimsError) in
      guard let scope = try? Scope(parameter: text) else { throw .malformed("scope") }
      return scope
    }
    let resource = claims.members["resource"] ?? .null
    guard let resourceNames = resource == .null ? [] : resource.string.map({ [$0] }) ?? resource.strings,
      resourceNames.count <= 20, resourceNames.allSatisfy(ParsedURI.isResource)
    else { throw JWTClaimsError.malformed("resource") }
    resources = resourceNames
  }
}
