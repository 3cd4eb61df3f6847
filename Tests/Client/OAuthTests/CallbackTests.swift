import Evidence
import Foundation
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 6749 §4.1.2", "RFC 9207 §2.4")) struct CallbackTests {
  private let issuer = "https://as.example"

  private func error(
    _ attempt: AuthorizationAttempt, _ callback: AuthorizationCallback
  ) -> CallbackError? {
    do {
      _ = try attempt.receive(callback)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    Fixture.loopback, "relay://oauth/callback", "com.googleusercontent.apps.1:/oauth", "https://app.example/cb?tab=2",
  ])
  func `A code comes from a loopback address, a custom scheme and an https link`(_ redirectURI: String) throws {
    let attempt = try Fixture.attempt(Fixture.client(), redirectURI: redirectURI)
    let code = try attempt.receive(
      Fixture.callback(attempt, ("code", "c-12345"), ("state", attempt.state.reveal()), ("iss", issuer)))
    #expect(code.code.reveal() == "c-12345")
    #expect(code.verifier == attempt.verifier)
    #expect(attempt.isCompleted)
  }

  @Test func `A code comes from a form body`() throws {
    let attempt = try Fixture.attempt(Fixture.client())
    let body = "code=c%2B1&state=\(attempt.state.reveal())"
    let code = try attempt.receive(AuthorizationCallback(formBody: Array(body.utf8)))
    #expect(code.code.reveal() == "c+1")
  }

  // Some clients send state and never compare it.
  @Test(
    .covers(
      "RP FAPI2: test-ensure-authorization-response-with-invalid-state-fails",
      "RP FAPI2: test-ensure-authorization-response-with-missing-state-fails", "CVE-2026-42073"))
  func `A foreign or missing state is rejected, and the attempt still waits`() throws {
    let attempt = try Fixture.attempt(Fixture.client(seed: 1))
    let other = try Fixture.attempt(Fixture.client(seed: 2))
    #expect(
      error(attempt, try Fixture.callback(attempt, ("code", "x"), ("state", other.state.reveal()))) == .foreignState)
    #expect(error(attempt, try Fixture.callback(attempt, ("code", "x"), ("state", ""))) == .missingState)
    #expect(error(attempt, try Fixture.callback(attempt, ("code", "x"))) == .missingState)
    let prefix = String(attempt.state.reveal().dropLast())
    #expect(error(attempt, try Fixture.callback(attempt, ("code", "x"), ("state", prefix))) == .foreignState)
    #expect(
      error(attempt, try Fixture.callback(attempt, ("error", "access_denied"), ("state", "forged"))) == .foreignState)
    #expect(!attempt.isCompleted)
    #expect(error(attempt, try Fixture.callback(attempt, ("code", "x"), ("state", attempt.state.reveal()))) == nil)
  }

  @Test func `A second answer is rejected, whatever the first one was`() throws {
    let attempt = try Fixture.attempt(Fixture.client())
    let good = try Fixture.callback(attempt, ("code", "x"), ("state", attempt.state.reveal()))
    #expect(error(attempt, good) == nil)
    #expect(error(attempt, good) == .alreadyCompleted)

    let denied = try Fixture.attempt(Fixture.client(seed: 3))
    let state = ("state", denied.state.reveal())
    #expect(
      error(denied, try Fixture.callback(denied, ("error", "access_denied"), state))
        == .refused(ErrorResponse(.accessDenied)))
    #expect(error(denied, try Fixture.callback(denied, ("code", "x"), state)) == .alreadyCompleted)
  }

  @Test func `Exactly one of many simultaneous answers is accepted`() async throws {
    let attempt = try Fixture.attempt(Fixture.client())
    let callback = try Fixture.callback(attempt, ("code", "x"), ("state", attempt.state.reveal()))
    let accepted = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 { group.addTask { (try? attempt.receive(callback)) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(accepted == 1)
  }

  @Test(arguments: ["code", "state", "iss", "error", "error_description", "error_uri"])
  func `A repeated parameter is rejected`(_ name: String) throws {
    let attempt = try Fixture.attempt(Fixture.client())
    var form = FormParameters()
    if name != "state" { form.append("state", attempt.state.reveal()) }
    form.append(name, name == "state" ? attempt.state.reveal() : "a")
    form.append(name, "b")
    let callback = try AuthorizationCallback(url: attempt.redirectURI.adding(form))
    #expect(error(attempt, callback) == .repeatedParameter(name))
    #expect(!attempt.isCompleted)
  }

  // What onOpenURL and ASWebAuthenticationSession deliver.
  @Test(arguments: ["com.example.app:/callback", "https://app.example.com/callback", "http://127.0.0.1:49152/callback"])
  func `The address to open and the address of the answer are Foundation's URLs too`(_ address: String) throws {
    let redirectURI = try RedirectURI(address)
    let attempt = try Fixture.client().authorizationAttempt(AuthorizationRequest(redirectURI: redirectURI))
    #expect(attempt.pageURL.absoluteString == attempt.url)
    var form = FormParameters()
    form.append("code", "a b+c")
    form.append("state", attempt.state.reveal())
    let url = try #require(URL(string: redirectURI.adding(form)))
    #expect(try AuthorizationCallback(url: url) == AuthorizationCallback(url: redirectURI.adding(form)))
    _ = try attempt.receive(AuthorizationCallback(url: url))
    #expect(attempt.isCompleted)
  }

  @Test func `An unknown parameter, even a repeated one, is ignored`() throws {
    let attempt = try Fixture.attempt(Fixture.client())
    let state = ("state", attempt.state.reveal())
    #expect(error(attempt, try Fixture.callback(attempt, ("code", "x"), state, ("x", "1"), ("x", "2"))) == nil)
  }

  // RFC 9207 §2.4.
  @Test(
    .covers(
      "MCP: The expected issuer is recorded with the verifier",
      "MCP: iss is compared before the code is sent, whether it was announced or not",
      "MCP: iss isn't normalized before the comparison", "MCP: An error with a wrong iss isn't shown",
      "MCP: Mix-up attacks are prevented", "RP FAPI2: test-invalid-authorization-response-iss"))
  func `A wrong issuer is rejected, with a code and with an error`() throws {
    for (seed, pair) in [("code", "x"), ("error", "access_denied")].enumerated() {
      let attempt = try Fixture.attempt(Fixture.client(seed: UInt64(seed + 1)))
      let state = ("state", attempt.state.reveal())
      #expect(
        error(attempt, try Fixture.callback(attempt, pair, state, ("iss", "https://evil.example"))) == .wrongIssuer)
    }
    let slash = try Fixture.attempt(Fixture.client())
    #expect(
      error(slash, try Fixture.callback(slash, ("code", "x"), ("state", slash.state.reveal()), ("iss", issuer + "/")))
        == .wrongIssuer)
  }

  // GitHub: iss is accepted present or absent, and rejected if it is wrong.
  @Test(
    .covers(
      "MCP: An announced iss that is absent is rejected", "RP FAPI2: test-remove-authorization-response-iss",
      "Keycloak: iss may be disabled"))
  func `A missing issuer is rejected only if the server promised one`() throws {
    let relaxed = try Fixture.attempt(Fixture.client())
    #expect(error(relaxed, try Fixture.callback(relaxed, ("code", "x"), ("state", relaxed.state.reveal()))) == nil)
    let strict = try Fixture.attempt(Fixture.client(server: Fixture.metadata(promisesIssuer: true)))
    #expect(
      error(strict, try Fixture.callback(strict, ("code", "x"), ("state", strict.state.reveal()))) == .missingIssuer)
  }

  @Test(.covers("RP form_post: oidcc-client-formpost-error"))
  func `A refusal has the server's code, description and address, made safe to show`() throws {
    let attempt = try Fixture.attempt(Fixture.client())
    let callback = try Fixture.callback(
      attempt, ("state", attempt.state.reveal()), ("error", "access_denied"),
      ("error_description", "No\u{1B}[2J, \(attempt.state.reveal())"), ("error_uri", "https://as.example/why"))
    guard case .refused(let response) = error(attempt, callback) else {
      Issue.record("not refused")
      return
    }
    #expect(response.error == .accessDenied)
    #expect(response.errorDescription?.description == "No[2J, [redacted]")
    #expect(response.errorURI?.description == "https://as.example/why")
  }

  @Test func `An error takes precedence over a code, and an answer without both is an error`() throws {
    let both = try Fixture.attempt(Fixture.client(seed: 1))
    let callback = try Fixture.callback(
      both, ("state", both.state.reveal()), ("code", "c-1234567"), ("error", "c-1234567"))
    #expect(error(both, callback) == .refused(ErrorResponse(ErrorCode("[redacted]"))))
    let neither = try Fixture.attempt(Fixture.client(seed: 2))
    #expect(error(neither, try Fixture.callback(neither, ("state", neither.state.reveal()))) == .missingCode)
  }

  @Test(
    .covers("RFC 6749 §4.1.2"),
    arguments: ["a%0Ab", "a%00", "%7F", "caf%C3%A9", "%E2%80%8B", "a%09b"])
  func `A code with a character that no code can have isn't redeemed`(_ code: String) throws {
    let attempt = try Fixture.attempt(Fixture.client())
    let callback = try AuthorizationCallback(
      url: "\(Fixture.loopback)?code=\(code)&state=\(attempt.state.reveal())")
    #expect(error(attempt, callback) == .malformedCode)
    #expect(attempt.isCompleted)
    let visible = try Fixture.attempt(Fixture.client(seed: 2))
    let good = try AuthorizationCallback(
      url: "\(Fixture.loopback)?code=%20~%21&state=\(visible.state.reveal())")
    #expect(try visible.receive(good).code.reveal() == " ~!")
  }

  // Some clients read the code from the authorization URL instead of the callback.
  @Test(arguments: [
    "http://127.0.0.1:49153/callback", "http://127.0.0.1:49152/other", "https://127.0.0.1:49152/callback",
    "http://127.0.0.2:49152/callback", "relay://callback", "https://as.example/authorize",
  ])
  func `An address that isn't the redirect URI is rejected`(_ address: String) throws {
    let attempt = try Fixture.attempt(Fixture.client())
    let callback = try AuthorizationCallback(url: "\(address)?code=x&state=\(attempt.state.reveal())")
    #expect(error(attempt, callback) == .anotherRedirectURI)
    #expect(!attempt.isCompleted)
  }

  @Test(arguments: ["", "callback", "http://127.0.0.1:49152/callback?code=%", "http://127.0.0.1:49152/cb?a=%FF"])
  func `An unreadable answer is rejected before any attempt gets it`(_ url: String) {
    #expect(throws: CallbackError.self) { try AuthorizationCallback(url: url) }
  }

  @Test func `A code in the fragment is not read`() throws {
    let attempt = try Fixture.attempt(Fixture.client())
    let callback = try AuthorizationCallback(url: "\(Fixture.loopback)#code=x&state=\(attempt.state.reveal())")
    #expect(error(attempt, callback) == .missingState)
  }

  @Test func `A callback shows the names of its parameters and no value`() throws {
    let callback = try AuthorizationCallback(url: "\(Fixture.loopback)?code=s3cr3t&state=s3cr3t")
    var dumped = ""
    dump(callback, to: &dumped)
    for text in ["\(callback)", String(reflecting: callback), dumped] { #expect(!text.contains("s3cr3t")) }
  }
}
