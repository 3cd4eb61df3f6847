internal import DPoPVerification
internal import OAuthCore

/// The parts of an ``AuthorizationServer``, assembled once and the same for every request.
///
/// This is the only place that knows all endpoints and grants. To add an endpoint, write its type
/// in the folder of its task and add it before ``MetadataEndpoint``, which describes only the
/// endpoints that it is given. To add a built-in grant, write its type in `Grants`, add it here,
/// and list its type in ``GrantType/builtIn``. `ARCHITECTURE.md` lists the other places.
final class ServerParts: Sendable {
  let core: ServerCore
  let routes: RouteTable
  let pages: PageResponder
  let revocation: GrantRevocation
  /// The users' sessions; `nil` at a server without them.
  let sessions: UserSessions?

  init(
    core: ServerCore, database: any ServerDatabase, clients: any ClientStore, users: any UserDirectory,
    pages: PageResponder, transport: (any HTTPTransport)?, dpopNonces: (any DPoPNonces)?,
    logoutDelivery: LogoutDelivery?, grants: [any TokenGrant]
  ) {
    let configuration = core.configuration
    let features = configuration.features
    let documents: ClientDocuments?
    var clients: any ClientStore = KnownClients(
      fixedClients: clients, registrations: database,
      isOpenToAnybody: configuration.registration.isOpen, clock: core.clock)
    if let policy = configuration.clientDocuments, let transport {
      let store = ClientDocuments(
        core: core, knownClients: clients, registrations: database, policy: policy, through: transport)
      (documents, clients) = (store, store)
    } else {
      documents = nil
    }
    let clientKeys = ClientKeySources(through: transport, to: configuration.outgoing, clock: core.clock)
    let encryption = ClientEncryption(core: core, clientKeys: clientKeys)
    // Proofs are spent with the key of their request, so the checker has no store of its own.
    let dpop =
      features.contains(.dpop)
      ? DPoPProofChecker(
        policy: configuration.tokenRules.dpopProofs, nonces: dpopNonces,
        usedTokenIDs: nil, clock: core.clock) : nil
    let revocation = GrantRevocation(core: core, tokens: database, users: users)
    let sessions =
      features.contains(.sessions)
      ? UserSessions(
        core: core, database: database, users: users,
        termination: SessionTermination(
          core: core, sessions: database, grants: revocation,
          logout: logoutDelivery.map {
            BackChannelLogout(core: core, clients: clients, delivery: $0, encryption: encryption)
          }),
        cookie: SessionCookie(configuration.issuer),
        knownBrowsers: KnownBrowsers(
          key: configuration.knownBrowsersKey ?? core.secrets.secret(), cookie: SessionCookie(configuration.issuer)))
      : nil
    let pushedRequests: (any PushedRequestOperations)? = features.contains(.pushedRequests) ? database : nil
    let unauthenticatedRequests = UnauthenticatedRequestRate()
    let proofsAndAssertions = UnauthenticatedRequestCheck(core: core, rate: UnauthenticatedRequestRate())
    // A fetched request object is saved like a pushed one.
    let fetchesRequestObjects = transport != nil && pushedRequests != nil
    let clientSecrets = ClientSecretCheck(core: core, counts: RejectionCounts())
    let authenticator = ClientAuthenticator(
      core: core, clients: clients, clientKeys: clientKeys, usedTokenIDs: database, clientSecrets: clientSecrets,
      assertions: proofsAndAssertions)
    let binding = TokenBinding(core: core, dpop: dpop, usedTokenIDs: database, proofs: proofsAndAssertions)
    let unproven = UnauthenticatedRequestCheck(core: core, rate: unauthenticatedRequests)
    let passwords = PasswordCheck(
      core: core, users: users, attempts: database,
      queue: PasswordQueue(atOnce: configuration.signInAttempts.checkedAtOnce),
      turns: StrangerTurns(clock: core.clock, sleep: configuration.sleep), knownBrowsers: sessions?.knownBrowsers)
    let flow = AuthorizationFlow(
      core: core,
      parser: AuthorizationRequestParser(
        core: core, clients: clients, pushedRequests: pushedRequests, transport: transport,
        clientKeys: clientKeys, fetchBackoff: FetchBackoff(), unauthenticatedRequests: unauthenticatedRequests,
        rejectedObjects: RejectionCounts(), announcesPrompts: sessions != nil, acceptsProofs: dpop != nil),
      codes: database, consents: features.contains(.consents) ? database : nil, sessions: sessions,
      passwords: passwords, pages: pages)

    var offeredGrants: [any TokenGrant] = [
      AuthorizationCodeGrant(core: core, codes: database, revocation: revocation),
      RefreshTokenGrant(core: core, tokens: database, revocation: revocation),
      ClientCredentialsGrant(core: core),
      TokenExchangeGrant(core: core, tokens: database, clients: clients, users: users, sessions: database),
      JWTBearerGrant(core: core, users: users, usedTokenIDs: database),
    ]
    if features.contains(.deviceAuthorization) {
      offeredGrants.append(DeviceCodeGrant(core: core, devices: database, revocation: revocation))
    }
    offeredGrants = offeredGrants.filter { builtIn in !grants.contains { $0.type == builtIn.type } } + grants
    offeredGrants = offeredGrants.filter(\.isOffered)

    var endpoints: [any HTTPEndpoint] = [
      AuthorizationEndpoint(flow: flow),
      DecisionEndpoint(flow: flow),
      TokenEndpoint(
        core: core, authenticator: authenticator, binding: binding,
        tokenIssuer: TokenIssuer(core: core, users: users, tokens: database, encryption: encryption),
        registrations: database, documents: documents, grants: offeredGrants),
      UserInfoEndpoint(
        core: core, tokens: database, users: users, clients: clients, dpop: dpop, usedTokenIDs: database,
        encryption: encryption),
      RevocationEndpoint(core: core, authenticator: authenticator, tokens: database, revocation: revocation),
      IntrospectionEndpoint(core: core, authenticator: authenticator, tokens: database, users: users),
    ]
    if configuration.signingKeys != nil { endpoints.append(KeySetEndpoint(core: core)) }
    if let pushedRequests {
      endpoints.append(
        PushedRequestEndpoint(
          core: core, authenticator: authenticator, parser: flow.parser, pushedRequests: pushedRequests,
          unproven: unproven, binding: binding))
    }
    if features.contains(.deviceAuthorization) {
      endpoints += [
        DeviceAuthorizationEndpoint(
          core: core, authenticator: authenticator, devices: database, unproven: unproven),
        DeviceEndpoint(
          core: core, devices: database, clients: clients, consents: flow.consents, sessions: sessions,
          passwords: passwords, pages: pages),
        DeviceLinkEndpoint(core: core, pages: pages),
      ]
    }
    if let sessions {
      let logout = LogoutFlow(
        core: core, parser: LogoutRequestParser(configuration: configuration, clients: clients), sessions: sessions,
        pages: pages)
      endpoints += [
        LogoutEndpoint(flow: logout, notifiesClients: logoutDelivery != nil), LogoutDecisionEndpoint(flow: logout),
      ]
    }
    if let sessions, let consents = flow.consents, features.contains(.accountPage) {
      let account = AccountPages(
        pages: pages, sessions: sessions, clients: clients, consents: consents,
        users: users as? any PasswordChanging)
      endpoints += [
        HomeEndpoint(account: account),
        AccountEndpoint(pages: pages, account: account, passwords: passwords, consents: consents),
        PasswordEndpoint(pages: pages, account: account, passwords: passwords),
      ]
    }
    if configuration.registration.offersRegistration {
      let registration = ClientRegistrar(
        core: core, database: database, grants: offeredGrants.map(\.type),
        acceptsUnsignedObjects: fetchesRequestObjects && configuration.requests.acceptsUnsignedObjects,
        sectors: SectorDocuments(
          core: core, transport: transport, rate: SectorDocumentRate(), rateByAddress: UnauthenticatedRequestRate()))
      endpoints += [
        RegistrationEndpoint(
          registration: registration, rate: UnauthenticatedRequestRate(), initialAccessTokens: clientSecrets),
        ClientConfigurationEndpoint(registration: registration),
      ]
    }
    endpoints.append(MetadataEndpoint(core: core, endpoints: endpoints))
    endpoints.append(OpenAPIEndpoint(core: core, endpoints: endpoints))

    self.core = core
    self.pages = pages
    self.revocation = revocation
    self.sessions = sessions
    routes = RouteTable(endpoints)
  }
}
