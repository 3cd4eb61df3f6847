public import DPoPVerification
public import HTTPTypes
public import Logging
public import OAuthCore
public import PKCE

/// An OAuth 2.1 authorization server as a function from request to answer.
///
/// It opens no socket and keeps no state of its own: what must be remembered is in the stores, so that any number of
/// values, tasks and processes can answer for one issuer. `OAuthServerHummingbird` puts one on a port; tests call
/// ``respond(to:body:)`` directly.
public struct AuthorizationServer: Sendable {
  /// The most octets that a request's body may have.
  public static let maximumBodyOctets = 65_536

  let parts: ServerParts
  /// The values of `Accept-Language` of the request that is being answered.
  private var acceptLanguage: [String] = []
  /// What is known about the request that is being answered, beside the request.
  private(set) var context = RequestContext()

  /// Puts a server together.
  /// - Parameters:
  ///   - configuration: issuer, scopes, lifetimes.
  ///   - stores: what it remembers.
  ///   - pages: how its pages look.
  ///   - transport: what it fetches with that clients publish: keys, request objects (RFC 9101 §5.2), lists of redirect URIs; it fetches
  ///     nothing without one.
  ///   - clock: what time it is.
  ///   - random: where codes and tokens come from; must be unpredictable outside tests.
  ///   - dpopNonces: what gives nonces for DPoP proofs (RFC 9449 §8); nil asks for none. All processes that answer for one issuer
  ///     must accept each other's.
  ///   - logoutDelivery: how clients are told that a session has ended; without it there is no back-channel logout.
  ///   - logger: receives what happened, never a code, token, `state`, verifier, user name or password.
  public init(
    configuration: AuthorizationServerConfiguration, stores: ServerStores, pages: any Pages,
    transport: (any HTTPTransport)? = nil, clock: WallClock = .system, random: any RandomSource = SystemRandomSource(),
    dpopNonces: (any DPoPNonces)? = nil, logoutDelivery: LogoutDelivery? = nil, logger: Logger
  ) {
    parts = ServerParts(
      configuration: configuration, stores: stores, pages: pages, transport: transport, clock: clock, random: random,
      dpopNonces: dpopNonces, logoutDelivery: logoutDelivery, logger: logger)
  }

  /// What the server was told about itself.
  public var configuration: AuthorizationServerConfiguration { parts.configuration }
  var stores: ServerStores { parts.stores }
  var pages: any Pages { parts.pages }
  var transport: (any HTTPTransport)? { parts.transport }
  var clock: WallClock { parts.clock }
  var mint: SecretMint { parts.mint }
  var logger: Logger { parts.logger }
  /// Where clients' public keys are found.
  package var clientKeys: ClientKeySources { parts.clientKeys }
  var fetchPauses: FetchPauses { parts.fetchPauses }
  var logoutDelivery: LogoutDelivery? { parts.logoutDelivery }
  /// Checks DPoP proofs; nil if the server takes none.
  var dpop: DPoPProofChecker? { parts.dpop }

  var clients: any ClientStore {
    KnownClients(
      fixed: stores.clients, registered: stores.registrations,
      isOpenToAnybody: configuration.registration.admission == .open, clock: clock)
  }
  var users: any UserDirectory { stores.users }
  var codes: any AuthorizationCodeStore { stores.codes }
  var tokens: any IssuedTokenStore { stores.tokens }
  var deviceCodes: (any DeviceCodeStore)? { stores.deviceCodes }
  var pushedRequests: (any PushedRequestStore)? { stores.pushedRequests }

  /// What the person understands whose request is being answered, as their browser says it.
  var languages: LanguagePreference { LanguagePreference(acceptLanguage: acceptLanguage) }

  /// The server's name for itself.
  public var issuer: Issuer { configuration.issuer }

