import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import OAuthCore
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

@Suite("A signed-in user for tests of routes") struct TestUserTests {
  @Test(arguments: SignInTests.storages.indices)
  func `passes routes in one line, and asks no provider`(storage: Int) async throws {
    let site = try TestSite()
    let book = AccountBook()
    book[\.roles] = ["account-7": ["editor"]]
    let signIn = try site.instance(SignInTests.storages[storage](), accounts: book.accounts)
    try await site.run(signIn) { client in
      let grace = try await signIn.testUser("grace", account: "account-7", acr: "strong")
      for (path, text) in [
        ("/private", "grace"), ("/private/account", "account-7"), ("/editors", "editor"), ("/strong", "strong"),
        ("/fresh", "fresh"),
      ] {
        let answer = try await client.execute(uri: path, method: .get, headers: grace.headers) { $0 }
        #expect(answer.text == text)
      }
      let changed = try await client.execute(uri: "/private", method: .put, headers: grace.headers) { $0 }
      #expect(changed.text == "changed")
      var headers = grace.headers
      headers[.contentType] = "application/x-www-form-urlencoded"
      let form = ByteBuffer(string: "form_token=" + grace.formToken.reveal())
      let posted = try await client.execute(uri: "/private", method: .post, headers: headers, body: form) { $0 }
      #expect(posted.status == .ok)
    }
    #expect(site.transport.count("/token") == 0 && book[\.signIns].isEmpty)
  }

  @Test func `meets only the requirements that the test names`() async throws {
    let site = try TestSite()
    let signIn = try site.instance(clients: [try site.client(), try site.client("other", scope: ["offline_access"])])
    try await site.run(signIn) { client in
      let ada = try await signIn.testUser(claims: ["name": "Ada Lovelace"], authenticatedBefore: .seconds(3_600))
      for (path, status) in [
        ("/admins", 200), ("/mail", 403), ("/editors", 403), ("/strong", 401), ("/fresh", 401),
      ] {
        let answer = try await client.execute(uri: path, method: .get, headers: ada.headers) { $0 }
        #expect(answer.status.code == status)
      }
      let other = try await signIn.testUser(provider: "other")
      let mail = try await client.execute(uri: "/mail", method: .get, headers: other.headers) { $0 }
      #expect(mail.text == "mail")
    }
    await #expect(throws: WebSignInError.providerID("nowhere")) { try await signIn.testUser(provider: "nowhere") }
  }
}
