import HTTPTypes
import Foundation
import JOSE
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuth

/// Secrets among the members of answers, which Pixy stores without knowing them.
struct AnswerRedactionTests {
  /// The secret members of all answers, and members that a server may invent.
  private static let names = [
    "id_token", "access_token", "refresh_token", "client_secret", "registration_access_token", "device_code", "code",
    "code_verifier", "state", "nonce", "client_assertion", "software_statement", "password", "api_key", "a_new_name",
  ]
  private static let secrets = Dictionary(uniqueKeysWithValues: names.map { ($0, "s3cr3t-" + $0) })
  private static let members = secrets.mapValues { JSONValue.string($0) }

  /// Every text that a program could write about a value: its descriptions, its dump, and those of
  /// all parts that reflection finds.
  private static func texts(_ value: Any, depth: Int = 0) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    var texts = ["\(value)", String(reflecting: value), String(describing: Optional(value)), dumped]
    guard depth < 8 else { return texts }
    for child in Mirror(reflecting: value).children {
      texts += Self.texts(child.value, depth: depth + 1) + [child.label ?? ""]
    }
    return texts
  }

  private static func check(_ value: Any, _ location: SourceLocation = #_sourceLocation) {
    for text in texts(value) {
      #expect(!text.contains("s3cr3t"), "\(type(of: value)): \(text)", sourceLocation: location)
    }
  }

  private static func answer(_ more: [String: JSONValue]) -> HTTPAnswer {
    .json(members.merging(more) { $1 })
  }

  private static func answered(_ more: [String: JSONValue]) throws -> OAuthClient {
    try Fixture.client(
      ScriptedTransport(answer(more)),
      server: Fixture.metadata(["introspection_endpoint": "https://as.example/introspect"]))
  }

  @Test func `A JSON value shows its kind and names only`() {
    let object = JSONValue.object(Self.members)
    Self.check(object)
    Self.check(JSONValue.array([object, "s3cr3t"]))
    Self.check(JSONValue.string("s3cr3t"))
    Self.check(["id_token": JSONValue.string("s3cr3t")])
    Self.check(["outer": JSONValue.object(["inner": .array([.string("s3cr3t")])])])
    Self.check(Result<JSONValue, any Error>.success("s3cr3t"))
    #expect("\(object)".contains("id_token"))
    #expect("\(JSONValue.array([1, 2]))" == "JSONValue(array of 2)")
    #expect("\(JSONValue.object(["a\u{1B}[2J\n": 1]))" == "JSONValue(object: a[2J)")
    // Its text is complete.
    #expect(String(decoding: object.bytes(), as: UTF8.self).contains("s3cr3t-id_token"))
  }

  @Test func `A token response shows no secret, nor do its additional members and the stored tokens`() async throws {
    let client = try Self.answered(["token_type": "Bearer", "expires_in": 3_600])
    let response = try await client.refresh(Secret("s3cr3t-old"))
    #expect(response.additionalMembers["id_token"] == "s3cr3t-id_token")
    Self.check(response)
    Self.check(response.additionalMembers)
    let stored = try StoredTokens(response)
    Self.check(stored)
    Self.check(stored.additionalMembers)
    let store = MemoryTokenStore()
    store.save(stored, for: try Account(provider: "https://as.example", name: "ada"))
    Self.check(store)
  }

  @Test func `An introspection answer shows no secret`() async throws {
    let client = try Self.answered(["active": true, "username": "s3cr3t-user"])
    let answer = try await client.introspect(Secret("s3cr3t-token"))
    Self.check(answer)
    guard case .active(let token) = answer else {
      Issue.record("the token isn't active")
      return
    }
    Self.check(token.members)
  }

  @Test func `A registration answer shows no secret`() async throws {
    let transport = ScriptedTransport(
      HTTPAnswer.json(Self.members.merging(["client_id": "c-1"]) { $1 }, status: .created))
    let registration = try await ClientRegistration.register(
      ClientMetadata(), at: Fixture.metadata(["registration_endpoint": "https://as.example/register"]),
      through: transport)
    Self.check(registration)
    Self.check(registration.members)
  }

  @Test func `A client's metadata shows no secret`() {
    var metadata = ClientMetadata()
    metadata.additionalMembers = Self.members
    metadata.jwks = .object(["keys": .array([.object(["d": "s3cr3t"])])])
    Self.check(metadata)
  }

  @Test func `A server's metadata shows no secret`() throws {
    let metadata = AuthorizationServerMetadata(
      authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"), members: Self.members)
    Self.check(metadata)
  }
}