  /// Answers one request.
  ///
  /// Whatever carries HTTP calls it, with the whole body. It never throws: what goes wrong inside becomes status 500
  /// or `server_error`, without detail, and is logged.
  /// - Parameters:
  ///   - request: method, path with query, and header fields as they came. Scheme and authority aren't looked at: the
  ///     configuration says what the server is called.
  ///   - body: the octets of the body; more than ``maximumBodyOctets`` are answered with 413.
  public func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    await respond(to: request, body: body, context: RequestContext())
  }

  /// Answers one request of which more is known than HTTP says: as ``respond(to:body:)``.
  /// - Parameters:
  ///   - request: method, path with query, and header fields as they came.
  ///   - body: the octets of the body; more than ``maximumBodyOctets`` are answered with 413.
  ///   - context: the client certificate of the connection, for example.
  public func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
    var server = self
    server.context = context
    server.acceptLanguage = request.headerFields[values: .acceptLanguage]
    return await server.answer(request, body)
  }

  private func answer(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    if let overdue = configuration.keySource?.reloadIfDue() { await overdue.value }
    let target = RequestTarget(request)
    let isForHeadAlone = request.method == .head
    guard let route = parts.routes.route(at: target.path) else {
      return isForHeadAlone ? Self.nothing.withoutBody : Self.nothing
    }
    let origin = CrossOriginRequest(request, to: route)
    if let preflight = origin?.preflightAnswer { return preflight }
    var answer: HTTPAnswer
    if !route.methods.contains(request.method) {
      answer = self.answer(methodNotAllowed: route)
    } else if body.count > Self.maximumBodyOctets {
      answer = self.answer(bodyTooLarge: route)
    } else {
      answer = await self.answer(route, request, target, body)
    }
    if let origin { answer = origin.readable(answer) }
    // RFC 9110 §9.3.2.
    return isForHeadAlone ? answer.withoutBody : answer
  }

  private func answer(
    _ route: Route, _ request: HTTPRequest, _ target: RequestTarget, _ body: [UInt8]
  ) async -> HTTPAnswer {
    do {
      switch route {
      case .metadata: return answerMetadata()
      case .authorization: return try await answerAuthorization(request, target, body)
      case .decision: return try await answerDecision(request, body)
      case .token: return try await answerToken(request, body)
      case .userInfo: return try await answerUserInfo(request, body)
      case .revocation: return try await answerRevocation(request, body)
      case .introspection: return try await answerIntrospection(request, body)
      case .deviceAuthorization:
        guard let deviceCodes else { return Self.nothing }
        return try await answerDeviceAuthorization(request, body, deviceCodes)
      case .device:
        guard let deviceCodes else { return Self.nothing }
        return try await answerDevice(request, target, body, deviceCodes)
      case .deviceLink: return try await answerDeviceLink(target)
      case .pushedRequest:
        guard let pushedRequests else { return Self.nothing }
        return try await answerPushedRequest(request, body, pushedRequests)
      case .logout: return try await answerLogout(request, target, body)
      case .logoutDecision: return try await answerLogoutDecision(request, body)
      case .keySet: return answerKeySet()
      case .openAPI: return answerOpenAPI()
      case .registration:
        guard let openRegistrations else { return Self.nothing }
        return try await answerRegistration(request, body, openRegistrations)
      case .clientConfiguration:
        guard let openRegistrations, let clientID = target.path.split(separator: "/").last else { return Self.nothing }
        return try await answerClientConfiguration(request, String(clientID), body, openRegistrations)
      }
    } catch {
      log(failure: error, at: route)
      return route.isForPeople
        ? errorPage(.internalFailure)
        : .json(ErrorResponse(.serverError), status: .internalServerError)
    }
  }

  private static let nothing = HTTPAnswer.text("There is nothing here.", status: .notFound)

  private func answer(methodNotAllowed route: Route) -> HTTPAnswer {
    let allow: HTTPFields = [.allow: route.methods.map(\.rawValue).joined(separator: ", ")]
    guard let asked = route.clientRequest else {
      return .text("This address takes another method.", status: .methodNotAllowed, fields: allow)
    }
    return .json(
      ErrorResponse(.invalidRequest, description: "\(asked.name) use POST (\(asked.rule))"),
      status: .methodNotAllowed, fields: allow)
  }

  private func answer(bodyTooLarge route: Route) -> HTTPAnswer {
    guard route.clientRequest != nil else {
      return .text("The request is too large.", status: .contentTooLarge)
    }
    return .json(
      ErrorResponse(.invalidRequest, description: "the request has more than \(Self.maximumBodyOctets) octets"),
      status: .contentTooLarge)
  }

  func log(failure: any Error, at route: Route) {
    // The type alone: an error's text may hold what a store was asked for.
    logger.error(
      "The request could not be answered",
      metadata: ["endpoint": "\(route.rawValue)", "error": "\(String(reflecting: type(of: failure)))"])
  }
}
