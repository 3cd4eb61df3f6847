internal import HTTPTypes
internal import JOSE
internal import OAuthCore

extension AuthorizationServer {
  /// The `jwks_uri`: the public keys of everything that the server signs (RFC 7517 §5, OpenID Connect Core §10.1.1).
  func answerKeySet() -> HTTPAnswer {
    let keys = configuration.keys?.published.keys.compactMap(Self.forSignatures) ?? []
    // It holds no secret, and browsers' scripts may read it. A client that meets another kid asks again (§10.1.1).
    return .json(
      ["keys": .array(keys)], fields: [.cacheControl: "public, max-age=3600", .accessControlAllowOrigin: "*"])
  }

  /// RFC 7517 §4.2: some clients look for keys with `use` alone.
  private static func forSignatures(_ key: JSONWebKey) -> JSONValue? {
    guard var members = key.publicJWK?.object else { return nil }
    members["use"] = "sig"
    return .object(members)
  }
}
