internal import HTTPTypes
internal import OAuth
internal import OAuthCore
internal import PKCE

/// The demonstration of two attacks: redeeming an intercepted code, and a request without a
/// challenge. The server rejects both.
struct Interception {
  let demonstration: Demonstration
  let transport: any HTTPTransport
  let metadata: AuthorizationServerMetadata
  let redirectURI: RedirectURI

  private var transcript: Transcript { demonstration.transcript }

  func run() async throws {
    try await redeemIntercepted()
    try await askWithoutChallenge()
  }

  private func redeemIntercepted() async throws {
    transcript.step(8, "An attacker intercepts the code of a second sign-in", "RFC 7636 §1, RFC 9700 §4.5")
    let client = demonstration.client(metadata, transport)
    let scope = try Scope(Demonstration.scopes)
    let attempt = try client.authorizationAttempt(AuthorizationRequest(redirectURI: redirectURI, scope: scope))
    let callback = try await demonstration.visit(attempt.url, through: transport)
    let stolen = try Self.parameters(of: callback).single("code") ?? ""
    transcript.say("The callback leaked through another app, a proxy or a log. The attacker knows")
    transcript.say("the client ID, the redirect URI and the code. The verifier never left the app.")

    transcript.step(9, "The attacker redeems it without a verifier", "RFC 7636 §4.6")
    try await redeem(stolen, verifier: nil, expecting: .invalidGrant)
    transcript.step(10, "The attacker redeems it with a different verifier", "RFC 7636 §4.6")
    try await redeem(
      stolen, verifier: CodeVerifier.random(from: demonstration.random).reveal(), expecting: .invalidGrant)

    transcript.step(11, "The app, which has the verifier, redeems it", "RFC 6749 §4.1.3")
    let code = try attempt.receive(AuthorizationCallback(url: callback))
    let tokens = try await client.exchange(code)
    transcript.say("\(tokens)")
  }

  private func redeem(_ code: String, verifier: String?, expecting expected: ErrorCode) async throws {
    var form = FormParameters()
    form.append("grant_type", "authorization_code")
    form.append("code", code)
    form.append("redirect_uri", redirectURI.text)
    form.append("client_id", Demonstration.clientID)
    form.append("code_verifier", ifPresent: verifier)
    var request = metadata.tokenEndpoint.request(.post)
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    let body = Array(form.formEncoded().utf8)
    let answer = try await transport.send(request, body: body, limits: HTTPLimits())
    transcript.exchange(request, body, answer)
    let error = try? JSONValue(bytes: answer.body).object?["error"]?.string
    guard answer.response.status == .badRequest, error == expected.rawValue else {
      throw DemoError.unexpected("the attacker was not rejected with \(expected.rawValue)")
    }
  }

  private func askWithoutChallenge() async throws {
    transcript.step(12, "A request without a challenge is rejected", "RFC 7636 §4.4.1, RFC 9700 §2.1.1")
    var parameters = FormParameters()
    parameters.append("response_type", "code")
    parameters.append("client_id", Demonstration.clientID)
    parameters.append("redirect_uri", redirectURI.text)
    parameters.append("state", Base64URL.encode(demonstration.random.bytes(32)))
    guard let endpoint = metadata.authorizationEndpoint else {
      throw DemoError.unexpected("the server has no authorization endpoint")
    }
    transcript.say("\(endpoint)")
    transcript.parameters(parameters)
    let request = try Endpoint(endpoint.adding(parameters)).request(.get)
    let answer = try await transport.send(request, body: [], limits: HTTPLimits())
    transcript.say("\(answer.response.status.code) \(answer.response.status.reasonPhrase), back to \(redirectURI)")
    let refusal = try Self.parameters(of: answer.response.headerFields[.location] ?? "")
    transcript.parameters(refusal)
    guard try refusal.single("error") == ErrorCode.invalidRequest.rawValue else {
      throw DemoError.unexpected("a request without a challenge was not rejected with invalid_request")
    }
  }

  private static func parameters(of url: String) throws -> FormParameters {
    try FormParameters(decoding: url.drop { $0 != "?" }.dropFirst())
  }
}
