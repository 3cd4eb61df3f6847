internal import HTTPTypes
internal import OAuthCore

/// `AssumeRoleWithWebIdentity`: exchanges an identity token for temporary AWS credentials. The
/// request isn't signed; the token is the proof.
struct STSRequest {
  /// The URL of the Security Token Service.
  let endpoint: Endpoint
  /// The role's ARN, such as `arn:aws:iam::123456789012:role/deploy`.
  let role: String
  /// The name of the session in AWS's log: 2 to 64 letters, digits and `+=,.@_-`.
  let sessionName: String
  /// The lifetime of the credentials in seconds.
  let seconds: Int
  /// The ID token, or an access token that AWS can validate.
  let token: Secret

  /// Creates the request.
  func message() -> (head: HTTPRequest, body: [UInt8]) {
    var form = FormParameters()
    form.append("Action", "AssumeRoleWithWebIdentity")
    form.append("Version", "2011-06-15")
    form.append("RoleArn", role)
    form.append("RoleSessionName", sessionName)
    form.append("DurationSeconds", String(seconds))
    form.append("WebIdentityToken", token.reveal())
    var head = endpoint.request(.post)
    head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    head.headerFields[.accept] = "text/xml"
    head.headerFields[.userAgent] = "Pixy"
    return (head, Array(form.formEncoded().utf8))
  }

  /// Derives a session name that AWS accepts from an account's name.
  static func sessionName(for account: String) -> String {
    let fit = account.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789+=,.@_-".unicodeScalars.contains(scalar))
        ? String(scalar) : "-"
    }.joined()
    return String(("pixy-" + fit).prefix(64))
  }

  /// Returns the service's URL in a region, or the global one without a region.
  ///
  /// - Throws: `URIError` if the region can't be part of a host name.
  static func endpoint(region: String?) throws(URIError) -> Endpoint {
    guard let region, !region.isEmpty else { return try Endpoint("https://sts.amazonaws.com/") }
    guard region.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || isLetterOrDigit($0) }) else { throw URIError.noHost }
    return try Endpoint("https://sts.\(region).amazonaws.com\(region.hasPrefix("cn-") ? ".cn" : "")/")
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
