import JOSE
import OAuthCore
import OAuthServer
import PKCE
import Testing

/// Request objects of an honest client and of an attacker.
enum RequestObjects {
  static let key = made(.es256, "client-1")
  static let other = made(.es256, "client-1")
  static let rsa = made(.rs256, "client-rsa")

  private static func made(_ algorithm: SignatureAlgorithm, _ keyID: String) -> Result<SigningKey, JSONWebKeyError> {
    do {
      return .success(try SigningKey.generate(algorithm, keyID: keyID))
    } catch {
      return .failure(error)
    }
  }

  /// Makes the client `web`, or another one, with registered keys.
  static func client(
    _ id: String = "web", _ adjust: (inout ClientSettings) throws -> Void = { _ in }
  ) throws -> RegisteredClient {
    try TestServer.asking(id) {
      $0.keys = .set(JSONWebKeySet([try key.get().verificationKey, try rsa.get().verificationKey]))
      try adjust(&$0)
    }
  }

  /// Returns the claims of a whole request, with changes. `nil` leaves a claim out.
  static func claims(_ changes: [String: JSONValue?] = [:]) -> [String: JSONValue] {
    var claims: [String: JSONValue] = [:]
    for pair in TestServer.webRequest().pairs { claims[pair.name] = .string(pair.value) }
    claims["iss"] = "web"
    claims["aud"] = .string(TestServer.issuer)
    claims["nbf"] = 1_800_000_000
    claims["exp"] = 1_800_000_300
    for (name, value) in changes { claims[name] = value }
    return claims
  }

  /// Returns a signed object.
  static func signed(
    _ changes: [String: JSONValue?] = [:], by key: Result<SigningKey, JSONWebKeyError> = key,
    type: String? = "oauth-authz-req+jwt"
  ) throws -> String {
    try key.get().sign(claims(changes), type: type).reveal()
  }

  /// Returns an unsigned object.
  static func unsigned(_ changes: [String: JSONValue?] = [:], algorithm: String = "none", signature: String = "")
    -> String
  {
    let header = JSONValue.object(["alg": .string(algorithm)])
    return Base64URL.encode(header.bytes()) + "." + Base64URL.encode(JSONValue.object(claims(changes)).bytes()) + "."
      + signature
  }

  /// Returns the parameters that a browser sends with an object.
  static func request(_ object: String, _ changes: Changes = [:]) -> FormParameters {
    TestServer.form([("client_id", "web"), ("request", object)], changes)
  }
}
