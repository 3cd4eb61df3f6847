internal import JOSE
internal import OAuthCore
internal import OAuthServer

/// An issuer whose JWTs are taken for a grant (RFC 7523 §2.1), as a configuration file names it.
struct TrustedIssuerSetting: Sendable {
  /// Where its keys are.
  enum Keys: Sendable {
    case set(JSONWebKeySet)
    case address(Endpoint)
  }

  let issuer: String
  let keys: Keys
  let scope: Scope

  /// Reads one element of `trusted_issuers`: `issuer`, `scope`, and `jwks` or `jwks_uri`.
  init(_ json: JSONValue, _ settled: SettledSettings) throws(SettingsError) {
    func unfit(_ problem: String) -> SettingsError { settled.unfit(.trustedIssuers, problem) }
    let members = json.object ?? [:]
    if let name = members.keys.sorted().first(where: { !["issuer", "scope", "jwks", "jwks_uri"].contains($0) }) {
      throw unfit("has an issuer with a member that isn't known: \(UntrustedText(name))")
    }
    guard let issuer = members["issuer"]?.string, !issuer.isEmpty else { throw unfit("has an issuer without a name") }
    guard let text = members["scope"]?.string, let scope = try? Scope(parameter: text), !scope.isEmpty else {
      throw unfit("has an issuer without scope: the most that its word can give")
    }
    self.issuer = issuer
    self.scope = scope
    switch (members["jwks"], members["jwks_uri"]?.string) {
    case (let set?, nil):
      guard let set = try? JSONWebKeySet(set), !set.keys.isEmpty else {
        throw unfit("has an issuer whose jwks is none")
      }
      keys = .set(set)
    case (nil, let text?):
      guard let address = try? Endpoint(text) else { throw unfit("has an issuer whose jwks_uri isn't https") }
      keys = .address(address)
    default: throw unfit("has an issuer that needs either jwks or jwks_uri")
    }
  }

  /// The issuer as a server trusts it.
  /// - Parameter transport: what fetches its keys.
  func trusted(through transport: any HTTPTransport) -> TrustedIssuer {
    let source: any KeySource =
      switch keys {
      case .set(let set): set
      case .address(let address): RemoteKeySet(address, through: transport)
      }
    return TrustedIssuer(issuer: issuer, keys: source, scope: scope)
  }
}
