internal import JOSE
internal import OAuthCore
internal import OAuthServer

/// An issuer whose JWTs the server accepts as grants (RFC 7523 §2.1), from the configuration file.
struct TrustedIssuerSetting: Sendable {
  /// The issuer's keys, or their address.
  enum Keys: Sendable {
    case set(JSONWebKeySet)
    case address(Endpoint)
  }

  let issuer: String
  let keys: Keys
  let scope: Scope
  /// The only accepted tenant of an issuer that has several.
  let tenant: String?

  /// Reads one element of `trusted_issuers`: `issuer`, `scope`, `jwks` or `jwks_uri`, and optionally
  /// `tenant`.
  /// - Throws: `SettingsError` if the element is invalid.
  init(_ json: JSONValue, _ resolution: ResolvedSettings) throws(SettingsError) {
    func invalid(_ problem: String) -> SettingsError { resolution.invalid(\.trustedIssuers, problem) }
    let members = json.object ?? [:]
    let memberNames = ["issuer", "scope", "jwks", "jwks_uri", "tenant"]
    if let name = members.keys.sorted().first(where: { !memberNames.contains($0) }) {
      throw invalid("contains an issuer with an unknown member: \(UntrustedText(name))")
    }
    guard let issuer = members["issuer"]?.string, !issuer.isEmpty else {
      throw invalid("contains an element without issuer")
    }
    guard let text = members["scope"]?.string, let scope = try? Scope(parameter: text), !scope.isEmpty else {
      throw invalid("contains an issuer without scope, the limit of what its JWTs can grant")
    }
    guard members["tenant"].map({ $0.string?.isEmpty == false }) ?? true else {
      throw invalid("contains an issuer whose tenant is no text")
    }
    self.issuer = issuer
    self.scope = scope
    tenant = members["tenant"]?.string
    switch (members["jwks"], members["jwks_uri"]?.string) {
    case (let set?, nil):
      guard let set = try? JSONWebKeySet(set), !set.keys.isEmpty else {
        throw invalid("contains an issuer whose jwks is not a key set")
      }
      keys = .set(set)
    case (nil, let text?):
      guard let address = try? Endpoint(text) else { throw invalid("contains an issuer whose jwks_uri isn't https") }
      keys = .address(address)
    default: throw invalid("contains an issuer that needs either jwks or jwks_uri")
    }
  }

  /// Creates the server's view of the issuer.
  /// - Parameter transport: The transport that fetches keys from `jwks_uri`.
  func trusted(through transport: any HTTPTransport) -> TrustedIssuer {
    let source: any KeySource =
      switch keys {
      case .set(let set): set
      case .address(let address): RemoteKeySet(address, through: transport)
      }
    return TrustedIssuer(issuer: issuer, keys: source, scope: scope, tenant: tenant)
  }
}
