import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// Mistakes that other servers made, repeated at this one.
@Suite struct PeerMistakeTests {
  @Test(arguments: [("app", false), ("web", false), ("old", true)])
  func `A code whose challenge was lost is worth nothing for a client that must use PKCE`(
    client: String, isOptional: Bool
  ) async throws {
    let test = try TestServer()
    let later = test.clock.now.addingTimeInterval(60)
    _ = try await test.database.saveAuthorizationCode(
      AuthorizationCodeRecord(
        hash: SecretHash(ofToken: Secret("code")), grant: GrantID(rawValue: "1"), clientID: client,
        redirectURI: TestServer.redirect, challenge: nil, subject: TestServer.ada.user.subject,
        scope: try Scope(parameter: "profile"), expires: later, rememberedUntil: later),
      signIn: nil, consuming: nil, request: RequestKey(drawnFrom: SystemRandomSource()))
    let secret = client == "app" ? nil : TestServer.clientSecret
    let form = TestServer.redemption("code", ["client_id": client, "client_secret": secret, "code_verifier": nil])
    let answer = await test.post("/token", form)
    #expect(answer.status == (isOptional ? 200 : 400) && answer.error == (isOptional ? nil : "invalid_grant"))
  }
}
