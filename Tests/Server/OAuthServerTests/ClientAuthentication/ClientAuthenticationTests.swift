import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite("A client at the token endpoint", .covers("RFC 6749 §2.3.1, server"))
struct ClientAuthenticationTests {
  static let secret = TestServer.clientSecret

  static func basic(_ id: String, _ secret: String) -> HTTPFields {
    let pair = FormParameters.formEncode(id) + ":" + FormParameters.formEncode(secret)
    return [.authorization: "Basic " + Data(pair.utf8).base64EncodedString()]
  }

  @Test(
    "authenticates with Basic or in the form (RFC 6749 section 2.3.1)",
    .covers("question: Is basic authentication supported"))
  func accepted() async throws {
    let test = try TestServer()
    let attempts: [(Changes, HTTPFields)] = [
      (["client_id": "web", "client_secret": Self.secret], [:]),
      (["client_id": nil], Self.basic("web", Self.secret)),
      (["client_id": "web"], Self.basic("web", Self.secret)),
      (["client_id": "web", "client_secret": ""], Self.basic("web", Self.secret)),
    ]
    for (changes, fields) in attempts {
      let code = try await test.code(["client_id": "web"])
      _ = try TokenAnswer(await test.post("/token", TestServer.redemption(code, changes), fields: fields))
    }
  }

  // An attacker must not choose the weaker of two ways (OpenID Connect Registration §2).
  @Test(.covers("attack: secrets of clients"), arguments: ClientSecretMethod.allCases)
  func `sends its secret only in its registered way`(_ registered: ClientSecretMethod) async throws {
    let client = try TestServer.asking("web") { $0.secretMethod = registered }
    let test = try TestServer(asking: [client])
    for used in ClientSecretMethod.allCases {
      let own = [("client_id", "web"), ("client_secret", Self.secret)]
      let form = TestServer.form(
        [("grant_type", "refresh_token"), ("refresh_token", "unknown")] + (used == .post ? own : []))
      let answer = await test.post("/token", form, fields: used == .basic ? Self.basic("web", Self.secret) : [:])
      #expect(answer.error == (used == registered ? "invalid_grant" : "invalid_client"), "\(answer.text)")
    }
    let nothing = [("grant_type", "refresh_token"), ("refresh_token", "unknown"), ("client_id", "web")]
    let answer = await test.post("/token", TestServer.form(nothing))
    #expect(answer.text.contains("has to authenticate with \(registered.rawValue)"), "\(answer.text)")
    #expect(!answer.text.contains(" or client_secret"))
  }

  // oidc-agent has no other way to name a public client.
  @Test(.covers("CVE-2026-44476"))
  func `is public with an empty secret in Basic, and a confidential client is rejected with one`() async throws {
    let test = try TestServer()
    let form = TestServer.redemption(try await test.code(), ["client_id": nil])
    _ = try TokenAnswer(await test.post("/token", form, fields: Self.basic("app", "")))
    let secret = TestServer.redemption(try await test.code(["client_id": "web"]), ["client_id": nil])
    #expect(await test.post("/token", secret, fields: Self.basic("web", "")).error == "invalid_client")
  }

  @Test(.covers("RFC 10017 §6.3.3.1, server", "RFC 8414 §2, server"))
  func `needs credentials where the operator requires them, and the metadata doesn't announce "none"`() async throws {
    for isRequired in [false, true] {
      let test = try TestServer.withServices(rules: { $0.requiresClientAuthentication = isRequired })
      let members = try await test.get("/.well-known/oauth-authorization-server").members
      for endpoint in ["token", "revocation"] {
        let methods = members[endpoint + "_endpoint_auth_methods_supported"]?.strings
        #expect(methods?.contains("none") == !isRequired && methods?.contains("private_key_jwt") == true)
      }
      let redemption = TestServer.redemption(try await test.code())
      #expect(await test.post("/token", redemption).error == (isRequired ? "invalid_client" : nil))
      #expect(await ClientAssertionTests.request(test, by: try test.assertion()).status == 200)
    }
  }

  @Test func `can't register or publish "none" where it needs credentials`() async throws {
    var rules = TokenRules()
    rules.requiresClientAuthentication = true
    let host = ClientDocumentHost()
    let test = try RegistrationServer(transport: host, clientDocuments: ClientDocumentPolicy(), rules: rules)
    let (error, description) = try await test.refusal(["token_endpoint_auth_method": "none"])
    #expect(error == "invalid_client_metadata" && description.hasPrefix("token_endpoint_auth_method"))
    #expect(await test.register().status == 201)
    let form = RegistrationServer.authorization(ClientDocumentHost.address)
    #expect(await test.get("/authorize", form).status == 400)
    let choice = try await test.registered([
      "token_endpoint_auth_methods_supported": ["none", "client_secret_post"]
    ])
    #expect(choice["token_endpoint_auth_method"] == "client_secret_post")
  }

