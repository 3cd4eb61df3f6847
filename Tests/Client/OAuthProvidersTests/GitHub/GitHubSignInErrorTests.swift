import GitHubAuth
import HTTPTypes
import OAuth
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import OAuthUserAgent
import Testing
import TokenStorage

struct GitHubSignInErrorTests {
  private typealias Fixture = GitHubFixture

  /// Signs in, expects an error, and checks that nothing was stored.
  private func failure(
    _ fixture: Fixture, _ sheets: GitHubSheets = .agreeing()
  ) async throws -> GitHubAuthError? {
    let error = await #expect(throws: GitHubAuthError.self) { try await fixture.service.signIn(in: sheets) }
    #expect(await fixture.service.currentUser() == nil)
    #expect(try await fixture.credentials.store.accounts().isEmpty)
    return error
  }

  private func coming(_ answer: String) -> GitHubSheets {
    GitHubSheets { request in
      .callback(
        "relay://oauth/callback?" + answer.replacing("STATE", with: request.parameter("state")))
    }
  }

  // Acceptance: a foreign state gives .stateMismatch. Peers create a state and never compare it.
  @Test(arguments: ["code=c&state=foreign", "code=c", "error=access_denied&state=foreign"])
  func `A foreign or missing state is a mismatch, and its code is never redeemed`(_ answer: String) async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()])
    #expect(try await failure(fixture, coming(answer)) == .stateMismatch)
    #expect(fixture.transport.exchanges.isEmpty)
  }

  // Acceptance: status 400 gives .exchangeFailed(400).
  @Test(arguments: [400, 401, 404, 422, 500, 503])
  func `An error status of the token endpoint is a failed exchange`(_ status: Int) async throws {
    let status = HTTPResponse.Status(code: status)
    for answer in [Fixture.status(status), Fixture.refused("bad_verification_code", status: status)] {
      let fixture = try Fixture([answer])
      #expect(try await failure(fixture) == .exchangeFailed(statusCode: status.code))
      #expect(fixture.transport.exchanges.count == 1)
    }
  }

  @Test func `A redirect of the token endpoint isn't followed`() async throws {
    var answer = HTTPAnswer(HTTPResponse(status: .found))
    answer.response.headerFields[.location] = "https://elsewhere.example/"
    let fixture = try Fixture([.success(answer), Fixture.granted()])
    #expect(try await failure(fixture) == .exchangeFailed(statusCode: 302))
    #expect(fixture.transport.exchanges.count == 1)
  }

  // Acceptance: a transport failure gives .networkError.
  @Test(arguments: HTTPTransportError.Kind.allCases)
  func `A transport failure is a network error`(_ kind: HTTPTransportError.Kind) async throws {
    let fixture = try Fixture([.failure(HTTPTransportError(kind, origin: "https://github.com"))])
    #expect(try await failure(fixture) == .networkError)
  }

  @Test func `An unknown error of a transport is a network error too`() async throws {
    struct Unknown: Error {}
    #expect(try await failure(Fixture([.failure(Unknown())])) == .networkError)
    #expect(try await failure(Fixture([Fixture.granted(), .failure(Unknown())])) == .apiError(.network(nil)))
  }

  // Acceptance: cancelling gives .userCancelled.
  @Test func `Closing the sheet, denying at GitHub and cancelling the task are all cancellations`() async throws {
    #expect(try await failure(Fixture([]), GitHubSheets { _ in .cancelled }) == .userCancelled)
    let refusal = "error=access_denied&error_description=The+user+has+denied+your+application+access.&state=STATE"
    #expect(try await failure(Fixture([]), coming(refusal)) == .userCancelled)

    let fixture = try Fixture([])
    let (shown, showing) = AsyncStream<Void>.makeStream()
    let sheets = GitHubSheets { _ in
      showing.finish()
      return nil
    }
    let task = Task { try await fixture.service.signIn(in: sheets) }
    for await _ in shown {}
    task.cancel()
    await #expect(throws: GitHubAuthError.userCancelled) { try await task.value }
    #expect(sheets.cancelled == 1)
  }

  @Test func `Cancelling the task during a request is a cancellation, not a network error`() async throws {
    #expect(try await failure(Fixture([.failure(CancellationError())])) == .userCancelled)
    #expect(try await failure(Fixture([Fixture.granted(), .failure(CancellationError())])) == .userCancelled)
  }

  // Acceptance: a placeholder client ID is rejected with a clear error before any browser opens.
  @Test(arguments: ["YOUR_CLIENT_ID", "<client-id>", "xxxxxxxxxxxxxxxxxxxx", "", "your-client-id", "Ov23 li"])
  func `A placeholder client ID is rejected before anything is shown`(_ id: String) async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()], clientID: id)
    let sheets = GitHubSheets.agreeing()
    let error = try #require(try await failure(fixture, sheets))
    guard case .configuration(.clientID) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.step == .configuration)
    #expect(error.description.contains("placeholder") && error.description.contains("OAuth Apps"))
    #expect(sheets.requests.isEmpty && fixture.transport.exchanges.isEmpty)
    await #expect(throws: error) { try await fixture.service.signInOnDevice { _ in Issue.record("shown") } }
  }

  @Test func `A redirect URI that no sheet recognizes is rejected before anything is shown`() async throws {
    let fixture = try Fixture([])
    var config = fixture.config
    config.redirectURI = try RedirectURI("http://127.0.0.1/callback")
    let service = GitHubAuthService(config: config, credentialStore: fixture.credentials)
    let sheets = GitHubSheets.agreeing()
    await #expect(throws: GitHubAuthError.browserFailed(.unusableRedirectURI)) { try await service.signIn(in: sheets) }
    #expect(sheets.requests.isEmpty)
  }

  // Peers accept status 200 with `error` as a success.
  @Test(
    arguments: [
      ("incorrect_client_credentials", "secret"), ("redirect_uri_mismatch", "register the exact redirect URI"),
      ("bad_verification_code", "Sign in again"), ("unverified_user_email", "Verify"),
      ("something_new", "page at GitHub"),
    ])
  func `GitHub's error code with status 200 is a rejection with a remedy`(_ word: String, _ remedy: String) async throws
  {
    let error = try await failure(Fixture([Fixture.refused(word)]))
    #expect(error == .refused(ErrorResponse(ErrorCode(word), description: "As GitHub explains it.")))
    #expect(error?.remedy.contains(remedy) == true)
    #expect(error?.explanation.contains(word) == true)
  }

  @Test func `GitHub's error code in the callback is a rejection with a remedy`() async throws {
    let error = try await failure(Fixture([]), coming("error=application_suspended&state=STATE"))
    #expect(error == .refused(ErrorResponse(ErrorCode("application_suspended"))))
  }

  @Test(
    arguments: [
      "{}", "[]", "", "null", #"{"access_token":"a"}"#, #"{"token_type":"bearer"}"#,
      #"{"access_token":"a","token_type":"mac"}"#, #"{"access_token":"a","access_token":"b","token_type":"bearer"}"#,
      #"{"access_token":"a\nb","token_type":"bearer"}"#, #"{"access_token":1,"token_type":"bearer"}"#,
    ])
  func `A token answer that can't be read is invalid`(_ body: String) async throws {
    #expect(try await failure(Fixture([.success(.text(body))])) == .invalidResponse)
  }

  @Test(arguments: ["state=STATE", "code=a&code=b&state=STATE", "code=%GG&state=STATE"])
  func `A callback that can't be read is invalid`(_ answer: String) async throws {
    #expect(try await failure(Fixture([]), coming(answer)) == .invalidResponse)
  }

  @Test func `A token that GitHub's API rejects isn't stored`() async throws {
    for (answer, cause) in [
      (Fixture.status(.unauthorized), GitHubAPIError.unauthorized), (Fixture.status(.forbidden), .forbidden),
      (Fixture.status(.badGateway), .status(502)), (Fixture.offline, .network(.connectionFailed)),
      (.success(.text("{}")), .malformed),
    ] {
      let fixture = try Fixture([Fixture.granted(), answer])
      let error = try #require(try await failure(fixture))
      #expect(error == .apiError(cause))
      #expect(error.code == cause.code && error.step == .resource)
      #expect(fixture.faults.count(of: .save) == 0)
    }
  }

  @Test(arguments: [StoreCall.withLock, .save, .setCurrentAccount])
  func `A store that fails is a failure of the keychain, and the sign-in can be repeated`(_ call: StoreCall)
    async throws
  {
    let fixture = try Fixture([Fixture.granted(), Fixture.user(), Fixture.granted("gho_second"), Fixture.user()])
    let cause = KeychainError(.locked, place: "the keyring")
    fixture.faults.fail(next: call, with: cause)
    await #expect(throws: GitHubAuthError.keychainFailed(cause)) {
      try await fixture.service.signIn(in: GitHubSheets.agreeing())
    }
    #expect(await fixture.service.currentUser() == nil)
    _ = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    #expect(await fixture.service.currentUser()?.login == "OctoCat")
    #expect(try await fixture.credentials.tokens(for: "octocat")?.accessToken == Secret("gho_second"))
  }

  @Test func `Each failure of a user agent has its own error`() async throws {
    struct Failing: UserAgent {
      let error: any Error
      func authorize(
        _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
      ) async throws -> AuthorizationCode { throw error }
    }
    struct Unknown: Error {}
    let service = try Fixture([]).service
    for (error, expected) in [
      (UserAgentError.timedOut(after: .seconds(300)), GitHubAuthError.timedOut),
      (UserAgentError.portBusy(port: 8080), .browserFailed(.portBusy(port: 8080))),
      (Unknown(), .browserFailed(.cannotShow(cause: UntrustedText("Unknown")))), (CancellationError(), .userCancelled),
    ] as [(any Error, GitHubAuthError)] {
      await #expect(throws: expected) { try await service.signIn(with: Failing(error: error)) }
    }
  }

  @Test func `Each error says what to do`() {
    let errors: [GitHubAuthError] = [
      .userCancelled, .stateMismatch, .exchangeFailed(statusCode: 400), .networkError, .invalidResponse,
      .keychainFailed(KeychainError(.locked)), .apiError(.unauthorized), .issuerMismatch,
      .refused(ErrorResponse(ErrorCode("device_flow_disabled"))), .timedOut,
      .configuration(.clientID(provider: "GitHub", place: "there")), .browserFailed(.portBusy(port: 1)),
    ]
    #expect(Set(errors.map(\.code)).count == errors.count)
    #expect(Set(errors.map(\.remedy)).count == errors.count)
    for error in errors { #expect(!error.explanation.isEmpty && !error.remedy.isEmpty) }
  }
}
