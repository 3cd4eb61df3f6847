import HTTPTypes
import OAuthCore
import OAuthServer
import Testing

extension RegistrationServer {
  /// Signs Ada in with a new browser.
  /// - Returns: Her session's cookie, and the code that the client got.
  func signIn(_ client: String, _ changes: Changes = [:]) async throws -> (cookie: String, code: String) {
    let opened = await get("/authorize", Self.authorization(client, changes))
    let (action, fields) = try #require(pages.last?.form)
    let form = TestServer.form(
      fields.map { ($0.name, $0.value.reveal()) } + [
        ("username", "ada"), ("password", TestServer.password), ("decision", "approve"),
      ])
    let answer = await post(action, form, fields: [.cookie: try Self.cookie(opened)])
    return (try Self.cookie(answer), try answer.callback("code"))
  }

  private static func cookie(_ answer: HTTPAnswer) throws -> String {
    String(try #require(answer.field("Set-Cookie")).prefix { $0 != ";" })
  }
}
