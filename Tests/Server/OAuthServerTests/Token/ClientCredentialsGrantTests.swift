import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import Testing

/// The client credentials grant (RFC 6749 §4.4).
@Suite(.covers("RFC 6749 §4.4, server")) struct ClientCredentialsGrantTests {
  static func request(_ test: TestServer, _ changes: Changes = [:], _ more: [(String, String)] = []) async throws
    -> HTTPAnswer
  {
    let pairs = [("grant_type", "client_credentials"), ("scope", "notes")] + more
    return await test.post("/token", TestServer.authenticated(pairs, by: try test.assertion(), changes))
  }

  @Test(
    .covers(
      "question: Does the server support RFC6749 (OAuth authorization framework)",
      "question: Does the client credentials flow grant refresh tokens"))
  func `A client gets a token for itself, and no refresh token`() async throws {
    let test = try TestServer.withServices()
    let tokens = try TokenAnswer(await Self.request(test))
    #expect(tokens.refresh == nil && tokens.members["id_token"] == nil)
    #expect(tokens.members["token_type"] == "Bearer" && tokens.members["scope"] == "notes")
    #expect(test.database.counts.tokens == 1)
  }

  @Test(.covers("RFC 9700 §4.15"))
  func `The token has no user, so UserInfo rejects it, even if a user has the client's identifier`() async throws {
    let namesake = User(subject: Subject(rawValue: TestServer.service), username: "eve", name: "Eve")
    let test = try TestServer.withServices(
      users: InMemoryUserDirectory([TestServer.ada, (namesake, Secret("password"))]))
    let token = try TokenAnswer(await Self.request(test, ["scope": "profile"])).access
    let answer = await test.userInfo(token)
    #expect(answer.status == 401 && answer.error == "invalid_token")
    let introspection = try await IntrospectionTests.ask(test, token).members
    #expect(introspection["active"] == true && introspection["username"] == nil)
    #expect(introspection["sub"] == "service" && introspection["client_id"] == "service")
  }

  @Test func `A scope about users, of another client, or unknown is rejected`() async throws {
    let test = try TestServer.withServices()
    for scope in ["openid", "notes openid", "offline_access", "unknown", "a\"b"] {
      #expect(try await Self.request(test, ["scope": scope]).error == "invalid_scope")
    }
    #expect(try TokenAnswer(await Self.request(test, ["scope": nil])).members["scope"] == nil)
  }

  @Test func `A public client, and one without the grant, are rejected`() async throws {
    let scope = try Scope(["notes"])
    let open = RegisteredClient(
      id: "open", name: "Open", redirectURIs: [], scope: scope, grants: [.clientCredentials])
    let test = try TestServer.withServices(moreClients: [open])
    for changes in [["client_id": "open"], ["client_id": "web", "client_secret": TestServer.clientSecret]] as [Changes]
    {
      let form = TestServer.form([("grant_type", "client_credentials")], changes)
      #expect(await test.post("/token", form).error == "unauthorized_client")
    }
  }

  // RFC 8707 §2.2.
  @Test(.covers("RFC 9700 §4.9.1"))
  func `Resources that the server knows become the audience, and others are invalid_target`() async throws {
    let test = try TestServer.withServices({ $0.accessTokenFormat = .jwt })
    let notes = ("resource", TestServer.notesResource)
    let mail = ("resource", TestServer.mailResource)
    for (resources, audience) in [
      ([], .string(TestServer.issuer)), ([notes], .string(notes.1)), ([notes, notes], .string(notes.1)),
      ([notes, mail], [.string(notes.1), .string(mail.1)]),
    ] as [([(String, String)], JSONValue)] {
      let token = try TokenAnswer(await Self.request(test, [:], resources)).access
      let claims = try await test.accessToken(token).claims
      #expect(claims["aud"] == audience)
      #expect(try await IntrospectionTests.ask(test, token).members["aud"] == audience)
    }
    for other in ["https://other.example/", "https://notes.example/other", "notes", "https://notes.example/#a"] {
      #expect(try await Self.request(test, [:], [notes, ("resource", other)]).error == "invalid_target")
    }
  }

  @Test func `A client can request only resources of its own list`() async throws {
    let test = try TestServer.withServices({ $0.resources = [TestServer.mailResource] })
    #expect(try await Self.request(test, [:], [("resource", TestServer.mailResource)]).status == 200)
    #expect(try await Self.request(test, [:], [("resource", TestServer.notesResource)]).error == "invalid_target")
  }
}

extension TestServer {
  /// Returns the header and claims of a JWT access token, after checking its signature with the
  /// published keys.
  func accessToken(_ token: String) async throws -> (header: JOSEHeader, claims: [String: JSONValue]) {
    let verified = try JSONWebSignature(compact: token).verified(
      by: try await keySet(), allowing: [.rs256, .es256], type: .exactly("at+jwt"))
    return (verified.header, try verified.claims())
  }
}
