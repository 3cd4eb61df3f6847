import Evidence
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import Testing

/// A payment of an amount in whole euros.
struct Payment: AuthorizationDetailType {
  let name = "payment"

  func check(_ detail: [String: JSONValue], for client: RegisteredClient) throws(AuthorizationDetailRefusal) {
    guard Set(detail.keys) == ["type", "euros"], case .integer(let euros)? = detail["euros"], euros > 0 else {
      throw AuthorizationDetailRefusal("a payment has euros, and \"nothing\" else\\")
    }
  }

  func explanation(of detail: [String: JSONValue]) -> String {
    guard case .integer(let euros)? = detail["euros"] else { return "" }
    return "Pay \(euros) euros"
  }
}

// RFC 9396.
@Suite(.covers("RFC 9396 §2, server")) struct AuthorizationDetailsTests {
  static func server() throws -> TestServer {
    let web = try TestServer.asking { $0.authorizationDetailsTypes = ["payment", "unknown"] }
    return try TestServer(asking: [web, try TestServer.asking("other")]) { $0.requests.detailTypes = [Payment()] }
  }

  @Test func `Details are shown to the user, and go into code and token answer`() async throws {
    let test = try Self.server()
    let request = TestServer.webRequest(["authorization_details": #"[{"type":"payment","euros":7}]"#])
    _ = await test.get("/authorize", request)
    guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(page.details.map(\.type) == ["payment"] && page.details.map(\.text) == ["Pay 7 euros"])
    #expect(page.details.map(\.detail) == [["type": "payment", "euros": 7]])
    let code = try await test.decide(request).callback("code")
    let record = try #require(try await test.database.authorizationCode(SecretHash(ofToken: Secret(code))))
    #expect(record.details.authorizationDetails == [["type": "payment", "euros": 7]])
  }

  @Test(
    arguments: [
      "[]", "{}", "x", "", "null", #"["payment"]"#, #"[{}]"#, #"[{"type":7}]"#, #"[{"type":"unknown"}]"#,
      #"[{"type":"Payment","euros":7}]"#, #"[{"type":"payment"}]"#, #"[{"type":"payment","euros":-7}]"#,
      #"[{"type":"payment","euros":7,"to":"eve"}]"#, #"[{"type":"payment","euros":7},{"type":"unknown"}]"#,
      #"[{"type":"payment","euros":7,"euros":8}]"#,
    ].filter { !$0.isEmpty })
  func `Details that are malformed, unknown or too large are rejected`(text: String) async throws {
    let test = try Self.server()
    let answer = await test.get("/authorize", TestServer.webRequest(["authorization_details": text]))
    #expect(try answer.callbackError() == "invalid_authorization_details")
    let description = try answer.callback("error_description")
    #expect(description.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
  }

  @Test func `A client can't use a type that it didn't register, and too many elements are rejected`() async throws {
    let test = try Self.server()
    let one = #"{"type":"payment","euros":7}"#
    let other = TestServer.webRequest(["client_id": "other", "authorization_details": "[\(one)]"])
    #expect(try await test.get("/authorize", other).callbackError() == "invalid_authorization_details")
    let many = "[" + Array(repeating: one, count: 21).joined(separator: ",") + "]"
    let request = TestServer.webRequest(["authorization_details": many])
    #expect(try await test.get("/authorize", request).callbackError() == "invalid_authorization_details")
  }

  @Test func `The metadata lists the supported types`() async throws {
    let path = "/.well-known/oauth-authorization-server"
    #expect(try await Self.server().get(path).members["authorization_details_types_supported"] == ["payment"])
    #expect(try await TestServer(asking: []).get(path).members["authorization_details_types_supported"] == nil)
  }
}
