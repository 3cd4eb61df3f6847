internal import HTTPTypes
internal import JOSE
internal import OAuthCore

extension AuthorizationServer {
  /// The `jwks_uri`: the public keys of everything that the server signs (RFC 7517 §5, OpenID Connect Core §10.1.1).
  func answerKeySet() -> HTTPAnswer {
    // A client that meets another kid asks again (§10.1.1).
    parts.published.answer(.keySet, edition: configuration.keysEdition) {
      ["keys": .array(configuration.signingKeys?.published.keys.compactMap(Self.forSignatures) ?? [])]
    }
  }

  /// RFC 7517 §4.2: some clients look for keys with `use` alone.
  private static func forSignatures(_ key: JSONWebKey) -> JSONValue? {
    guard var members = key.publicJWK?.object else { return nil }
    members["use"] = "sig"
    return .object(members)
  }
}
