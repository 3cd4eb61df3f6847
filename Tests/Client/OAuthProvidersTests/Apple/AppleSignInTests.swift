import Evidence
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuthProviders

/// Apple's differences from other providers: the form callback, the user's name in it, and its
/// error code for a denial.
@Suite struct AppleSignInTests {
  private func known() throws -> KnownProvider {
    try #require(KnownProvider.all.first { $0.provider.id == "apple" })
  }

  private func attempt() async throws -> AuthorizationAttempt {
    let known = try known()
    return try await known.client(PlayedProvider(known)).begin(redirectURI: RedirectURI(known.redirectURI))
  }

  private func form(_ parameters: FormParameters) -> [UInt8] {
    Array(parameters.queryEncoded().utf8)
  }

  @Test(.covers("Apple: the answer is posted", "Apple: the name is sent once"))
  func `The callback has to be a form, with the user beside the code`() async throws {
    let attempt = try await attempt()
    let body = form([
      "code": "c-1", "state": attempt.state.reveal(),
      "user": #"{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"ada@example.com"}"#,
    ])
    _ = try attempt.receive(AuthorizationCallback(formBody: body))
    let user = try #require(AppleUser(formBody: body))
    #expect(user.firstName == "Ada" && user.lastName == "Lovelace")
    var dumped = ""
    dump(user, to: &dumped)
    #expect(!"\(user) \(String(reflecting: user)) \(dumped)".contains("Ada"))
  }

  @Test(.covers("Apple: the answer is posted")) func `A code in the address is rejected if a form was requested`()
    async throws
  {
    let attempt = try await attempt()
    let url = attempt.redirectURI.adding(["code": "c-1", "state": attempt.state.reveal()])
    #expect(throws: CallbackError.anotherResponseMode) { _ = try attempt.receive(AuthorizationCallback(url: url)) }
    #expect(!attempt.isCompleted)
  }

  @Test func `Without a scope the callback isn't posted`() async throws {
    let known = try known()
    let attempt = try await known.client(PlayedProvider(known)).begin(
      redirectURI: RedirectURI(known.redirectURI), scope: Scope.none)
    #expect(!attempt.url.contains("response_mode"))
  }

  @Test(.covers("Apple: user_cancelled_authorize")) func `A denial has the same remedy as at other providers`()
    async throws
  {
    let attempt = try await attempt()
    let body = form(["error": "user_cancelled_authorize", "state": attempt.state.reveal()])
    let error = #expect(throws: CallbackError.self) { _ = try attempt.receive(AuthorizationCallback(formBody: body)) }
    #expect(error == .refused(ErrorResponse(ErrorCode("user_cancelled_authorize"))))
    #expect(error?.remedy == CallbackError.refused(ErrorResponse(.accessDenied)).remedy)
  }

  @Test(.covers("Apple: the secret is sent in the body"))
  func `The signed secret goes into the body, and not into a header field`() async throws {
    let known = try known()
    let played = PlayedProvider(known)
    _ = try await known.client(played).signIn(scope: Scope(["name"]), with: played)
    let exchange = try #require(played.exchanges.last)
    #expect(exchange.address == "https://appleid.apple.com/auth/token")
    #expect(try exchange.form.single("client_secret") == "a.signed.token")
    #expect(try exchange.form.single("client_id") == known.clientID)
    #expect(exchange.request.headerFields[.authorization] == nil)
  }

  @Test(
    .covers("Apple: the name is sent once"),
    arguments: [
      "", "user", "user=", "user=x", "user=%7B%7D", "user=%5B%5D", "user=null", "user=%7B%22name%22%3A%22Ada%22%7D",
      "user=%7B%22name%22%3A%7B%7D%7D&user=%7B%22name%22%3A%7B%7D%7D", "user=%zz", "code=c-1", "user=%7B%22name%22%3A",
    ])
  func `A form without a readable user has no user`(_ body: String) {
    #expect(AppleUser(formBody: Array(body.utf8)) == nil)
  }

  @Test func `Names of the wrong type are treated as missing`() throws {
    let user = try #require(AppleUser(formBody: form(["user": #"{"name":{"firstName":1,"lastName":["x"]}}"#])))
    #expect(user.firstName == nil && user.lastName == nil)
  }

  @Test func `Invalid UTF-8 and endless nesting don't crash`() {
    #expect(AppleUser(formBody: [0x75, 0x73, 0x65, 0x72, 0x3D, 0xFF, 0xFE]) == nil)
    #expect(AppleUser(formBody: Array(("user=" + String(repeating: "[", count: 100_000)).utf8)) == nil)
  }
}
