import Crypto
import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import PKCE

/// JARM. With an even first byte the input is the `response` parameter itself. With an odd first
/// byte it is the claims, which the server's own key signs, as a compromised or careless server
/// would.
enum SignedResponseTarget {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)
  private static let key = P256.Signing.PrivateKey()
  private static let keySet: HTTPAnswer = {
    let point = Array(key.publicKey.rawRepresentation)
    let set = """
      {"keys":[{"kty":"EC","crv":"P-256","x":"\(Base64URL.encode(point[..<32]))",\
      "y":"\(Base64URL.encode(point[32...]))"}]}
      """
    return HTTPAnswer(
      HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), body: Array(set.utf8))
  }()

  static func run(_ bytes: [UInt8]) {
    guard let way = bytes.first, let attempt = Awaited.value({ await begin() }).flatMap({ $0 }) else { return }
    let content = Array(bytes.dropFirst())
    let state = Base64URL.encode(Array(repeating: 2, count: 32))
    let secrets = [Secret(Base64URL.encode(Array(repeating: 1, count: 64))), Secret(state)]
    var form = FormParameters()
    form.append("response", way & 1 == 0 ? String(decoding: content, as: UTF8.self) : signed(content))
    do {
      let callback = try AuthorizationCallback(url: "http://127.0.0.1:8080/callback?" + form.queryEncoded())
      _ = try attempt.receive(callback)
      require(way & 1 == 1, "only the server can sign")
      let claims = (try? JSONValue(bytes: content))?.object ?? [:]
      require(claims["state"]?.string == state, "no code without the right state")
      require(claims["iss"] == "https://server.example", "no code from another server")
      require(
        claims["aud"]?.string == "pixy" || claims["aud"]?.strings?.contains("pixy") == true, "no other client's code")
      require(claims["exp"] != nil && claims["code"]?.string?.isEmpty == false, "no code without an expiry")
      require(claims["error"]?.string.map(\.isEmpty) ?? true, "no code from a response with an error")
      require(attempt.isCompleted, "a code ends the attempt")
    } catch {
      requireSafe(error, hiding: secrets)
      require(
        attempt.isCompleted != error.leavesWaiting, "only a callback with the right state ends the attempt")
    }
  }

  private static func signed(_ claims: [UInt8]) -> String {
    let input = Base64URL.encode(Array(#"{"alg":"ES256"}"#.utf8)) + "." + Base64URL.encode(claims)
    guard let signature = try? key.signature(for: Array(input.utf8)) else { return "" }
    return input + "." + Base64URL.encode(Array(signature.rawRepresentation))
  }

  private static func begin() async -> AuthorizationAttempt? {
    guard let redirectURI = try? RedirectURI("http://127.0.0.1:8080/callback"),
      let server = try? AuthorizationServerMetadata(
        issuer: Issuer("https://server.example"), authorizationEndpoint: Endpoint("https://server.example/authorize"),
        tokenEndpoint: Endpoint("https://server.example/token"), members: ["jwks_uri": "https://server.example/jwks"])
    else { return nil }
    let client = OAuthClient(
      id: "pixy", server: server, transport: FixedTransport(answer: keySet), clock: WallClock { now },
      random: CountingSource())
    var request = AuthorizationRequest(redirectURI: redirectURI)
    request.responseMode = .jwt
    return try? await client.begin(request)
  }
}
