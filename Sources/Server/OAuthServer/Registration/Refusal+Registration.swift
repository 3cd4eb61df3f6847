internal import HTTPTypes
internal import OAuthCore

extension ErrorCode {
  /// A redirect URI can't be registered (RFC 7591 §3.2.2).
  static let invalidRedirectURI = ErrorCode("invalid_redirect_uri")
  /// A member other than `redirect_uris` can't be registered (RFC 7591 §3.2.2).
  static let invalidClientMetadata = ErrorCode("invalid_client_metadata")
  /// A software statement can't be verified (RFC 7591 §3.2.2).
  static let invalidSoftwareStatement = ErrorCode("invalid_software_statement")
  /// A software statement comes from an issuer that the server doesn't trust (RFC 7591 §3.2.2).
  static let unapprovedSoftwareStatement = ErrorCode("unapproved_software_statement")
}

extension Refusal {
  /// Creates the error for a member, as ASCII text for the client's developer (RFC 7591 §3.2.2).
  init(_ error: ClientMetadataError) {
    let text = error.explanation.replacing("§", with: "section ").replacing("…", with: "...")
    self.init(
      error.member == "redirect_uris" ? .invalidRedirectURI : .invalidClientMetadata,
      String(text.unicodeScalars.filter { $0.isASCII && $0 != "\"" && $0 != "\\" }.map(Character.init)))
  }

  /// Rejects a request whose token is missing or wrong (RFC 7591 §3.2, RFC 7592 §2, RFC 6750 §3).
  /// - Parameter why: The reason; `nil` if the request has no token.
  static func unauthorized(_ why: String?, _ issuer: Issuer) -> Refusal {
    var field = "Bearer realm=\"\(issuer.text)\""
    if why != nil { field += ", error=\"invalid_token\"" }
    return Refusal(
      .invalidToken, why ?? "an access token is missing: send it as Authorization: Bearer", status: .unauthorized,
      fields: [.wwwAuthenticate: field])
  }

  static func metadata(_ member: String, _ problem: String) -> Refusal {
    Refusal(ClientMetadataError(member, problem))
  }
}