  @Test("may have any characters in its identifier and secret (RFC 6749 section 2.3.1, appendix B)")
  func encoding() async throws {
    let id = "cli:ent & co/%20+ü"
    let secret = "s:e c+r%e=t&ü"
    let client = RegisteredClient(
      id: id, name: "Odd", kind: .confidential(secretHash: SecretHash(of: Secret(secret))),
      redirectURIs: [try RedirectURI(TestServer.redirect)], scope: try Scope(["profile", "email"]))
    let test = try TestServer(clients: InMemoryClientStore([client]))
    let code = try await test.code(["client_id": id])
    let form = TestServer.redemption(code, ["client_id": nil])
    _ = try TokenAnswer(await test.post("/token", form, fields: Self.basic(id, secret)))
  }

  @Test(
    "with wrong credentials gets invalid_client with 401 and a challenge, and spends nothing (RFC 6749 section 5.2)",
    .covers(
      "RFC 10017 §6.3.3.1, server", "question: Is client authentication required", "question: Is client id required"))
  func refused() async throws {
    let test = try TestServer()
    let raw = { (text: String) -> HTTPFields in [.authorization: text] }
    let attempts: [(Changes, HTTPFields)] = [
      (["client_id": nil], [:]), (["client_id": "nobody"], [:]), (["client_id": "web"], [:]),
      (["client_id": "web", "client_secret": "wrong"], [:]), (["client_id": "web", "client_secret": ""], [:]),
      (["client_id": "nobody", "client_secret": Self.secret], [:]),
      // A public client has no secret, so a request with a secret isn't from this client.
      (["client_id": "app", "client_secret": Self.secret], [:]), (["client_id": nil], Self.basic("app", Self.secret)),
      (["client_id": nil], Self.basic("web", "wrong")), (["client_id": nil], Self.basic("nobody", Self.secret)),
      (["client_id": nil], Self.basic("", Self.secret)), (["client_id": "web"], raw("Bearer abc")),
      (["client_id": "web"], raw("Basic")), (["client_id": "web"], raw("Basic !!!!")),
      (["client_id": "web"], raw("Basic d2Vi")), (["client_id": "web"], raw("Basic //8=")),
      (["client_id": "web"], raw("Basic d2ViOiV6eg==")), (["client_id": "web"], raw("")),
    ]
    for (changes, fields) in attempts {
      let code = try await test.code(["client_id": "web"])
      let answer = await test.post("/token", TestServer.redemption(code, changes), fields: fields)
      #expect(answer.status == 401, "\(changes.keys) \(fields)")
      #expect(answer.error == "invalid_client")
      #expect(answer.field("WWW-Authenticate")?.hasPrefix("Basic realm=") == true)
      #expect(answer.field("Cache-Control") == "no-store")
      let right = TestServer.redemption(code, ["client_id": "web", "client_secret": Self.secret])
      _ = try TokenAnswer(await test.post("/token", right))
    }
  }

  @Test("that uses two methods, or names itself twice, gets invalid_request (RFC 6749 section 2.3)")
  func twoMethods() async throws {
    let test = try TestServer()
    let code = try await test.code(["client_id": "web"])
    let fields = Self.basic("web", Self.secret)
    let both = TestServer.redemption(code, ["client_id": "web", "client_secret": Self.secret])
    #expect(await test.post("/token", both, fields: fields).error == "invalid_request")
    let other = TestServer.redemption(code, ["client_id": "app"])
    #expect(await test.post("/token", other, fields: fields).error == "invalid_request")
    var twice = fields
    twice.append(HTTPField(name: .authorization, value: fields[.authorization] ?? ""))
    let form = TestServer.redemption(code, ["client_id": nil])
    #expect(await test.post("/token", form, fields: twice).error == "invalid_request")
  }

  @Test(
    "isn't read from the query (RFC 6749 section 2.3.1)",
    .covers("question: Are authentication parameters in the URI allowed"))
  func query() async throws {
    let test = try TestServer()
    let code = try await test.code()
    let form = TestServer.redemption(code, ["client_id": nil])
    #expect(await test.post("/token?client_id=app", form).error == "invalid_client")
    let all = TestServer.redemption(code).queryEncoded()
    #expect(await test.post("/token?" + all, FormParameters()).error == "invalid_request")
  }

  @Test("is checked in constant time, with one round of SHA-256", .covers("Dex pull request 4927"))
  func hash() throws {
    // A client secret is random and long, so stretching it adds no security. Other servers compute
    // a million rounds at every request.
    let hash = SecretHash(of: Secret(Self.secret))
    #expect(hash.matches(Secret(Self.secret)))
    #expect(!hash.matches(Secret(Self.secret + "x")))
    #expect(!hash.matches(Secret("")))
    #expect(SecretHash(bytes: hash.bytes) == hash)
    #expect(SecretHash(bytes: Array(hash.bytes.dropLast())) == nil)
    // FIPS 180-4, the message "abc".
    #expect(SecretHash(of: Secret("abc")).bytes.prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
    #expect("\(hash) \(String(reflecting: hash))" == "[hash] [hash]")
  }
}
