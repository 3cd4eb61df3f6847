import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

/// The rules for every endpoint's answer, tested at the device authorization endpoint.
@Suite struct EndpointAnswerTests {
  private func error(
    _ answer: HTTPAnswer, authentication: ClientAuthentication = .none
  ) async throws -> EndpointError {
    let server = try Fixture.metadata(["device_authorization_endpoint": "https://as.example/device"])
    let client = try Fixture.client(ScriptedTransport(answer), authentication: authentication, server: server)
    return try await #require(throws: EndpointError.self) { try await client.deviceAuthorization() }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `A redirect is an error`(_ status: Int) async throws {
    let answer = HTTPAnswer.json([:], status: HTTPResponse.Status(code: status))
    #expect(try await error(answer).problem == .redirected(status: status))
  }

  @Test(arguments: [200, 400, 401, 500])
  func `An error is an error with any status`(_ status: Int) async throws {
    let answer = HTTPAnswer.json(["error": "invalid_client"], status: HTTPResponse.Status(code: status))
    #expect(try await error(answer).problem == .refused(ErrorResponse(.invalidClient), status: status))
  }

  @Test(.covers("RFC 9110 §8.3.1")) func `A failing server differs from a refusing one`() async throws {
    var limited = HTTPAnswer.text("<html>", status: .tooManyRequests, contentType: "text/html")
    limited.response.headerFields[.retryAfter] = "30"
    let error = try await error(limited)
    #expect(error.problem == .unexpectedStatus(429, retryAfter: .seconds(30)))
    #expect(error.category == .temporary && error.retryAfter == .seconds(30))
    #expect(error.remedy.contains("30 s"))
    let refused = try await self.error(.json(["error": "invalid_scope"], status: .badRequest))
    #expect(refused.category == .refused && refused.retryAfter == nil)
  }

  @Test func `A body that doesn't match its content type is rejected`() async throws {
    #expect(
      try await error(.text("<html>", contentType: "text/html")).problem
        == .wrongContentType(UntrustedText("text/html")))
    #expect(
      try await error(.text("a=b", contentType: "application/x-www-form-urlencoded")).problem
        == .wrongContentType(UntrustedText("application/x-www-form-urlencoded")))
    #expect(try await error(.text("{")).problem == .malformedJSON(.malformed))
    #expect(try await error(.text("")).problem == .malformedJSON(.malformed))
    #expect(try await error(.text("[]")).problem == .notAnObject)
    #expect(
      try await error(.text(String(repeating: "[", count: 100))).problem
        == .malformedJSON(.tooDeep(limit: JSONValue.maximumDepth)))
  }

  @Test func `A client secret that a server sends back is not printed`() async throws {
    let answer = HTTPAnswer.json(
      ["error": "invalid_client", "error_description": "wrong s3cr3t-1\u{1B}[2J"], status: .unauthorized)
    let error = try await error(answer, authentication: .clientSecretPost(Secret("s3cr3t-1")))
    #expect("\(error)".contains("wrong [redacted][2J") && !"\(error)".contains("s3cr3t"))
  }

  @Test func `Every problem has a code, an explanation and a remedy`() async throws {
    let all = [
      try await error(.json([:], status: .found)), try await error(.json(["error": "x"])),
      try await error(.json([:], status: .badGateway)), try await error(.text("", contentType: "text/html")),
      try await error(.text("[]")), try await error(.text("{")), try await error(.json([:])),
      try await error(.json(["device_code": 1])),
    ]
    #expect(Set(all.map(\.code)).count == all.count)
    for error in all {
      #expect(error.explanation.contains("device authorization endpoint") && !error.remedy.isEmpty)
    }
  }
}
