import OAuth
import OAuthCore
import OAuthTestSupport
import OAuthUserAgent
import Testing

struct WebSessionSignInTests {
  private func attempt(
    _ redirectURI: RedirectURI, seed: UInt64 = 1, responseMode: ResponseMode? = nil
  ) throws -> AuthorizationAttempt {
    let client = OAuthClient(
      id: "app",
      server: AuthorizationServerMetadata(
        issuer: try Issuer("https://as.example"), authorizationEndpoint: try Endpoint("https://as.example/authorize"),
        tokenEndpoint: try Endpoint("https://as.example/token")),
      transport: ScriptedTransport(), random: SeededRandomSource(seed: seed))
    var request = AuthorizationRequest(redirectURI: redirectURI)
    request.responseMode = responseMode
    return try client.authorizationAttempt(request)
  }

  private func signIn(
    _ sessions: PlayedWebSessions, at redirectURI: String = "com.example.app:/callback", isEphemeral: Bool = false,
    responseMode: ResponseMode? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> String {
    let signIn = try WebSessionSignIn(
      redirectURI: RedirectURI(redirectURI), isEphemeral: isEphemeral, sessions: sessions, clock: clock)
    let code = try await signIn.authorize { try attempt($0, responseMode: responseMode) }
    return code.code.reveal()
  }

  private static func state(_ request: WebSessionRequest) -> String {
    let query = request.url.drop { $0 != "?" }.dropFirst()
    let parameters = try? FormParameters(decoding: query)
    return (try? parameters?.single("state")) ?? ""
  }

  /// Simulates a user who signs in at once.
  private static func agree(_ shown: PlayedWebSessions.Shown, at address: String = "com.example.app:/callback") {
    shown.onEnd(.callback("\(address)?code=the-code&state=\(state(shown.request))&iss=https://as.example"))
  }

  @Test func `The response of a sheet gives the code`() async throws {
    let sessions = PlayedWebSessions { Self.agree($0) }
    #expect(try await signIn(sessions) == "the-code")
    let request = try #require(sessions.requests.first)
    #expect(request.url.hasPrefix("https://as.example/authorize?"))
    #expect(request.callback == .scheme("com.example.app"))
    #expect(!request.isEphemeral)
    #expect(sessions.requests.count == 1)
    #expect(sessions.cancelled == 0)
  }

  @Test func `An https link is recognized by host and path`() async throws {
    let link = "https://app.example/signed-in"
    let sessions = PlayedWebSessions { Self.agree($0, at: link) }
    #expect(try await signIn(sessions, at: link, isEphemeral: true) == "the-code")
    #expect(sessions.requests.first?.callback == .https(host: "app.example", path: "/signed-in"))
    #expect(sessions.requests.first?.isEphemeral == true)
  }

  @Test(arguments: ["http://127.0.0.1:8080/callback", "http://[::1]/callback", "https://app.example:8443/callback"])
  func `A redirect URI that no sheet recognizes is rejected before a sheet is shown`(_ redirectURI: String) throws {
    let sessions = PlayedWebSessions()
    #expect(throws: UserAgentError.unusableRedirectURI) {
      try WebSessionSignIn(redirectURI: RedirectURI(redirectURI), isEphemeral: false, sessions: sessions)
    }
  }

  @Test func `An https link without a path, or with the default port, is valid`() throws {
    #expect(try WebSessionCallback(RedirectURI("https://app.example")) == .https(host: "app.example", path: "/"))
    #expect(try WebSessionCallback(RedirectURI("https://app.example:443/a")) == .https(host: "app.example", path: "/a"))
  }

  @Test func `A form response is rejected before a sheet is shown, and a fragment is accepted`() async throws {
    let form = PlayedWebSessions { Self.agree($0) }
    await #expect(throws: UserAgentError.unusableResponseMode) { try await signIn(form, responseMode: .formPost) }
    #expect(form.requests.isEmpty)
    let fragment = PlayedWebSessions { shown in
      shown.onEnd(
        .callback("com.example.app:/callback#code=the-code&state=\(Self.state(shown.request))&iss=https://as.example"))
    }
    #expect(try await signIn(fragment, responseMode: .fragment) == "the-code")
  }

