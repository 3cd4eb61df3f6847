// Measures the local work of a client for one sign-in: building the authorization request and
// reading the callback.
//
// `request-callback [ITERATIONS] [ROUNDS]` measures the request. `--callback` measures request and
// callback together, because an attempt accepts only one callback; its random bytes are constant,
// so that the state is known. `--fixed` measures the request with the same constant bytes. The
// difference of the last two is the cost of reading the callback.
import HTTPTypes
import Measuring
import OAuth
import OAuthCore
import PKCE

/// A transport that sends nothing; the benchmark makes no request.
struct NoTransport: HTTPTransport {
  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    throw HTTPTransportError(.connectionFailed, origin: "nowhere")
  }
}

/// A source of constant bytes.
struct FixedSource: RandomSource {
  func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x5A, count: count) }
}

let server = AuthorizationServerMetadata(
  issuer: try Issuer("https://accounts.example.com"),
  authorizationEndpoint: try Endpoint("https://accounts.example.com/authorize"),
  tokenEndpoint: try Endpoint("https://accounts.example.com/token"))
let client = OAuthClient(id: "s6BhdRkqt3", server: server, transport: NoTransport())
let fixed = OAuthClient(id: "s6BhdRkqt3", server: server, transport: NoTransport(), random: FixedSource())
let request = AuthorizationRequest(
  redirectURI: try RedirectURI("http://127.0.0.1:49152/callback"), scope: try Scope(["openid", "profile", "email"]))

if CommandLine.arguments.contains("--callback") {
  // The browser returns the state unchanged.
  let state = Base64URL.encode(FixedSource().bytes(32))
  let code = "SplxlOBeZQQYbYS6WxSbIA-q8sLk1n0S6WzA2MjnZr4uT9vQ2x"
  let url = "http://127.0.0.1:49152/callback?code=\(code)&state=\(state)&iss=https%3A%2F%2Faccounts.example.com"
  try measure("request and callback") {
    let attempt = try fixed.authorizationAttempt(request)
    _ = try attempt.receive(AuthorizationCallback(url: url))
    return 1
  }
} else {
  let client = CommandLine.arguments.contains("--fixed") ? fixed : client
  try measure("request") { try client.authorizationAttempt(request).url.utf8.count }
}
