import HTTPTypes
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing

@testable import OAuthUserAgent

/// Responses that are delivered another way while the listener waits.
@Suite(.timeLimit(.minutes(60))) struct LoopbackAlongsideTests {
  private let transport = AsyncHTTPClientTransport()

  private func signIn(
    mode: ResponseMode? = nil, issuer: Bool = false, timeout: Duration = .seconds(300),
    alongside: @escaping @Sendable (WaitingSignIn) async throws -> Void
  ) async throws -> String {
    let client = OAuthClient(
      id: "app",
      server: AuthorizationServerMetadata(
        issuer: try Issuer("https://as.example"), authorizationEndpoint: try Endpoint("https://as.example/authorize"),
        tokenEndpoint: try Endpoint("https://as.example/token"),
        members: issuer ? ["authorization_response_iss_parameter_supported": true] : [:]),
      transport: transport, random: SeededRandomSource(seed: 1))
    let agent = LoopbackUserAgent(
      timeout: timeout, browser: NoBrowser(), announce: { _ in }, alongside: alongside)
    let code = try await agent.authorize { redirectURI in
      var request = AuthorizationRequest(redirectURI: redirectURI)
      request.responseMode = mode
      return try client.authorizationAttempt(request)
    }
    return code.code.reveal()
  }

  private static func state(_ waiting: WaitingSignIn) throws -> String {
    let query = waiting.attempt.url.drop { $0 != "?" }.dropFirst()
    return try FormParameters(decoding: query).single("state") ?? ""
  }

  private func visit(_ address: String) async throws -> Int {
    try await transport.send(Endpoint(address).request(.get), body: [], limits: HTTPLimits(timeout: .seconds(250)))
      .response.status.code
  }

  // Peers that accept a pasted URL skip the check of `state`, or stop the listener.
  @Test func `A pasted URL is checked like any other, and the listener keeps waiting`() async throws {
    let code = try await signIn(issuer: true) { waiting in
      let (uri, state) = (waiting.attempt.redirectURI, try Self.state(waiting))
      for (text, error) in [
        ("nonsense", CallbackError.malformed(.notAURI)), ("\(uri)?code=c", .missingState),
        ("\(uri)?code=c&state=forged", .foreignState),
        ("https://as.example/callback?code=c&state=\(state)", .anotherRedirectURI),
        ("\(uri)?code=c&code=d&state=\(state)", .repeatedParameter("code")),
      ] {
        #expect(throws: error) { try waiting.receive(text) }
      }
      // The browser delivers another one meanwhile, which doesn't end the sign-in either.
      #expect(try await visit("\(uri)?code=c&state=forged") == 400)
      try waiting.receive("\(uri)?code=pasted&state=\(state)&iss=https%3A%2F%2Fas.example")
    }
    #expect(code == "pasted")
  }

  @Test func `A pasted response with another issuer, or an error response, ends the sign-in`() async throws {
    await #expect(throws: CallbackError.wrongIssuer) {
      try await signIn { waiting in
        try? waiting.receive(
          "\(waiting.attempt.redirectURI)?code=c&state=\(Self.state(waiting))&iss=https%3A%2F%2Fevil.example")
      }
    }
    await #expect(throws: CallbackError.refused(ErrorResponse(.accessDenied))) {
      try await signIn { waiting in
        try? waiting.receive("\(waiting.attempt.redirectURI)?error=access_denied&state=\(Self.state(waiting))")
      }
    }
  }

  @Test func `Fragments and posted forms can be pasted as well`() async throws {
    let fragment = try await signIn(mode: .fragment) { waiting in
      try waiting.receive("\(waiting.attempt.redirectURI)#code=c-f&state=\(Self.state(waiting))")
    }
    let form = try await signIn(mode: .formPost) { waiting in
      try waiting.receive("code=c-p&state=\(Self.state(waiting))")
    }
    #expect(fragment == "c-f" && form == "c-p")
  }

  @Test func `The browser's response cancels the alongside operation`() async throws {
    let isCancelled = Mutex(false)
    let code = try await signIn { waiting in
      async let visited = visit("\(waiting.attempt.redirectURI)?code=visited&state=\(Self.state(waiting))")
      let (nothing, kept) = AsyncStream<Void>.makeStream()
      for await _ in nothing {}
      kept.finish()
      isCancelled.withLock { $0 = Task.isCancelled }
      _ = try? await visited
    }
    #expect(code == "visited")
    #expect(isCancelled.withLock { $0 })
  }

  @Test func `The alongside operation can end the sign-in by throwing, and if it returns, the wait continues`()
    async throws
  {
    struct Another: Error {}
    await #expect(throws: Another.self) { try await signIn { _ in throw Another() } }
    await #expect(throws: UserAgentError.timedOut(after: .milliseconds(50))) {
      try await signIn(timeout: .milliseconds(50)) { _ in }
    }
  }
}
