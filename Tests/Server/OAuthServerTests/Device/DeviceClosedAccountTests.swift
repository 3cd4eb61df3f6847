import Evidence
import OAuthCore
import OAuthServer
import Testing

/// Devices of users whose accounts were deleted.
@Suite struct DeviceClosedAccountTests {
  @Test(.covers("CVE-2026-9798", "CVE-2026-16103"))
  func `An approved device gets no tokens once the user's account is deleted`() async throws {
    let test = try SessionServer()
    let started = try await test.post(
      "/device_authorization",
      TestServer.form([("client_id", "web"), ("client_secret", TestServer.clientSecret), ("scope", "openid")])
    ).members
    let code = try #require(started["user_code"]?.string)
    let browser = test.browser()
    _ = try await browser.enter(code)
    #expect(try await browser.press("approve").status == 200)
    test.people.close(TestServer.ada.user.subject)
    let poll = TestServer.form([
      ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("client_id", "web"),
      ("client_secret", TestServer.clientSecret), ("device_code", try #require(started["device_code"]?.string)),
    ])
    for _ in 1...2 { #expect(await test.post("/token", poll).error == "invalid_grant") }
    #expect(test.database.counts.tokens == 0)
  }
}