  // Peers report every failure as "cancelled".
  @Test func `A sheet that the user closed is distinguished from failures`() async throws {
    let closed = PlayedWebSessions { $0.onEnd(.cancelled) }
    await #expect(throws: UserAgentError.cancelled) { try await signIn(closed) }
    let failed = PlayedWebSessions { $0.onEnd(.failed("no window")) }
    await #expect(throws: UserAgentError.cannotShow(cause: UntrustedText("no window"))) { try await signIn(failed) }
    let refused = PlayedWebSessions { shown in
      shown.onEnd(
        .callback(
          "com.example.app:/callback?error=access_denied&state=\(Self.state(shown.request))&iss=https://as.example"))
    }
    await #expect { try await signIn(refused) } throws: { error in
      guard case CallbackError.refused(let response) = error else { return false }
      return response.error == .accessDenied
    }
  }

  // Peers report that the window's scene was not in the foreground (auth0/Auth0.swift#446, openid/AppAuth-iOS#498).
  @Test func `A sign-in at the app's start waits until its window is active`() async throws {
    let clock = WaitingClock(ManualClock())
    let sessions = PlayedWebSessions(refusals: 7) { Self.agree($0) }
    #expect(try await signIn(sessions, clock: clock) == "the-code")
    #expect(clock.now.offset == .milliseconds(350))
  }

  @Test func `The system decides about a window that doesn't become active in time`() async throws {
    let clock = WaitingClock(ManualClock())
    let sessions = PlayedWebSessions(refusals: .max) { shown in
      shown.onEnd(WebSessionEnd(code: 3, reason: nil, details: "not active", of: shown.request.callback))
    }
    let cause = UntrustedText("the provided window cannot show it (not active)")
    await #expect(throws: UserAgentError.cannotShow(cause: cause)) { try await signIn(sessions, clock: clock) }
    #expect(clock.now.offset == WebSessionSignIn.patience && sessions.requests.count == 1)
  }

  @Test func `Cancelling the task ends the waiting for a window`() async {
    let (waiting, waits) = AsyncStream<Void>.makeStream()
    let clock = WaitingClock(ManualClock()) { _ in
      waits.finish()
      while !Task.isCancelled { await Task.yield() }
    }
    let sessions = PlayedWebSessions(refusals: .max)
    let task = Task { try await signIn(sessions, clock: clock) }
    for await _ in waiting {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(sessions.requests.isEmpty)
  }

  // As reported at developer.apple.com/forums/thread/805416: the code is that of a closed sheet.
  @Test func `A missing association with the https link's domain isn't a cancellation`() async throws {
    let reason = "Application with identifier T1.com.example.app is not associated with domain app.example."
    let link = "https://app.example/signed-in"
    let sessions = PlayedWebSessions { shown in
      shown.onEnd(WebSessionEnd(code: 1, reason: reason, details: nil, of: shown.request.callback))
    }
    let error = await #expect(throws: UserAgentError.self) { try await signIn(sessions, at: link) }
    #expect(error == .unassociatedDomain(host: UntrustedText("app.example"), cause: UntrustedText(reason)))
    #expect(error?.category == .mistake)
    #expect(error?.explanation.contains("webcredentials") == true && error?.explanation.contains(reason) == true)
    #expect(error?.remedy.contains("webcredentials:app.example") == true)
  }

  @Test func `Apple's error codes are ends of a sheet`() {
    let scheme = WebSessionCallback.scheme("com.example.app")
    func end(_ code: Int, reason: String? = nil, details: String? = nil) -> WebSessionEnd {
      WebSessionEnd(code: code, reason: reason, details: details, of: scheme)
    }
    #expect(end(1) == .cancelled && end(1, details: "closed") == .cancelled)
    #expect(WebSessionEnd(code: 1, reason: nil, details: nil, of: .https(host: "a", path: "/")) == .cancelled)
    #expect(end(1, reason: "refused") == .failed("refused"))
    #expect(end(2) == .failed("no window was provided"))
    #expect(end(3, details: "not active") == .failed("the provided window cannot show it (not active)"))
    #expect(end(9, reason: "why") == .failed("ASWebAuthenticationSessionError 9 (why)"))
  }

  @Test func `A sheet that isn't shown is an error, even if it reports an end too`() async throws {
    let silent = PlayedWebSessions(starts: false)
    let talking = PlayedWebSessions(starts: false) { $0.onEnd(.cancelled) }
    for sessions in [silent, talking] {
      await #expect { try await signIn(sessions) } throws: { error in
        guard case UserAgentError.cannotShow = error else { return false }
        return true
      }
    }
  }

  // The loopback listener would keep waiting, but a sheet has ended.
  @Test(arguments: [
    ("com.example.app:/callback?code=c&state=foreign", CallbackError.foreignState),
    ("com.example.app:/callback?code=c", .missingState),
    ("com.example.app:/other?code=c&state=foreign", .anotherRedirectURI),
    ("not an address", .malformed(.notAURI)),
  ])
  func `A foreign response ends the sign-in with its error`(_ address: String, _ error: CallbackError) async {
    let sessions = PlayedWebSessions { $0.onEnd(.callback(address)) }
    await #expect(throws: error) { try await signIn(sessions) }
  }

  @Test func `The first of several ends counts`() async throws {
    let sessions = PlayedWebSessions { shown in
      Self.agree(shown)
      shown.onEnd(.cancelled)
      Self.agree(shown)
    }
    #expect(try await signIn(sessions) == "the-code")
  }

  @Test func `An end may come from any thread, and late`() async throws {
    let sessions = PlayedWebSessions { shown in
      Task.detached {
        for _ in 0..<100 { await Task.yield() }
        Self.agree(shown)
      }
    }
    #expect(try await signIn(sessions) == "the-code")
  }

  @Test func `A task that was cancelled before shows no sheet`() async {
    let sessions = PlayedWebSessions()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await signIn(sessions)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(sessions.requests.isEmpty)
  }

  @Test func `Cancelling the task closes the sheet`() async {
    let (shown, showing) = AsyncStream<Void>.makeStream()
    let sessions = PlayedWebSessions { _ in showing.finish() }
    let task = Task { try await signIn(sessions) }
    for await _ in shown {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(sessions.cancelled == 1)
  }

  @Test func `The attempt's error is thrown, and no sheet is shown`() async throws {
    struct Offline: Error {}
    let sessions = PlayedWebSessions()
    let signIn = try WebSessionSignIn(
      redirectURI: RedirectURI("com.example.app:/callback"), isEphemeral: false, sessions: sessions)
    await #expect(throws: Offline.self) { _ = try await signIn.authorize { _ in throw Offline() } }
    #expect(sessions.requests.isEmpty)
  }

  @Test func `Each error says what to do`() {
    let errors: [UserAgentError] = [
      .cancelled, .cannotShow(cause: UntrustedText("why")), .unusableRedirectURI, .unusableResponseMode,
      .unassociatedDomain(host: UntrustedText("app.example"), cause: UntrustedText("why")),
    ]
    #expect(Set(errors.map(\.code)).count == errors.count)
    for error in errors { #expect(!error.explanation.isEmpty && !error.remedy.isEmpty) }
    #expect(UserAgentError.unusableRedirectURI.remedy.contains("webcredentials"))
  }
}
