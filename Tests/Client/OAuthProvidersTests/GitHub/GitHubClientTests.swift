import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Testing

@testable import GitHubAuth
@testable import OAuthProviders

struct GitHubClientTests {
  private func error(
    _ result: Result<HTTPAnswer, any Error>, at moment: Date = Date(timeIntervalSince1970: 1_800_000_000)
  ) async -> GitHubAPIError? {
    let client = GitHubClient(
      token: Secret("gho_secret"), through: ScriptedTransport(results: [result]), clock: ManualClock(moment).wallClock)
    return await #expect(throws: GitHubAPIError.self) { try await client.user() }
  }

  private func answer(_ status: Int, _ fields: [String: String] = [:]) throws -> Result<HTTPAnswer, any Error> {
    var answer = HTTPAnswer(HTTPResponse(status: HTTPResponse.Status(code: status)))
    for (name, value) in fields { answer.response.headerFields[try #require(HTTPField.Name(name))] = value }
    return .success(answer)
  }

  @Test func `A provider can't choose an address on this machine to fetch`() async throws {
    for (picture, isKept) in [
      ("https://avatars.githubusercontent.com/u/1", true), ("http://127.0.0.1:8080/", false),
      ("https://localhost/secret", false),
    ] {
      let answer = HTTPAnswer.json(["id": 1, "login": "ada", "avatar_url": .string(picture)])
      let client = GitHubClient(token: Secret("gho_secret"), through: ScriptedTransport(answer))
      #expect(try await client.user().avatar?.text == (isKept ? picture : nil))
    }
  }

  @Test(
    .covers("GitHub: X-OAuth-Scopes lists the scopes of a token"),
    arguments: [("repo, user:email", ["repo", "user:email"]), ("", []), ("gist", ["gist"]), (nil, nil)])
  func `A valid token's user is returned with the scope that GitHub names`(
    _ header: String?, _ scopes: [String]?
  ) async throws {
    var answer = HTTPAnswer.json(["id": 583_231, "login": "octocat", "name": "The Octocat"])
    answer.response.headerFields[try #require(HTTPField.Name("X-OAuth-Scopes"))] = header
    let transport = ScriptedTransport(answer)
    let info = try await GitHubClient(token: "gho_secret", through: transport).validateToken()
    #expect(info.login == "octocat" && info.id == 583_231 && info.displayName == "The Octocat")
    #expect(info.scope?.tokens == scopes && info.expiresAt == nil)
    let request = try #require(transport.exchanges.first).request
    #expect(request.headerFields[.authorization] == "Bearer gho_secret")
    #expect(request.authority == "api.github.com" && request.path == "/user")
  }

  @Test func `An invalid token is an error`() async throws {
    let transport = ScriptedTransport(results: [try answer(401)])
    await #expect(throws: GitHubAPIError.unauthorized) {
      try await GitHubClient(token: "gho_secret", through: transport).validateToken()
    }
  }

  @Test func `Each status has its own error`() async throws {
    #expect(await error(try answer(401)) == .unauthorized)
    #expect(await error(try answer(403)) == .forbidden)
    #expect(await error(try answer(403, ["X-RateLimit-Remaining": "12"])) == .forbidden)
    for status in [204, 302, 404, 500, 503] { #expect(await error(try answer(status)) == .status(status)) }
  }

  @Test(arguments: [403, 429])
  func `After too many requests the error says when the next request is accepted`(_ status: Int) async throws {
    let used = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1800003600"]
    #expect(await error(try answer(status, used)) == .rateLimited(retryAfter: .seconds(3_600)))
    let past = used.merging(["X-RateLimit-Reset": "1799999999"]) { $1 }
    #expect(await error(try answer(status, past)) == .rateLimited(retryAfter: .zero))
    #expect(await error(try answer(status, ["Retry-After": "60"])) == .rateLimited(retryAfter: .seconds(60)))
    for reset in ["soon", "-1", "99999999999999999999", ""] {
      let fields = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset]
      #expect(await error(try answer(status, fields)) == .rateLimited(retryAfter: nil))
    }
    #expect(GitHubAPIError.rateLimited(retryAfter: .seconds(3_600)).remedy == "Try again in 1 hour.")
  }

  @Test(
    arguments: [
      "", "null", "[]", "{}", #"{"login":"a"}"#, #"{"id":1}"#, #"{"id":"1","login":"a"}"#, #"{"id":1,"login":""}"#,
      #"{"id":1,"login":"a b"}"#, #"{"id":1,"login":"a\u0000"}"#, #"{"id":1,"login":"оctocat"}"#,
      #"{"id":1,"login":"a","login":"b"}"#, #"{"id":1.5,"login":"a"}"#,
    ])
  func `An answer without a usable id and login is malformed`(_ body: String) async throws {
    #expect(await error(.success(.text(body))) == .malformed)
  }

  @Test func `A login that is too long is malformed`() async throws {
    let login = String(repeating: "a", count: 101)
    #expect(await error(.success(.json(["id": 1, "login": .string(login)]))) == .malformed)
  }

  @Test func `All members except the ID and the login may be missing or unusable`() async throws {
    let transport = ScriptedTransport(
      .json(["id": 1, "login": "octo-cat_corp"]),
      .json(["id": 2, "login": "robot[bot]", "name": "", "avatar_url": "javascript:alert(1)", "email": .null]))
    let client = GitHubClient(token: Secret("gho_secret"), through: transport)
    for _ in 0..<2 {
      let user = try await client.user()
      #expect(user.name == nil && user.avatar == nil && user.email == nil)
      #expect(GitHubUser(user.members) == user)
    }
  }

  @Test func `A missing answer is a network error, and a cancellation isn't`() async throws {
    #expect(
      await error(.failure(HTTPTransportError(.timedOut, origin: "https://api.github.com"))) == .network(.timedOut))
    #expect(await error(.failure(CancellationError())) == .cancelled)
  }

  @Test func `Each error says what to do, and no description shows the token`() {
    let errors: [GitHubAPIError] = [
      .unauthorized, .forbidden, .rateLimited(retryAfter: nil), .status(500), .status(404), .malformed,
      .network(.timedOut),
      .network(nil), .cancelled,
    ]
    for error in errors { #expect(!error.explanation.isEmpty && !error.remedy.isEmpty && error.step == .resource) }
    #expect(Set(errors.map(\.code)).count == 7)
    let client = GitHubClient(token: Secret("gho_secret"), through: ScriptedTransport())
    var dumped = ""
    dump(client, to: &dumped)
    #expect(!"\(client) \(String(reflecting: client)) \(dumped)".contains("gho_secret"))
  }
}
