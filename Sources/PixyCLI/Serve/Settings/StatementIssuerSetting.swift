internal import JOSE
internal import OAuthCore

/// An issuer whose software statements are believed (RFC 7591 §2.3), as a configuration file names it.
struct StatementIssuerSetting: Sendable {
  let issuer: String
  let keys: JSONWebKeySet

  /// Reads one element of `registration.software_statement_issuers`: `issuer` and `jwks`.
  init(_ json: JSONValue, _ settled: SettledSettings) throws(SettingsError) {
    func unfit(_ problem: String) -> SettingsError { settled.unfit(.softwareStatementIssuers, problem) }
    let members = json.object ?? [:]
    if let name = members.keys.sorted().first(where: { !["issuer", "jwks"].contains($0) }) {
      throw unfit("has an issuer with a member that isn't known: \(UntrustedText(name))")
    }
    guard let issuer = members["issuer"]?.string, !issuer.isEmpty else { throw unfit("has an issuer without a name") }
    guard let set = members["jwks"], let keys = try? JSONWebKeySet(set), !keys.keys.isEmpty else {
      throw unfit("has an issuer without keys: jwks is missing, or is none")
    }
    self.issuer = issuer
    self.keys = keys
  }
}
