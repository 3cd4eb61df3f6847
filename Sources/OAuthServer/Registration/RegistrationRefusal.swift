internal import HTTPTypes
internal import OAuthCore

/// A registration that isn't made or changed, where status 400 doesn't say it.
struct RegistrationRefusal: Error {
  let refusal: Refusal
  let status: HTTPResponse.Status
  let fields: HTTPFields

  init(_ error: ErrorCode, _ description: String, status: HTTPResponse.Status, fields: HTTPFields = [:]) {
    refusal = Refusal(error, description)
    self.status = status
    self.fields = fields
  }

  /// RFC 7591 §3.2, RFC 7592 §2: the token is missing or isn't the right one (RFC 6750 §3).
  /// - Parameter why: `nil` if there was no token.
  static func unauthorized(_ why: String?, _ issuer: Issuer) -> RegistrationRefusal {
    var field = "Bearer realm=\"\(issuer.text)\""
    if why != nil { field += ", error=\"invalid_token\"" }
    return RegistrationRefusal(
      .invalidToken, why ?? "an access token is missing: send it as Authorization: Bearer", status: .unauthorized,
      fields: [.wwwAuthenticate: field])
  }
}
