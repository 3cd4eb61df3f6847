import Logging
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import Synchronization
import Testing

/// A grant of an application: a hotel's front desk hands out vouchers, and each voucher signs one
/// guest's television in once.
///
/// It uses nothing but the public interface of OAuthServer.
final class VoucherGrant: TokenGrant {
  let type = GrantType(rawValue: "https://hotel.example/grants/voucher")
  let parameters = ["voucher"]
  private let vouchers: Mutex<[String: Subject]>
  /// The last answer as a log would show it.
  let shown = Mutex("")

  init(_ vouchers: [String: Subject]) {
    self.vouchers = Mutex(vouchers)
  }

  func redeem(_ request: TokenRequest, issuing tokens: TokenIssuer) async throws -> TokenAnswer {
    guard let voucher = request.parameter("voucher") else {
      throw Refusal(.invalidRequest, "voucher is missing")
    }
    let scope = try tokens.scope(of: request)
    // The voucher is spent in one step: of several requests that race, one gets tokens.
    guard let guest = vouchers.withLock({ $0.removeValue(forKey: voucher) }) else {
      throw Refusal.invalidGrant("the voucher is unknown or was used")
    }
    var answer = try await tokens.issue(to: request, for: guest, scope: scope, isRefreshable: true)
    answer.add("room", "217")
    answer.add("films", .array(request.values(of: "film").map { .string($0) }))
    answer.add("bound", .bool(request.confirmation != nil))
    shown.withLock { $0 = "\(answer) \(String(reflecting: answer)) \(Mirror(reflecting: answer).children.count)" }
    return answer
  }
}

@Suite struct VoucherGrantTests {
  private static let guest = Subject(rawValue: "guest-1")

  private let grant = VoucherGrant([
    "1234-5678": Self.guest, "2222-2222": Self.guest, "8765-4321": Subject(rawValue: "gone"),
  ])

