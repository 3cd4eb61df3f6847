import Evidence
import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 6749 §4.1.3")) struct TokenResponseTests {
  private func read(_ answer: HTTPAnswer, refreshing token: String = "rt-secret-1") async throws -> TokenResponse {
    let request = try await Fixture.refreshRequest(Fixture.client(), token)
    return try TokenResponse(answer, to: request, receivedAt: ManualClock().now)
  }

  private func error(_ answer: HTTPAnswer, refreshing token: String = "rt-secret-1") async -> EndpointError? {
    do {
      _ = try await read(answer, refreshing: token)
      return nil
    } catch let error as EndpointError {
      return error
    } catch {
      return nil
    }
  }

  private func problem(_ answer: HTTPAnswer) async -> EndpointError.Problem? {
    await error(answer)?.problem
  }

  // RFC 6749 §5.1, the example.
  @Test func `The example of RFC 6749 is read`() async throws {
    let tokens = try await read(
      .text(
        """
        {"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"example","expires_in":3600,
         "refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA","example_parameter":"example_value"}
        """.replacingOccurrences(of: "\"example\"", with: "\"Bearer\""),
        contentType: "application/json;charset=UTF-8"))
    #expect(tokens.accessToken == Secret("2YotnFZFEjr1zCsicMWpAA"))
    #expect(tokens.refreshToken == Secret("tGzv3JOkF0XG5Qx2TlKWIA"))
    #expect(tokens.expiresIn == .seconds(3_600))
    #expect(tokens.expiresAt == ManualClock().now.addingTimeInterval(3_600))
    #expect(tokens.additionalMembers == ["example_parameter": "example_value"])
    #expect(tokens.scope == nil)
  }

  @Test(
    arguments: [
      (.integer(3_600), 3_600), (.string("3600"), 3_600), (.number(3_600.9), 3_600), (.integer(0), 0),
      (.integer(.max), 100 * 366 * 86_400),
    ] as [(JSONValue, Int64)])
  func `expires_in is read as a number and as a string`(_ value: JSONValue, _ seconds: Int64) async throws {
    #expect(try await read(Fixture.tokens(["expires_in": value])).expiresIn == .seconds(seconds))
  }

  @Test(
    arguments: [.integer(-1), .string("soon"), .string("3600s"), true, [1], .number(1e300), .number(-0.5)]
      as [JSONValue])
  func `An expires_in that isn't a duration counts as absent, so that the tokens aren't lost`(
    _ value: JSONValue
  ) async throws {
    let tokens = try await read(Fixture.tokens(["expires_in": value]))
    #expect(tokens.expiresIn == nil && tokens.expiresAt == nil)
  }

  @Test func `null counts as absent`() async throws {
    let tokens = try await read(
      Fixture.tokens(["expires_in": .null, "refresh_token": .null, "scope": .null, "error": .null]))
    #expect(tokens.expiresIn == nil && tokens.refreshToken == nil && tokens.scope == nil)
  }

  @Test(
    arguments: [
      (.string("a b"), ["a", "b"]), (.string("a,b"), ["a", "b"]), (["a", "b"], ["a", "b"]), (.string(""), []),
    ] as [(JSONValue, [String])])
  func `scope is read with spaces, with commas and as a list`(_ value: JSONValue, _ tokens: [String]) async throws {
    #expect(try await read(Fixture.tokens(["scope": value])).scope?.tokens == tokens)
  }

  // GitHub answers with a form unless the request asks for JSON.
  @Test func `A form-encoded answer is read`() async throws {
    let tokens = try await read(
      .text(
        "access_token=gho_16C7e42F292c6912E7710c838347Ae178B4a&scope=repo%2Cgist&token_type=bearer",
        contentType: "application/x-www-form-urlencoded; charset=utf-8"))
    #expect(tokens.accessToken == Secret("gho_16C7e42F292c6912E7710c838347Ae178B4a"))
    #expect(tokens.scope?.tokens == ["repo", "gist"])
  }

  @Test func `A form with a repeated member is an error`() async {
    #expect(
      await problem(
        .text("access_token=a&access_token=b&token_type=bearer", contentType: "application/x-www-form-urlencoded"))
        == .repeatedMember("access_token"))
  }

  // Some clients treat status 200 with an error as success.
  @Test(arguments: [200, 400, 401, 403, 500])
  func `An error is an error with any status`(_ status: Int) async {
    let answer = HTTPAnswer.json(
      ["error": "bad_verification_code", "error_description": "The code passed is incorrect or expired."],
      status: HTTPResponse.Status(code: status))
    #expect(
      await problem(answer)
        == .refused(
          ErrorResponse(ErrorCode("bad_verification_code"), description: "The code passed is incorrect or expired."),
          status: status))
  }

  @Test func `An error next to a token is an error`() async {
    #expect(
      await problem(Fixture.tokens(["error": "invalid_grant"])) == .refused(ErrorResponse(.invalidGrant), status: 200))
  }

  @Test func `An error in a form is an error`() async {
    #expect(
      await problem(.text("error=incorrect_client_credentials", contentType: "application/x-www-form-urlencoded"))
        == .refused(ErrorResponse(ErrorCode("incorrect_client_credentials")), status: 200))
  }

  @Test func `A refresh token that the server sends back is not printed`() async {
    let answer = HTTPAnswer.json(
      ["error": "invalid_grant", "error_description": "token rt-secret-1 is spent"], status: .badRequest)
    let shown = await error(answer).map { "\($0)" } ?? ""
    #expect(shown.contains("token [redacted] is spent"))
  }

  // Some clients follow redirects from the token endpoint.
  @Test(arguments: [301, 302, 303, 307, 308])
  func `A redirect is an error`(_ status: Int) async {
    var answer = Fixture.tokens()
    answer.response.status = HTTPResponse.Status(code: status)
    #expect(await problem(answer) == .redirected(status: status))
  }

  @Test(arguments: ["access_token", "token_type"])
  func `A missing required member is an error`(_ member: String) async throws {
    for (value, expected) in [
      (.null, .missingMember(member)), ("", .missingMember(member)), (1, .malformedMember(member)),
    ] as [(JSONValue, EndpointError.Problem)] {
      let client = try Fixture.client(ScriptedTransport(Fixture.tokens([member: value])))
      let error = await #expect(throws: EndpointError.self) { try await client.clientCredentials() }
      #expect(error?.problem == expected)
    }
  }

  @Test(.covers("RP FAPI2: test-token-type-case-insensitivity"))
  func `An unknown token type is an error, and bearer is known in upper and lower case`() async throws {
    #expect(await problem(Fixture.tokens(["token_type": "mac"])) == .unknownTokenType(UntrustedText("mac")))
    #expect(try await read(Fixture.tokens(["token_type": "bEARER"])).tokenType == .bearer)
  }

  @Test(arguments: ["a\r\nX-Injected: 1", "a\u{0}", "a\u{7F}", "\u{E9}", "a\tb"])
  func `A token that could break out of a header field is rejected`(_ token: String) async {
    #expect(await problem(Fixture.tokens(["access_token": .string(token)])) == .malformedMember("access_token"))
  }

  @Test func `A body that doesn't match its content type is rejected`() async {
    #expect(await problem(.text("<html>", contentType: "text/html")) == .wrongContentType(UntrustedText("text/html")))
    #expect(await problem(.text("<html>")) == .malformedJSON(.malformed))
    #expect(await problem(.text("")) == .malformedJSON(.malformed))
    #expect(await problem(.text("[]")) == .notAnObject)
    #expect(await problem(.text("\"a\"")) == .notAnObject)
    #expect(
      await problem(.text("a=%", contentType: "application/x-www-form-urlencoded"))
        == .malformedForm(.malformedPercentEncoding(position: 2)))
    let deep = String(repeating: "{\"a\":", count: 40) + "1" + String(repeating: "}", count: 40)
    #expect(await problem(.text(deep)) == .malformedJSON(.tooDeep(limit: JSONValue.maximumDepth)))
    let long = "{\"a\":\"" + String(repeating: "a", count: JSONValue.maximumBytes) + "\"}"
    #expect(await problem(.text(long)) == .malformedJSON(.tooLong(limit: JSONValue.maximumBytes)))
  }

  @Test(.covers("RFC 9110 §8.3.1")) func `JSON is read under its other names and without any`() async throws {
    let body = #"{"access_token":"a","token_type":"Bearer"}"#
    for type in ["application/json", "Application/JSON; charset=utf-8", "application/problem+json", nil] {
      await #expect(throws: Never.self) { _ = try await read(.text(body, contentType: type)) }
    }
  }

  @Test func `A failing server differs from a refusing one`() async {
    var limited = HTTPAnswer.text("<html>slow down</html>", status: .tooManyRequests, contentType: "text/html")
    limited.response.headerFields[.retryAfter] = "30"
    #expect(await problem(limited) == .unexpectedStatus(429, retryAfter: .seconds(30)))
    #expect(await error(limited)?.category == .temporary)
    let broken = HTTPAnswer.text("oops", status: .badGateway, contentType: "text/html")
    #expect(await problem(broken) == .unexpectedStatus(502, retryAfter: nil))
    #expect(await error(broken)?.category == .temporary)
    let refused = HTTPAnswer.json(["error": "invalid_grant"], status: .badRequest)
    #expect(await error(refused)?.category == .signInNeeded)
    #expect(await problem(.json([:], status: .badRequest)) == .unexpectedStatus(400, retryAfter: nil))
  }

  @Test func `An answer shows no token, not even an unknown member`() async throws {
    let tokens = try await read(
      Fixture.tokens(["access_token": "s3cr3t", "refresh_token": "s3cr3t", "id_token": "s3cr3t", "expires_in": 60]))
    var dumped = ""
    dump(tokens, to: &dumped)
    for text in ["\(tokens)", String(reflecting: tokens), dumped] { #expect(!text.contains("s3cr3t")) }
  }

  // Found by Fuzz/Sources/fuzz/Targets/TokenAnswerTarget.swift.
  @Test(
    arguments: [
      .text(#"{"access_token":"a","token_type":"rt-secret-1"}"#, contentType: "application/json"),
      .text("rt-secret-1=a&rt-secret-1=b", contentType: "application/x-www-form-urlencoded"),
      .text("x", contentType: "text/rt-secret-1"),
    ] as [HTTPAnswer])
  func `A secret in an unexpected member is withheld`(_ answer: HTTPAnswer) async throws {
    let refusal = try #require(await self.error(answer))
    #expect(!"\(refusal)".contains("rt-secret-1"))
    #expect("\(refusal)".contains("[redacted]"))
  }
}
