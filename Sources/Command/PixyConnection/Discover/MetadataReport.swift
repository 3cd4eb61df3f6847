internal import OAuthCore
internal import PixyWire

/// A readable report of a server's metadata, with its missing and unusual members. It depends on
/// the document only.
struct MetadataReport: Sendable {
  let metadata: AuthorizationServerMetadata
  /// Whether the server published the metadata. Metadata built into Pixy contains only what Pixy
  /// needs, so the report lists nothing as missing.
  let isPublished: Bool

  init(_ metadata: AuthorizationServerMetadata, isPublished: Bool = true) {
    self.metadata = metadata
    self.isPublished = isPublished
  }

  /// The report as lines of text.
  var lines: [String] {
    var lines = ["Issuer: \(metadata.issuer.map { "\($0)" } ?? "unknown")", "", "Endpoints"]
    lines += WireText.lines(endpoints, indent: 2)
    lines += ["", "Capabilities"]
    lines += WireText.lines(abilities, indent: 2)
    guard isPublished else { return lines }
    lines.append("")
    guard !findings.isEmpty else { return lines + ["Nothing is missing or unusual."] }
    lines.append("Missing or unusual")
    return lines + findings.map { "  \($0.severity.word): \($0.text)" }
  }

  private static let endpointNames: [(member: String, words: String, section: String)] = [
    ("authorization_endpoint", "authorization", "RFC 6749 §3.1"), ("token_endpoint", "token", "RFC 6749 §3.2"),
    ("pushed_authorization_request_endpoint", "pushed requests", "RFC 9126 §5"),
    ("device_authorization_endpoint", "device authorization", "RFC 8628 §4"),
    ("backchannel_authentication_endpoint", "backchannel authentication", "OpenID Connect CIBA Core §4"),
    ("userinfo_endpoint", "UserInfo", "OpenID Connect Core §5.3"), ("jwks_uri", "public keys", "RFC 8414 §2"),
    ("introspection_endpoint", "introspection", "RFC 7662 §2"), ("revocation_endpoint", "revocation", "RFC 7009 §2"),
    ("registration_endpoint", "registration", "RFC 7591 §3"),
    ("end_session_endpoint", "sign-out", "OpenID Connect RP-Initiated Logout §2.1"),
  ]

  private var endpoints: [ShownPair] {
    Self.endpointNames.compactMap { name, words, section in
      metadata.members[name].map { value in
        ShownPair(name: words, value: "\(UntrustedText(value.string ?? "not a text"))  (\(section))")
      }
    }
  }

  private var abilities: [ShownPair] {
    func list(_ values: [String]?, _ absent: String) -> String {
      values.map { $0.isEmpty ? "none" : UntrustedText($0.joined(separator: ", ")).description } ?? absent
    }
    let pushing =
      metadata.pushedAuthorizationRequestEndpoint == nil
      ? "no" : metadata.requirePushedAuthorizationRequests ? "required" : "yes"
    let signing = metadata.requestObjectSigningAlgValuesSupported.map { list($0, "") } ?? "not announced"
    let rows: [(String, String, String)] = [
      (
        "grants", list(metadata.grantTypesSupported, "not announced, which means authorization_code and implicit"),
        "RFC 8414 §2"
      ),
      ("response types", list(metadata.responseTypesSupported, "not announced"), "RFC 8414 §2"),
      (
        "response modes", list(metadata.responseModesSupported, "not announced, which means query and fragment"),
        "RFC 8414 §2"
      ),
      ("scopes", list(metadata.scopesSupported, "not announced"), "RFC 8414 §2"),
      ("PKCE", list(metadata.codeChallengeMethodsSupported, "not announced"), "RFC 7636 §4.2"),
      (
        "client authentication",
        list(metadata.tokenEndpointAuthMethodsSupported, "not announced, which means client_secret_basic"),
        "RFC 8414 §2"
      ),
      ("iss in answers", metadata.authorizationResponseIssParameterSupported ? "yes" : "no", "RFC 9207 §3"),
      ("pushed requests (PAR)", pushing, "RFC 9126 §5"),
      ("signed requests (JAR)", signing + (metadata.requireSignedRequestObject ? ", required" : ""), "RFC 9101 §10.5"),
      (
        "encrypted requests", list(metadata.requestObjectEncryptionAlgValuesSupported, "not announced"),
        "OpenID Connect Discovery §3"
      ),
      ("signed answers (JARM)", list(metadata.authorizationSigningAlgValuesSupported, "not announced"), "JARM §4"),
      ("DPoP", list(metadata.dpopSigningAlgValuesSupported, "not announced"), "RFC 9449 §5.1"),
      ("certificate-bound tokens", metadata.tlsClientCertificateBoundAccessTokens ? "yes" : "no", "RFC 8705 §3.3"),
      ("ID tokens", list(metadata.idTokenSigningAlgValuesSupported, "not announced"), "OpenID Connect Discovery §3"),
      (
        "encrypted ID tokens", list(metadata.idTokenEncryptionAlgValuesSupported, "not announced"),
        "OpenID Connect Discovery §3"
      ),
      ("subject types", list(metadata.subjectTypesSupported, "not announced"), "OpenID Connect Discovery §3"),
    ]
    return rows.map { ShownPair(name: $0.0, value: "\($0.1)  (\($0.2))") }
  }
}
