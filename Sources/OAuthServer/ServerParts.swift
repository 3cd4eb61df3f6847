internal import DPoPVerification
internal import OAuthCore

/// The parts of an ``AuthorizationServer``, assembled once and the same for every request.
///
/// This is the only place that knows all endpoints and grants. To add an endpoint, write its type
/// in the folder of its RFC and add it before ``MetadataEndpoint``, which describes only the
/// endpoints that it is given. To add a built-in grant, write its type in `Grants`, add it here,
/// and list its type in ``GrantType/builtIn``. `ARCHITECTURE.md` lists the other places.
final class ServerParts: Sendable {
  let core: ServerCore
  let routes: RouteTable
  let pages: PageResponder
  let clientKeys: ClientKeySources
  let revocation: GrantRevocation
  /// The users' sessions; `nil` at a server without them.
  let sessions: BrowserSessions?

  init(
    core: ServerCore, stores: ServerStores, pages: PageResponder, transport: (any HTTPTransport)?,
    dpopNonces: (any DPoPNonces)?, logoutDelivery: LogoutDelivery?, grants: [any TokenGrant]
  ) {
    let configuration = core.configuration
    let clients = KnownClients(
      fixed: stores.clients, registered: stores.registrations,
      isOpenToAnybody: configuration.registration.admission == .open, clock: core.clock)
    let clientKeys = ClientKeySources(through: transport, to: configuration.outgoing, clock: core.clock)
    let dpop = stores.usedTokenIDs.map {
      DPoPProofChecker(
        policy: configuration.tokenRules.dpopProofs, nonces: dpopNonces, usedTokenIDs: $0, clock: core.clock)
    }
    let revocation = GrantRevocation(core: core, tokens: stores.tokens, users: stores.users)
    let sessions = stores.sessions.map { store in
      BrowserSessions(
        core: core, store: store, users: stores.users,
        termination: SessionTermination(
          core: core, sessions: store, grants: revocation,
          logout: logoutDelivery.map { BackChannelLogout(core: core, clients: clients, delivery: $0) }),
        cookie: SessionCookie(configuration.issuer))
    }
    let unauthenticatedRequests = UnauthenticatedRequestRate()
    let authenticator = ClientAuthenticator(
      core: core, clients: clients, clientKeys: clientKeys, usedTokenIDs: stores.usedTokenIDs)
    let binding = TokenBinding(core: core, dpop: dpop)
    let unproven = UnauthenticatedRequestCheck(core: core, rate: unauthenticatedRequests)
    let passwords = PasswordCheck(core: core, users: stores.users, attempts: stores.signInAttempts)
    let flow = AuthorizationFlow(
      core: core,
      parser: AuthorizationRequestParser(
        core: core, clients: clients, pushedRequests: stores.pushedRequests, transport: transport,
        clientKeys: clientKeys, fetchBackoff: FetchBackoff(), unauthenticatedRequests: unauthenticatedRequests,
        announcesPrompts: sessions != nil, acceptsProofs: dpop != nil),
      codes: stores.codes, consents: stores.consents, sessions: sessions, passwords: passwords, pages: pages)

    var offered: [any TokenGrant] = [
      AuthorizationCodeGrant(core: core, codes: stores.codes, revocation: revocation),
      RefreshTokenGrant(core: core, tokens: stores.tokens, revocation: revocation),
      ClientCredentialsGrant(core: core),
      TokenExchangeGrant(core: core, tokens: stores.tokens, clients: clients, users: stores.users),
      JWTBearerGrant(core: core, users: stores.users, usedTokenIDs: stores.usedTokenIDs),
    ]
    if let deviceCodes = stores.deviceCodes {
      offered.append(
        DeviceCodeGrant(core: core, deviceCodes: deviceCodes, sessions: stores.sessions, revocation: revocation))
    }
    offered = offered.filter { builtIn in !grants.contains { $0.type == builtIn.type } } + grants
    offered = offered.filter(\.isOffered)

    var endpoints: [any HTTPEndpoint] = [
      AuthorizationEndpoint(flow: flow),
      DecisionEndpoint(flow: flow),
      TokenEndpoint(
        core: core, authenticator: authenticator, binding: binding,
        tokenIssuer: TokenIssuer(core: core, users: stores.users, tokens: stores.tokens),
        registrations: stores.registrations, grants: offered),
      UserInfoEndpoint(core: core, tokens: stores.tokens, users: stores.users, clients: clients, dpop: dpop),
      RevocationEndpoint(core: core, authenticator: authenticator, tokens: stores.tokens, revocation: revocation),
      IntrospectionEndpoint(core: core, authenticator: authenticator, tokens: stores.tokens, users: stores.users),
    ]
    if configuration.signingKeys != nil { endpoints.append(KeySetEndpoint(core: core)) }
    if let pushedRequests = stores.pushedRequests {
      endpoints.append(
        PushedRequestEndpoint(
          core: core, authenticator: authenticator, parser: flow.parser, pushedRequests: pushedRequests,
          unproven: unproven, binding: binding))
    }
    if let deviceCodes = stores.deviceCodes {
      endpoints += [
        DeviceAuthorizationEndpoint(
          core: core, authenticator: authenticator, deviceCodes: deviceCodes, unproven: unproven),
        DeviceEndpoint(
          core: core, deviceCodes: deviceCodes, clients: clients, sessions: sessions, passwords: passwords, pages: pages
        ),
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
    if let registrations = stores.registrations, configuration.registration.offersRegistration {
      let registration = ClientRegistration(
        core: core, store: registrations, grants: offered.map(\.type),
        sectors: SectorDocuments(
          core: core, transport: transport, rate: SectorDocumentRate(), rateByAddress: UnauthenticatedRequestRate()))
      endpoints += [
        RegistrationEndpoint(registration: registration, rate: UnauthenticatedRequestRate()),
        ClientConfigurationEndpoint(registration: registration),
      ]
    }
    endpoints.append(MetadataEndpoint(core: core, endpoints: endpoints))
    endpoints.append(OpenAPIEndpoint(core: core, endpoints: endpoints))

    self.core = core
    self.pages = pages
    self.clientKeys = clientKeys
    self.revocation = revocation
    self.sessions = sessions
    routes = RouteTable(endpoints)
  }
}
