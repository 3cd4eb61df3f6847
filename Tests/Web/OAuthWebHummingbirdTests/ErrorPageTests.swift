import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuth
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import OAuthWebHummingbird
import Testing

@testable import OAuthWebSessions

@Suite("An error page") struct ErrorPageTests {
  /// Begins a sign-in, and returns the path of an answer that refuses it.
  private func refusal(
    _ error: String, _ browser: TestBrowser, at client: any TestClientProtocol, of site: TestSite
  ) async throws -> String {
    let begun = try await browser.open("/sign-in/login", at: client)
    let address = try #require(begun.headers[.location])
    let query = try FormParameters(decoding: Array(address.drop { $0 != "?" }.dropFirst().utf8))
    var answer: FormParameters = ["error": error, "iss": site.server.issuer.text]
    answer.append("state", ifPresent: try query.single("state"))
    return "/callback/login?" + answer.queryEncoded()
  }

  // The Back button, or a bookmark of the callback.
  @Test func `for a used callback leads on if the user is signed in`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      let callback = try await browser.callback(at: client, of: site)
      _ = try await browser.open(callback, at: client, site: "cross-site")
      let session = try #require(browser.session)
      let again = try await browser.open(callback, at: client)
      #expect(again.status == .badRequest && again.text.contains("<h1>You are signed in</h1>"))
      #expect(again.text.contains(#"<a class="button" href="/">Continue</a>"#))
      #expect(browser.session == session)
      let stranger = try await TestBrowser().open(callback, at: client)
      #expect(stranger.text.contains("This sign-in can&#39;t be finished") && !stranger.text.contains("Continue"))
    }
  }

  @Test(arguments: [
    ("server_error", HTTPResponse.Status.serviceUnavailable, "Login has a problem at the moment"),
    ("temporarily_unavailable", .serviceUnavailable, "Login has a problem at the moment"),
    ("invalid_scope", .badGateway, "Login refused this site"),
    ("unauthorized_client", .badGateway, "Login refused this site"),
  ])
  func `tells apart why the provider refused`(error: String, status: HTTPResponse.Status, words: String) async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      let page = try await browser.open(
        refusal(error, browser, at: client, of: site), at: client, site: "cross-site")
      #expect(page.status == status && page.text.contains(words))
      #expect(!page.text.contains("client&#39;s registration") && !page.text.contains("authorization server"))
    }
  }

  @Test func `tells apart why the provider could not be asked, and so does the log`() async throws {
    let answers: [(HTTPAnswer, HTTPResponse.Status, String, String)] = [
      (.json([:], status: .serviceUnavailable), .serviceUnavailable, "Login has a problem at the moment", "temporary"),
      (.json(["error": "invalid_client"], status: .unauthorized), .badGateway, "Login refused this site", "refused"),
      (.json(["token_type": "Bearer"]), .badGateway, "The answer of Login can&#39;t be trusted", "invalid_input"),
    ]
    for (answer, status, words, cause) in answers {
      let site = try TestSite()
      try await site.run(try site.instance()) { client in
        let browser = TestBrowser()
        let callback = try await browser.callback(at: client, of: site, returningTo: "/private")
        site.transport.answer("/token", with: answer)
        let page = try await browser.open(callback, at: client, site: "cross-site")
        #expect(page.status == status && page.text.contains(words))
        #expect(page.text.contains(#"<a href="/sign-in?return=%2Fprivate&amp;again=yes">Sign in again</a>"#))
      }
      #expect(site.logs.records.contains { $0.contains("\"cause\": \(cause)") })
    }
    let offline = WebProblem(HTTPTransportError(.timedOut, origin: "https://login.test"), at: "Login")
    #expect(offline.status == .serviceUnavailable && offline.title == "Login can't be reached")
  }

  @Test func `of a provider without an answer names it before a sign-in too`() async throws {
    let site = try TestSite()
    let nowhere = ProviderClient(
      .issuer(try Issuer("https://nowhere.example"), id: "login"), id: "app",
      through: AnsweringTransport { _ in throw HTTPTransportError(.connectionFailed, origin: "https://nowhere.example")
      })
    try await site.run(try site.instance(clients: [nowhere])) { client in
      let page = try await TestBrowser().open("/sign-in/login", at: client)
      #expect(page.status == .serviceUnavailable && page.text.contains("nowhere.example can&#39;t be reached"))
      #expect(try await TestBrowser().open("/sign-in", at: client).text.contains("<bdi>nowhere.example</bdi>"))
    }
  }

  @Test func `always has a way to sign in again, also for a user who is signed in`() async throws {
    let site = try TestSite()
    let signIn = try site.instance()
    for refusal in SignInRefusal.allCases {
      let page = String(decoding: signIn.problem(refusal).body, as: UTF8.self)
      #expect(page.contains(#"<a href="/sign-in?again=yes">Sign in again</a>"#))
    }
    try await site.run(signIn) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      #expect(try await browser.open("/sign-in", at: client).path == "/")
      #expect(try await browser.open("/sign-in?again=yes", at: client).text.contains("Sign in with"))
    }
  }

  // Words that only developers know.
  @Test(arguments: [
    "request", "parameter", "RFC", "redirect", "metadata", "token", "client", "session store", "claim", "scope",
    "method",
  ])
  func `has no developers' words`(word: String) {
    let errors: [any Error] =
      SignInRefusal.allCases + [
        WrongMethod(allowedMethods: []), RequestFailure(status: .contentTooLarge), RequestFailure(status: .badRequest),
        CallbackError.missingCode, CallbackError.wrongIssuer, SessionTooLarge(),
        HTTPTransportError(.tlsFailed, origin: "https://login.test"), CancellationError(),
      ]
    for error in errors {
      let problem = WebProblem(error)
      #expect(!problem.title.contains(word) && !problem.words.contains(word), "\(problem)")
    }
  }
}