  private func server(_ issuer: Issuer) throws -> AuthorizationServer {
    var suites = ClientSettings()
    suites.allowedGroups = ["suites"]
    let scope = try Scope(["profile", "films"])
    return AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(issuer: issuer, scopes: scope),
      database: InMemoryServerDatabase(),
      clients: InMemoryClientStore([
        RegisteredClient(
          id: "tv", name: "Television", redirectURIs: [], scope: scope, grants: [grant.type, .refreshToken]),
        RegisteredClient(
          id: "suite", name: "Suite", redirectURIs: [], scope: scope, grants: [grant.type], settings: suites),
        RegisteredClient(id: "app", name: "App", redirectURIs: [], scope: scope),
      ]),
      users: InMemoryUserDirectory([
        (User(subject: Self.guest, username: "guest", name: "A Guest"), Secret("unused"))
      ]),
      pages: try MustachePages(), grants: [grant], logger: Logger(label: "hotel") { _ in SwiftLogNoOpLogHandler() })
  }

  private func run(_ body: (Issuer) async throws -> Void) async throws {
    try await withAuthorizationServer(
      make: { try server($0) }, logger: Logger(label: "hotel") { _ in SwiftLogNoOpLogHandler() }, body: body)
  }

  private func post(_ fields: KeyValuePairs<String, String>, _ issuer: Issuer) async throws -> (
    status: Int, members: [String: JSONValue]
  ) {
    var form = FormParameters()
    for (name, value) in fields { form.append(name, value) }
    let answer = try await RawClient.post("/token", form, issuer)
    return (answer.status, try JSONValue(bytes: Array(answer.body.utf8)).object ?? [:])
  }

  private let grantType = "https://hotel.example/grants/voucher"

  @Test func `A grant that an application defines is redeemed over HTTP, and its tokens work`() async throws {
    try await run { issuer in
      let (status, members) = try await post(
        [
          "grant_type": grantType, "client_id": "tv", "voucher": "1234-5678", "scope": "profile", "film": "Metropolis",
          "film": "M",
        ], issuer)
      #expect(status == 200)
      #expect(members["films"]?.strings == ["Metropolis", "M"] && members["bound"] == false)
      #expect(members["token_type"] == "Bearer" && members["scope"] == "profile" && members["room"] == "217")
      let access = try #require(members["access_token"]?.string)
      let shown = grant.shown.withLock { $0 }
      #expect(shown.hasPrefix("TokenAnswer(access_token, ") && shown.hasSuffix(" 0") && !shown.contains(access))
      let userInfo = try await RawClient.send(
        "GET /userinfo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer \(access)\r\n\r\n", to: issuer)
      #expect(userInfo.status == 200 && userInfo.body.contains("A Guest"))
      let refresh = try #require(members["refresh_token"]?.string)
      let refreshed = try await post(
        ["grant_type": "refresh_token", "client_id": "tv", "refresh_token": refresh], issuer)
      #expect(refreshed.status == 200 && refreshed.members["access_token"]?.string != access)
    }
  }

  @Test func `The metadata and the OpenAPI description have the grant`() async throws {
    try await run { issuer in
      let metadata = try await RawClient.get("/.well-known/oauth-authorization-server", issuer)
      let document = try JSONValue(bytes: Array(metadata.body.utf8)).object
      #expect(document?["grant_types_supported"]?.strings?.contains(grantType) == true)
      let description = try await RawClient.get("/openapi.json", issuer)
      #expect(description.body.contains(grantType) && description.body.contains("\"voucher\""))
    }
  }

  @Test func `A voucher is redeemed once, by one of many requests at a time`() async throws {
    try await run { issuer in
      let redeemed = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<16 {
          group.addTask {
            try await post(["grant_type": grantType, "client_id": "tv", "voucher": "1234-5678"], issuer).status
          }
        }
        return try await group.reduce(into: 0) { if $1 == 200 { $0 += 1 } }
      }
      #expect(redeemed == 1)
    }
  }

  @Test func `The server checks client, form and user as it does for its own grants`() async throws {
    try await run { issuer in
      let other = try await post(["grant_type": grantType, "client_id": "app", "voucher": "1234-5678"], issuer)
      #expect(other.status == 400 && other.members["error"] == "unauthorized_client")
      let twice = try await post(
        ["grant_type": grantType, "client_id": "tv", "voucher": "1234-5678", "voucher": "1234-5678"], issuer)
      #expect(twice.status == 400 && twice.members["error"] == "invalid_request")
      let missing = try await post(["grant_type": grantType, "client_id": "tv"], issuer)
      #expect(missing.members["error_description"] == "voucher is missing")
      let scope = try await post(
        ["grant_type": grantType, "client_id": "tv", "voucher": "1234-5678", "scope": "nothing"], issuer)
      #expect(scope.members["error"] == "invalid_scope")
      let resource = try await post(
        ["grant_type": grantType, "client_id": "tv", "voucher": "1234-5678", "resource": "no URI"], issuer)
      #expect(resource.members["error"] == "invalid_target")
      let gone = try await post(["grant_type": grantType, "client_id": "tv", "voucher": "8765-4321"], issuer)
      #expect(gone.status == 400 && gone.members["error"] == "invalid_grant")
      let outside = try await post(["grant_type": grantType, "client_id": "suite", "voucher": "2222-2222"], issuer)
      #expect(outside.status == 400 && outside.members["error"] == "invalid_grant")
      #expect(outside.members["error_description"]?.string?.contains("groups") == true)
      let unknown = try await post(["grant_type": "https://hotel.example/grants/other", "client_id": "tv"], issuer)
      #expect(unknown.members["error"] == "unsupported_grant_type")
      let corrected = try await post(
        ["grant_type": grantType, "client_id": "tv", "voucher": "1234-5678", "resource": "https://films.example"],
        issuer)
      #expect(corrected.status == 200, "no rejected request spent the voucher")
    }
  }
}
