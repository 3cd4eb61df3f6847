import Evidence
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import Testing

// OpenID Connect Core §5.5.
@Suite(.covers("OpenID Core §5.3.2, server")) struct ClaimsParameterTests {
  @Test(
    arguments: [
      "[]", "x", "7", "null", #"{"userinfo":[]}"#, #"{"id_token":"x"}"#, #"{"userinfo":{"name":"x"}}"#,
      #"{"userinfo":{"name":{"essential":"yes"}}}"#, #"{"id_token":{"acr":{"values":"x"}}}"#,
      #"{"userinfo":{},"userinfo":{}}"#,
    ])
  func `A malformed claims parameter is rejected`(text: String) async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    #expect(
      try await test.get("/authorize", TestServer.webRequest(["claims": text])).callbackError() == "invalid_request")
  }

  @Test(
    arguments: [
      #"{}"#, #"{"userinfo":null,"x":7}"#, #"{"userinfo":{"name":{"y":[]}},"x":{"y":[]}}"#,
      #"{"id_token":{"acr":{"values":["1"]},"name":{"essential":true}}}"#,
    ])
  func `A valid claims parameter is stored with the code unchanged`(text: String) async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let code = try await test.decide(TestServer.webRequest(["claims": text])).callback("code")
    let record = try #require(try await test.database.authorizationCode(SecretHash(ofToken: Secret(code))))
    #expect(record.details.claims == (try JSONValue(bytes: Array(text.utf8))))
  }

  // §5.5.1: only the sign-in of the named user answers the request.
  @Test(
    arguments: [
      (#"{"id_token":{"sub":{"value":"248289761001"}}}"#, true),
      (#"{"userinfo":{"sub":{"value":"248289761001"}}}"#, true),
      (#"{"id_token":{"sub":{"values":["1","248289761001"]}}}"#, true), (#"{"id_token":{"sub":null}}"#, true),
      (#"{"id_token":{"sub":{"essential":true}}}"#, true), (#"{"id_token":{"sub":{"value":"1"}}}"#, false),
      (#"{"id_token":{"sub":{"value":"1"}},"userinfo":{"sub":{"value":"248289761001"}}}"#, false),
      (#"{"id_token":{"sub":{"values":[]}}}"#, false), (#"{"id_token":{"sub":{"value":7}}}"#, false),
    ])
  func `A requested sub must be that of the user who signs in`(text: String, isAda: Bool) async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let answer = await test.decide(TestServer.webRequest(["claims": text]))
    if isAda {
      #expect(try answer.callback("code").utf8.count == 40)
    } else {
      #expect(try answer.callbackError() == "login_required")
      #expect(test.database.counts.codes == 0)
    }
  }

  // §5.5.1.1.
  @Test(.covers("GHSA-hp74-gm6m-2qm5"))
  func `An essential acr that can't be met fails, and a voluntary one is ignored`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let essential = TestServer.webRequest(["claims": #"{"id_token":{"acr":{"essential":true,"values":["gold"]}}}"#])
    #expect(try await test.decide(essential).callbackError() == "unmet_authentication_requirements")
    for text in [#"{"id_token":{"acr":{"values":["gold"]}}}"#, #"{"id_token":{"acr":{"essential":true}}}"#] {
      #expect(try await test.decide(TestServer.webRequest(["claims": text])).callback("code").utf8.count == 40)
    }
    #expect(test.database.counts.codes == 2)
  }
}
