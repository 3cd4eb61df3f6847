import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// A failed set-up explains itself to the operator.
@Suite struct RegistrationMismatchTests {
  private let audit = AuditCollector()
  private let test: TestServer

  init() throws {
    let hash = SecretHash(of: Secret(TestServer.clientSecret))
    var settings = ClientSettings()
    settings.secretMethod = .post
    let shop = RegisteredClient(
      id: "shop", name: "Shop", kind: .confidential(secretHash: hash),
      redirectURIs: [try RedirectURI(TestServer.redirect)], scope: try Scope(["profile"]), settings: settings)
    let keys = ClientKeys.set(JSONWebKeySet([try ClientKey.es256.get().verificationKey]))
    let report = RegisteredClient(
      id: "report", name: "Report", kind: .confidential(.privateKeyJWT(keys)), redirectURIs: [], scope: .none,
      grants: [.clientCredentials])
    test = try TestServer(
      clients: InMemoryClientStore(try TestServer.clients() + [shop, report]), features: [.deviceAuthorization],
      audit: audit)
  }

  /// The client, the kind and the detail of each report.
  private var seen: [String] {
    audit.records(.registrationMismatch).map { "\($0.clientID ?? "-") \($0.outcome) \($0.detail ?? "-")" }
  }

  /// The log records of level notice about mismatches.
  private var notices: [String] {
    test.log.records.filter { $0.hasPrefix("notice ") && $0.contains("registration differ") }
  }

  private func authorize(_ changes: Changes) async {
    _ = await test.get("/authorize", TestServer.authorization(changes))
  }

  private func basic(_ secret: String) -> HTTPFields {
    [.authorization: "Basic " + Data("shop:\(secret)".utf8).base64EncodedString()]
  }

  @Test func `Each mistake of a set-up is reported once, with what was sent and what decides`() async throws {
    for _ in 0..<3 {
      await authorize(["code_challenge": nil, "code_challenge_method": nil])
      await authorize(["redirect_uri": "https://app.example/other?secret=x"])
      await authorize(["client_id": "nobody"])
      await authorize(["client_id": "idle"])
      await authorize(["scope": "profile admin"])
      _ = await test.post(
        "/token", TestServer.redemption("x", ["client_id": "shop"]), fields: basic(TestServer.clientSecret))
      _ = await test.post("/token", TestServer.redemption("x", ["client_id": "web"]))
      _ = await test.post("/token", TestServer.form([("grant_type", "client_credentials"), ("client_id", "app")]))
      let assertion = try test.assertion("report", ["aud": .string(TestServer.issuer + "/token")])
      _ = await ClientAssertionTests.request(test, by: assertion)
      _ = await test.post("/device_authorization", TestServer.form([("client_id", "app")]))
    }
    #expect(
      seen == [
        "app missing_code_challenge -", "app unregistered_redirect_uri https://app.example/other",
        "nobody unknown_client nobody", "idle unregistered_grant authorization_code", "app unregistered_scope admin",
        "shop other_secret_method client_secret_basic", "web other_authentication none",
        "app unregistered_grant client_credentials", "report former_assertion_form https://login.example/token",
        "app unregistered_grant urn:ietf:params:oauth:grant-type:device_code",
      ])
    for mismatch in RegistrationMismatch.allCases {
      #expect(notices.contains { $0.contains(mismatch.rawValue) && $0.contains(mismatch.member) }, "\(mismatch)")
    }
    #expect(notices.count == seen.count)
  }

  @Test func `A wrong secret sent by the wrong method is only wrong`() async throws {
    let answer = await test.post(
      "/token", TestServer.redemption("x", ["client_id": "shop"]), fields: basic("a guess"))
    #expect(answer.error == "invalid_client" && seen.isEmpty)
  }

  @Test(.covers("attack: requests without end"))
  func `Strangers can't fill the logs with mistakes of their own making`() async throws {
    for number in 0..<50 {
      await authorize(["client_id": "nobody-\(number)"])
      await authorize(["redirect_uri": "https://evil.example/\(number)"])
      await authorize(["redirect_uri": "https://evil.example/\u{1B}[31m\(String(repeating: "x", count: 900))"])
    }
    #expect(audit.records(.registrationMismatch).count == 10)
    #expect(audit.records(.registrationMismatch).allSatisfy { ($0.detail ?? "").count <= 310 })
    #expect(!seen.contains { $0.contains("\u{1B}") })
    test.clock.advance(by: .seconds(3_601))
    await authorize(["client_id": "nobody"])
    #expect(audit.records(.registrationMismatch).count == 11)
  }
}
