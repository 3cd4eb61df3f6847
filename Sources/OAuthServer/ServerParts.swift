internal import DPoPVerification
internal import Logging
internal import OAuthCore
internal import PKCE

/// What an ``AuthorizationServer`` is put together from: the same for every request, and so kept once.
final class ServerParts: Sendable {
  let configuration: AuthorizationServerConfiguration
  let stores: ServerStores
  let routes: RouteTable
  let pages: any Pages
  let transport: (any HTTPTransport)?
  let clock: WallClock
  let mint: SecretMint
  let logger: Logger
  /// Where clients' public keys are found.
  let clientKeys: ClientKeySources
  /// What isn't fetched again so soon.
  let fetchPauses = FetchPauses()
  let sectorDocuments = SectorDocumentRate()
  let sectorDocumentsByAddress = UnprovenRequestRate()
  let unprovenRequests = UnprovenRequestRate()
  let registrations = UnprovenRequestRate()
  let logoutDelivery: LogoutDelivery?
  /// Checks DPoP proofs; nil if the server takes none.
  let dpop: DPoPProofChecker?
  /// By what browsers are recognized.
  let sessionCookie: SessionCookie
  /// What everybody is told alike.
  let published = PublishedAnswers()

  init(
    configuration: AuthorizationServerConfiguration, stores: ServerStores, pages: any Pages,
    transport: (any HTTPTransport)?, clock: WallClock, random: any RandomSource, dpopNonces: (any DPoPNonces)?,
    logoutDelivery: LogoutDelivery?, logger: Logger
  ) {
    self.configuration = configuration
    self.stores = stores
    routes = RouteTable(configuration, stores)
    self.pages = pages
    self.transport = transport
    self.clock = clock
    mint = SecretMint(random: random)
    sessionCookie = SessionCookie(configuration.issuer)
    self.logoutDelivery = logoutDelivery
    self.logger = logger
    clientKeys = ClientKeySources(through: transport, to: configuration.outgoing, clock: clock)
    dpop = stores.usedTokenIDs.map {
      DPoPProofChecker(
        policy: configuration.tokenRules.dpopProofs, nonces: dpopNonces, usedTokenIDs: $0, clock: clock)
    }
  }
}
