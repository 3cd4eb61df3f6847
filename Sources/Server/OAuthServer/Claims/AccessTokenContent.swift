internal import FoundationBasics
internal import OAuthCore

/// The content of a JWT access token (RFC 9068 §2.2).
struct AccessTokenContent: Sendable {
  let issuer: Issuer
  let subject: Subject
  let clientID: String
  let scope: Scope
  let issuedAt: Date
  let expires: Date
  let id: String
  /// The details of the approval. Their resources become the audience.
  let details: ApprovalDetails

  var claims: [String: JSONValue] {
    var claims = details.claimsAboutToken
    claims["iss"] = .string(issuer.text)
    claims["sub"] = .string(subject.rawValue)
    claims["client_id"] = .string(clientID)
    claims["iat"] = issuedAt.numericDate
    claims["exp"] = expires.numericDate
    claims["jti"] = .string(id)
    if !scope.isEmpty { claims["scope"] = .string(scope.parameter) }
    return claims
  }
}

extension ApprovalDetails {
  /// The claims about an approval that resource servers see, in a JWT (RFC 9068 §2.2) or by
  /// introspection (RFC 7662 §2.2). Both use the same names.
  var claimsAboutToken: [String: JSONValue] {
    var claims: [String: JSONValue] = [:]
    if !resources.isEmpty {
      claims["aud"] = resources.count == 1 ? .string(resources[0]) : .array(resources.map { .string($0) })
    }
    claims["auth_time"] = authenticationTime.map(\.numericDate)
    claims["acr"] = authenticationContext.map { .string($0) }
    if !authenticationMethods.isEmpty { claims["amr"] = .array(authenticationMethods.map { .string($0) }) }
    if !authorizationDetails.isEmpty { claims["authorization_details"] = .array(authorizationDetails) }
    claims["cnf"] = confirmation?.claim
    claims["act"] = actor
    return claims
  }
}

extension Date {
  /// The date as whole seconds since 1970 (RFC 7519 §2, NumericDate).
  var numericDate: JSONValue { .integer(Int64(timeIntervalSince1970.rounded(.down))) }
}
