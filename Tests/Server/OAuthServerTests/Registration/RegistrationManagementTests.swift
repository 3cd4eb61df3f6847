import Evidence
import HTTPTypes
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

/// Management of a client's registration (RFC 7592).
@Suite(.covers("RFC 7592 §2.1, server")) struct RegistrationManagementTests {
  private struct Client {
    let test: RegistrationServer
    let members: [String: JSONValue]
    let id: String
    let token: String
    var path: String { "/register/" + id }

    /// - Parameter initial: The initial access token; `nil` for a stranger.
    init(
      _ test: RegistrationServer, _ members: [String: JSONValue] = [:], initial: String? = nil
    ) async throws {
      self.test = test
      self.members = try await test.register(members, token: initial).members
      id = try #require(self.members["client_id"]?.string)
      token = try #require(self.members["registration_access_token"]?.string)
    }

    func put(_ members: [String: JSONValue], token: String? = nil) async -> HTTPAnswer {
      await test.json(
        .put, path,
        ["client_id": .string(id), "redirect_uris": [.string(RegistrationServer.redirect)]].merging(members) { $1 },
        token: token ?? self.token)
    }
  }

  // §2.1.
  @Test func `A client reads its registration, but its secret only once`() async throws {
    let client = try await Client(RegistrationServer(), ["client_name": "App", "software_id": "x"])
    let answer = await client.test.get(client.path, token: client.token)
    #expect(answer.status == 200 && answer.field("Cache-Control") == "no-store")
    var expected = client.members
    expected["client_secret"] = nil
    expected["client_secret_expires_at"] = nil
    #expect(try answer.members == expected)
  }

  @Test(.covers("CVE-2026-9705"))
  func `Only the client itself can read, change or delete it, and unknown clients look the same`() async throws {
    let test = try RegistrationServer()
    let client = try await Client(test)
    let other = try await Client(test)
    for method in [HTTPRequest.Method.get, .put, .delete] {
      let wrong = await test.json(method, client.path, ["client_id": .string(client.id)], token: other.token)
      let unknown = await test.json(method, "/register/unknown", [:], token: client.token)
      #expect(wrong == unknown && wrong.status == 401 && wrong.error == "invalid_token")
      let missing = await test.json(method, client.path, [:])
      #expect(missing.status == 401 && missing.field("WWW-Authenticate") == "Bearer realm=\"https://login.example\"")
    }
    #expect(await test.get(client.path, token: client.token).status == 200)
    #expect(await test.post(client.path, FormParameters()).status == 405)
  }

  // §2.2: a member that isn't sent is no longer registered.
  @Test func `A client replaces its registration and keeps its secret`() async throws {
    let client = try await Client(
      RegistrationServer(), ["client_name": "Old", "contacts": ["a@client.example"], "default_max_age": 7])
    let secret = try #require(client.members["client_secret"])
    let answer = await client.put([
      "client_name": "New", "client_secret": secret, "redirect_uris": ["https://client.example/new"],
    ])
    #expect(answer.status == 200)
    let members = try answer.members
    #expect(members["client_name"] == "New" && members["redirect_uris"] == ["https://client.example/new"])
    #expect(members["contacts"] == nil && members["default_max_age"] == nil && members["client_secret"] == nil)
    #expect(members["client_id_issued_at"] == client.members["client_id_issued_at"])
    let old = await client.test.get("/authorize", RegistrationServer.authorization(client.id))
    #expect(old.status == 400)
    let record = try await client.test.database.registration(client.id, at: client.test.clock.now)
    #expect(record?.client.kind == .confidential(secretHash: SecretHash(of: Secret(try #require(secret.string)))))
  }

  // OpenID Connect Core §3.1.2.4: the user approves exactly what the page showed.
  @Test(.covers("attack: a client that grows while its page is open"))
  func `If a client's scope grows before the decision, the user is asked again with the new scope`() async throws {
    let initial = "an-initial-access-token-for-tests"
    let client = try await Client(
      RegistrationServer(
        RegistrationPolicy(.initialAccessTokens([SecretHash(of: Secret(initial))])),
        features: [.sessions, .pushedRequests, .deviceAuthorization]),
      ["scope": "openid", "token_endpoint_auth_method": "client_secret_post"], initial: initial)
    let claims = #"{"userinfo":{"email":null}}"#
    let request = ["scope": "openid profile email", "claims": claims] as Changes
    let pushed = await client.test.post(
      "/par",
      TestServer.form(
        RegistrationServer.authorization(client.id, request).pairs.map { ($0.name, $0.value) } + [
          ("client_secret", try #require(client.members["client_secret"]?.string))
        ]))
    let reference = try #require(try pushed.members["request_uri"]?.string)
    for carried in [
      RegistrationServer.authorization(client.id, request),
      TestServer.form([("client_id", client.id), ("request_uri", reference)]),
    ] {
      #expect(await client.put(["scope": "openid", "token_endpoint_auth_method": "client_secret_post"]).status == 200)
      let opened = await client.test.get("/authorize", carried)
      let cookie = String(try #require(opened.field("Set-Cookie")).prefix { $0 != ";" })
      guard case .signIn(let page) = client.test.pages.last else {
        Issue.record("no sign-in page")
        return
      }
      #expect(page.permissions == [.recognize])
      #expect(
        await client.put(["scope": "openid profile email", "token_endpoint_auth_method": "client_secret_post"]).status
          == 200)
      let entered = [("username", "ada"), ("password", TestServer.password), ("decision", "approve")]
      func form() throws -> FormParameters {
        TestServer.form(
          try #require(client.test.pages.last?.form).fields.map { ($0.name, $0.value.reveal()) } + entered)
      }
      let first = await client.test.post("/authorize/decision", try form(), fields: [.cookie: cookie])
      #expect(first.status == 403 && first.field("Location") == nil)
      guard case .signIn(let page) = client.test.pages.last else {
        Issue.record("no sign-in page")
        return
      }
      #expect(page.permissions == [.recognize, .profile, .email] && page.problem == .outdatedForm)
      let second = await client.test.post("/authorize/decision", try form(), fields: [.cookie: cookie])
      #expect(try second.callback("code").isEmpty == false)
    }
  }

  @Test(.covers("CVE-2026-18573")) func `A public client that becomes confidential gets a secret`() async throws {
    let client = try await Client(RegistrationServer(), ["token_endpoint_auth_method": "none"])
    #expect(client.members["client_secret"] == nil && client.members["client_secret_expires_at"] == nil)
    let members = try await client.put([:]).members
    #expect(members["client_secret"]?.string?.utf8.count == 43 && members["client_secret_expires_at"] == 0)
  }

  @Test(
    .covers("CVE-2026-15572", "CVE-2026-18573"),
    arguments: [
      ("client_id", ["client_id": "another"]), ("client_id", ["client_id": .null]),
      ("client_secret", ["client_secret": "one of my own choosing"]),
      ("registration_access_token", ["registration_access_token": "x"]),
      ("registration_client_uri", ["registration_client_uri": "https://login.example/register/x"]),
      ("client_secret_expires_at", ["client_secret_expires_at": 0]),
      ("client_id_issued_at", ["client_id_issued_at": 1]),
      ("redirect_uris", ["redirect_uris": ["https://a.example/#x"]]),
    ] as [(String, [String: JSONValue])])
  func `A forbidden change is rejected, and nothing changes`(
    _ member: String, members: [String: JSONValue]
  ) async throws {
    let client = try await Client(RegistrationServer())
    let before = try await client.test.database.registration(client.id, at: client.test.clock.now)
    let answer = await client.put(members)
    #expect(answer.status == 400)
    #expect(try answer.members["error_description"]?.string?.hasPrefix(member) == true)
    #expect(try await client.test.database.registration(client.id, at: client.test.clock.now) == before)
  }

  // §2.3.
  @Test func `A client that deletes its registration is gone, and its tokens are revoked`() async throws {
    let client = try await Client(RegistrationServer())
    let tokens = try await client.test.tokens(client.members)
    #expect(await client.test.get("/userinfo", token: tokens.access).status == 200)
    let answer = await client.test.json(.delete, client.path, [:], token: client.token)
    #expect(answer.status == 204 && answer.body.isEmpty && answer.field("Cache-Control") == "no-store")
    #expect(await client.test.get("/userinfo", token: tokens.access).status == 401)
    #expect(await client.test.get(client.path, token: client.token).status == 401)
    #expect(await client.test.get("/authorize", RegistrationServer.authorization(client.id)).status == 400)
    #expect(await client.put([:]).status == 401)
  }

  @Test func `Neither the log nor the database has a token or a secret`() async throws {
    let client = try await Client(RegistrationServer())
    _ = await client.put(["client_secret": "wrong-secret-of-somebody"])
    _ = await client.test.get(client.path, token: "guessed-token-of-somebody")
    let record = try #require(try await client.test.database.registration(client.id, at: client.test.clock.now))
    var text = client.test.log.records.joined() + "\(record)" + client.test.database.dumped
    dump(record, to: &text)
    for secret in [client.token, client.members["client_secret"]?.string, "wrong-secret", "guessed-token"] {
      #expect(!text.contains(try #require(secret)))
    }
  }
}

extension TestedDatabase {
  fileprivate var dumped: String {
    var text = ""
    dump(base, to: &text)
    return text
  }
}
