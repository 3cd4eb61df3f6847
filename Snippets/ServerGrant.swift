// A grant that an application adds to the authorization server: a voucher is redeemed for tokens, once.
import Logging
import OAuthCore
import OAuthServer
import Synchronization

// snippet.grant
final class VoucherGrant: TokenGrant {
  let type = GrantType(rawValue: "https://hotel.example/grants/voucher")
  let parameters = ["voucher"]
  private let vouchers: Mutex<[String: Subject]>

  init(_ vouchers: [String: Subject]) {
    self.vouchers = Mutex(vouchers)
  }

  func redeem(_ request: TokenRequest, issuing tokens: TokenIssuer) async throws -> TokenAnswer {
    guard let voucher = request.parameter("voucher") else {
      throw Refusal(.invalidRequest, "voucher is missing")
    }
    let scope = try tokens.scope(of: request)
    guard let guest = vouchers.withLock({ $0.removeValue(forKey: voucher) }) else {
      throw Refusal.invalidGrant("the voucher is unknown or was used")
    }
    return try await tokens.issue(to: request, for: guest, scope: scope)
  }
}
// snippet.end

/// Creates a server with the grant, and a client that may use it.
func serverWithVouchers(
  configuration: AuthorizationServerConfiguration, database: any ServerDatabase, clients: any ClientStore,
  users: any UserDirectory, pages: any Pages, scope: Scope, logger: Logger
) -> (AuthorizationServer, RegisteredClient) {
  // snippet.server
  let grant = VoucherGrant(["1234-5678": Subject(rawValue: "guest-1")])
  let server = AuthorizationServer(
    configuration: configuration, database: database, clients: clients, users: users, pages: pages, grants: [grant],
    logger: logger)
  let television = RegisteredClient(
    id: "tv", name: "Television", redirectURIs: [], scope: scope, grants: [grant.type])
  // snippet.end
  return (server, television)
}
