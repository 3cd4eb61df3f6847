internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The client registration endpoint (RFC 7591 §3, OpenID Connect Registration §3).
struct RegistrationEndpoint: RegistrationEndpointPart {
  let registration: ClientRegistrar
  /// The limit on registrations for each client address.
  let rate: UnauthenticatedRequestRate
  let initialAccessTokens: ClientSecretCheck

  var description: EndpointDescription {
    EndpointDescription(
      name: "registration", paths: [configuration.registrationEndpoint.parts.path], methods: [.post],
      errors: .json(requests: "client registration requests", rule: "RFC 7591 section 3.1"), allowsOtherOrigins: true,
      events: [.registration],
      operations: [
        OpenAPIOperation(
          method: "post", summary: "Registers a client (RFC 7591)", body: .json(.clientMetadata),
          answers: [
            201: [OpenAPIOperation.json], 400: [OpenAPIOperation.json], 401: [OpenAPIOperation.json],
            413: [OpenAPIOperation.json], 415: [OpenAPIOperation.json], 429: [OpenAPIOperation.json],
            500: [OpenAPIOperation.json], 503: [OpenAPIOperation.json],
          ], security: ["token"])
      ])
  }

  var metadata: [String: JSONValue] { ["registration_endpoint": .string(configuration.registrationEndpoint.text)] }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringRegistration(.registration) {
      let isVouchedFor = try isVouchedFor(exchange)
      let members = try registration.members(exchange)
      let registrationRequest = try await registration.request(members, isVouchedFor: isVouchedFor, exchange)
      let token = exchange.secrets.secret()
      let now = clock.now()
      // One client address can't use up the registrations of all others.
      let share = configuration.share(of: configuration.registration.clientsPerAddress)
      guard let number = isVouchedFor ? 1 : rate.number(exchange.context.address, at: now, perMinute: share) else {
        throw Self.tooFast
      }
      let (client, secret) = try registration.client(
        registrationRequest, id: exchange.secrets.identifier(), keeping: nil, exchange)
      let record = ClientRegistrationRecord(
        client: client, words: registrationRequest.words, tokenHash: SecretHash(of: token), issuedAt: now.wholeSeconds,
        unusedUntil: isVouchedFor ? nil : (now + configuration.registration.unusedLifetime).wholeSeconds,
        isFromOpenRegistration: !isVouchedFor && !registrationRequest.hasTrustedStatement)
      let limits = configuration.registration.limits(number)
      switch try await registration.database.register(record, within: limits, at: now) {
      case .added: break
      case .tooFast: throw Self.tooFast
      case .full:
        throw Refusal(
          .temporarilyUnavailable, "this server has reached its limit of registered clients",
          status: .serviceUnavailable)
      }
      logger.notice("A client was registered", metadata: ["client_id": "\(client.id)"])
      audit(.registration) { $0.clientID = client.id }
      return .json(registration.answer(record, secret: secret, token: token).members, status: .created)
    }
  }

  private static var tooFast: Refusal {
    Refusal(
      .temporarilyUnavailable, "too many clients were registered in the last minute: try again in a minute",
      status: .tooManyRequests, fields: [.retryAfter: "60"])
  }

  /// Returns whether the request has an initial access token (RFC 7591 §3).
  /// - Throws: ``Refusal`` if the token is wrong, or missing where one is required.
  private func isVouchedFor(_ exchange: Exchange) throws(Refusal) -> Bool {
    let (hashes, isRequired): (Set<SecretHash>, Bool)
    switch configuration.registration.admission {
    case .closed, .open: return false
    case .initialAccessTokens(let tokens): (hashes, isRequired) = (tokens, true)
    case .openWithInitialAccessTokens(let tokens): (hashes, isRequired) = (tokens, false)
    }
    guard let token = exchange.bearerToken else {
      guard isRequired else { return false }
      throw .unauthorized(nil, issuer)
    }
    guard try initialAccessTokens.isRight(token, hashes, of: .registration, exchange) else {
      throw .unauthorized("the initial access token is unknown to this server", issuer)
    }
    return true
  }
}

/// An endpoint for registrations. Its errors have the format of RFC 7591 §3.2.2.
protocol RegistrationEndpointPart: HTTPEndpoint, ServerPart {
  var registration: ClientRegistrar { get }
}

extension RegistrationEndpointPart {
  var core: ServerCore { registration.core }

  /// Answers a request, and turns a refusal into its answer.
  /// - Parameter event: The event that a refusal prevents.
  func answeringRegistration(
    _ event: AuditRecord.Event?, _ body: () async throws -> HTTPAnswer
  ) async throws -> HTTPAnswer {
    do {
      return try await body()
    } catch let refusal as Refusal {
      logger.info("A registration was rejected", metadata: refusal.metadata)
      if let event { audit(event, refusal.response.error.rawValue) }
      return .json(refusal.response, status: refusal.status, fields: refusal.fields)
    }
  }
}

extension Exchange {
  /// The bearer token of the request; `nil` unless there is exactly one.
  var bearerToken: Secret? {
    guard let presentedToken = try? PresentedAccessToken.find(in: request), presentedToken.scheme == .bearer else {
      return nil
    }
    return presentedToken.token
  }
}

extension [OpenAPIOperation.Field] {
  /// The members of a client's metadata (RFC 7591 §2) that most clients send.
  static let clientMetadata: [OpenAPIOperation.Field] = [
    .list("redirect_uris"), .list("grant_types"), .list("response_types"), .list("contacts"),
    .list("post_logout_redirect_uris"),
    .text("client_name"), .text("scope"), .text("token_endpoint_auth_method"), .text("application_type"),
    .text("client_uri"), .text("logo_uri"), .text("policy_uri"), .text("tos_uri"), .text("jwks_uri"),
    .text("sector_identifier_uri"), .text("subject_type"), .text("id_token_signed_response_alg"),
    .text("software_id"), .text("software_version"), .text("software_statement"),
  ]
}
