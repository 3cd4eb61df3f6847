import Evidence
import HTTPTypes
import OAuthCore
import OAuthServer
import Testing

@Suite("A token request", .covers("RFC 6749 §4.1.3, server"))
struct TokenRequestTests {
  @Test(
    "is a POST (RFC 6749 section 3.2)", .covers("question: Does the token server support GET requests"),
    arguments: [HTTPRequest.Method.get, .head, .put, .delete, .options, .patch])
  func method(method: HTTPRequest.Method) async throws {
    let answer = try await TestServer().server.respond(
      to: HTTPRequest(method: method, scheme: nil, authority: nil, path: "/token"), body: [])
    #expect(answer.status == 405)
    #expect(answer.field("Allow") == "POST")
  }

  @Test(
    "names a grant that the server supports",
    .covers("question: Does the server support RFC6749 (OAuth authorization framework)"))
  func grantType() async throws {
    let test = try TestServer()
    let code = try await test.code()
    for (grant, error) in [
      (nil, "invalid_request"), ("", "invalid_request"), ("password", "unsupported_grant_type"),
      ("client_credentials", "unauthorized_client"), ("Authorization_Code", "unsupported_grant_type"),
    ] as [(String?, String)] {
      let answer = await test.post("/token", TestServer.redemption(code, ["grant_type": grant]))
      #expect(answer.status == 400)
      #expect(answer.error == error)
    }
    #expect(await test.post("/token", TestServer.redemption(code, ["code": nil])).error == "invalid_request")
  }

  @Test("of a client that isn't allowed the grant is unauthorized_client")
  func unauthorized() async throws {
    let answer = try await TestServer().post("/token", TestServer.redemption("x", ["client_id": "idle"]))
    #expect(answer.error == "unauthorized_client")
  }

  @Test(
    "has no parameter twice (RFC 6749 section 3.2)",
    .covers("question: Does the token endpoint allow a parameter twice"),
    arguments: ["grant_type", "client_id", "code", "redirect_uri", "code_verifier", "client_secret", "scope"])
  func repeated(name: String) async throws {
    let test = try TestServer()
    let code = try await test.code()
    var form = TestServer.redemption(code)
    form.append(name, "x")
    form.append(name, "x")
    #expect(await test.post("/token", form).error == "invalid_request")
    _ = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
  }

  @Test(
    "may have unknown parameters, even twice",
    .covers("question: Does the token endpoint ignore unrecognized parameters"))
  func unknown() async throws {
    let test = try TestServer()
    var form = TestServer.redemption(try await test.code())
    form.append("resource", "https://a.example")
    form.append("resource", "https://b.example")
    _ = try TokenAnswer(await test.post("/token", form))
  }

  @Test(
    "is a form",
    arguments: [
      "application/json", "text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencodedx", "",
      "application/x-www-form-urlencoded, application/json",
    ])
  func contentType(type: String) async throws {
    let test = try TestServer()
    let form = TestServer.redemption(try await test.code())
    let answer = await test.post("/token", form, fields: [.contentType: type])
    #expect(answer.status == 400)
    #expect(answer.error == "invalid_request")
  }

  @Test(
    "may name a character set",
    arguments: [
      "application/x-www-form-urlencoded; charset=UTF-8", "Application/X-WWW-Form-URLEncoded",
      "application/x-www-form-urlencoded ;charset=utf-8",
    ])
  func charset(type: String) async throws {
    let test = try TestServer()
    let form = TestServer.redemption(try await test.code())
    _ = try TokenAnswer(await test.post("/token", form, fields: [.contentType: type]))
  }
}
