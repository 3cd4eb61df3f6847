import Evidence
import Foundation
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

/// A server whose database fails during an operation on sessions.
@Suite struct SessionFaultTests {
  // OpenID Connect Core §5.5.1.1.
  @Test func `A user who signed in before the request failed stays signed in`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    let session = try #require(try await test.session(browser)?.id)
    let acr = #"{"id_token":{"acr":{"essential":true,"value":"urn:example:high"}}}"#
    let answer = try await browser.signIn(["prompt": "login", "claims": acr])
    #expect(try answer.callbackError() == "unmet_authentication_requirements")
    #expect(try await test.session(browser)?.id == session, "the browser has the cookie of no session")
    #expect(try await browser.open(["prompt": "none"]).callback("code").isEmpty == false)
  }

  @Test(.covers("CVE-2024-21543")) func `A failed session lookup is an error, never a sign-in`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    test.faults.fail([.session])
    for answer in [await browser.open(["prompt": "none"]), await browser.get("/logout")] {
      #expect(answer.status == 500 && answer.field("Location") == nil && !answer.text.contains("SELECT secret"))
    }
    #expect(!test.log.records.joined().contains("SELECT secret"))
  }

  @Test(arguments: [ServerDatabaseOperation.startSession, .saveAuthorizationCode])
  func `A sign-in that can't be stored is an error for the client, without a code`(
    step: ServerDatabaseOperation
  ) async throws {
    let test = try SessionServer()
    let browser = test.browser()
    test.faults.fail([step])
    #expect(try await browser.signIn().callbackError() == "server_error")
    test.faults.fail([])
    // A session that was saved before the failure stays: the user needn't enter the password again. The consent
    // is saved after the code.
    let next = try await browser.open(["prompt": "none"]).callbackError()
    #expect(next == (step == .startSession ? "login_required" : "consent_required"))
  }

  @Test func `A silent request that fails gets a specified error`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    test.faults.fail([.saveAuthorizationCode])
    #expect(try await browser.open(["prompt": "none"]).callbackError() == "server_error")
  }

  @Test func `A failed sign-out leaves the user signed in, so that a second try is possible`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    _ = await browser.get("/logout")
    test.faults.fail([.endSession])
    let answer = try await browser.press("approve")
    #expect(answer.status == 500 && answer.field("Set-Cookie") == nil && test.clients.arrived.isEmpty)
    test.faults.fail([])
    _ = await browser.get("/logout")
    #expect(try await browser.press("approve").status == 200)
    #expect(test.clients.arrived.count == 1)
  }
}
