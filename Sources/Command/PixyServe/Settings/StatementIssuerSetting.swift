internal import JOSE
internal import OAuthCore

/// An issuer whose software statements the server accepts (RFC 7591 §2.3), from the configuration
/// file.
struct StatementIssuerSetting: Sendable {
  let issuer: String
  let keys: JSONWebKeySet

  /// Reads one element of `registration.software_statement_issuers`: `issuer` and `jwks`.
  /// - Throws: `SettingsError` if the element is invalid.
  init(_ json: JSONValue, _ resolution: ResolvedSettings) throws(SettingsError) {
    func invalid(_ problem: String) -> SettingsError { resolution.invalid(\.softwareStatementIssuers, problem) }
    let members = json.object ?? [:]
    if let name = members.keys.sorted().first(where: { !["issuer", "jwks"].contains($0) }) {
      throw invalid("contains an issuer with an unknown member: \(UntrustedText(name))")
    }
    guard let issuer = members["issuer"]?.string, !issuer.isEmpty else {
      throw invalid("contains an element without issuer")
    }
    guard let set = members["jwks"], let keys = try? JSONWebKeySet(set), !keys.keys.isEmpty else {
      throw invalid("contains an issuer without keys: jwks is missing or is not a key set")
    }
    self.issuer = issuer
    self.keys = keys
  }
}
