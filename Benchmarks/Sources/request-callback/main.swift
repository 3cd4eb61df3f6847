// What a client does in its own process for one sign-in: make the authorization request, and read the callback.
//
// `request-callback [ITERATIONS] [ROUNDS]` measures both together, because an attempt takes one answer; with `--request` the
// request alone. What reading the callback takes is the difference.
import Measuring
import OAuth
import OAuthCore
import HTTPTypes

/// Nothing is sent here.
struct NoTransport: HTTPTransport {
  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    throw HTTPTransportError(.connectionFailed, origin: "nowhere")
  }
}

let server = AuthorizationServerMetadata(
  issuer: try Issuer("https://accounts.example.com"),
  authorizationEndpoint: try Endpoint("https://accounts.example.com/authorize"),
  tokenEndpoint: try Endpoint("https://accounts.example.com/token"))
let client = OAuthClient(id: "s6BhdRkqt3", server: server, transport: NoTransport())
let request = AuthorizationRequest(
  redirectURI: try RedirectURI("http://127.0.0.1:49152/callback"), scope: try Scope(["openid", "profile", "email"]))

if CommandLine.arguments.contains("--request") {
  try measure("request") { try client.authorizationAttempt(request).url.utf8.count }
} else {
  let code = "SplxlOBeZQQYbYS6WxSbIA-q8sLk1n0S6WzA2MjnZr4uT9vQ2x"
  try measure("request and callback") {
    let attempt = try client.authorizationAttempt(request)
    // The browser sends the state back as it got it.
    let parameters = attempt.url[(attempt.url.firstIndex(of: "?") ?? attempt.url.startIndex)...]
    let state = parameters.firstRange(of: "&state=").map { parameters[$0.upperBound...].prefix { $0 != "&" } } ?? ""
    let callback = try AuthorizationCallback(
      url: "http://127.0.0.1:49152/callback?code=\(code)&state=\(state)&iss=https%3A%2F%2Faccounts.example.com")
    _ = try attempt.receive(callback)
    return 1
  }
}
