internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The client configuration endpoint (RFC 7592 §2), at which a client reads, replaces or deletes
/// its registration.
struct ClientConfigurationEndpoint: RegistrationEndpointPart {
  let registration: ClientRegistrar

  var description: EndpointDescription {
    let path = [OpenAPIOperation.Field.required("client_id")]
    let answers = [200: [OpenAPIOperation.json], 401: [OpenAPIOperation.json], 500: [OpenAPIOperation.json]]
    return EndpointDescription(
      name: "clientConfiguration",
      paths: [configuration.registrationEndpoint.parts.path + "/" + EndpointDescription.clientIDPlaceholder],
      methods: [.get, .head, .put, .delete], errors: .text, allowsOtherOrigins: true,
      events: [.registrationChange, .registrationEnd],
      operations: [
        OpenAPIOperation(
          method: "get", summary: "Returns a client's registration (RFC 7592)", path: path, answers: answers,
          security: ["token"]),
        OpenAPIOperation(
          method: "put", summary: "Replaces a client's registration (RFC 7592)", path: path,
          body: .json([.required("client_id"), .text("client_secret")] + .clientMetadata),
          answers: answers.merging(
            [400: [OpenAPIOperation.json], 413: [OpenAPIOperation.json], 415: [OpenAPIOperation.json]]
          ) { $1 }, security: ["token"]),
        OpenAPIOperation(
          method: "delete", summary: "Deletes a client's registration (RFC 7592)", path: path,
          answers: [
            204: [], 401: [OpenAPIOperation.json], 413: [OpenAPIOperation.text], 500: [OpenAPIOperation.json],
          ], security: ["token"]),
      ])
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringRegistration(event(of: exchange)) {
      guard let clientID = exchange.target.path.split(separator: "/").last.map(String.init),
        let token = exchange.bearerToken
      else { throw Refusal.unauthorized(nil, issuer) }
      // An unknown client is answered like a wrong token (RFC 7592 §2.1).
      guard let record = try await registration.database.registration(clientID, at: clock.now()),
        record.tokenHash.matches(token)
      else {
        throw Refusal.unauthorized("the registration access token is not valid for this client", issuer)
      }
      switch exchange.request.method {
      case .delete:
        try await registration.database.removeRegistration(clientID)
        logger.notice("A client deleted its registration", metadata: ["client_id": "\(clientID)"])
        audit(.registrationEnd) { $0.clientID = clientID }
        return .noContent
      case .put:
        return try await replace(record, by: registration.members(exchange), token: token, exchange)
      default:
        // The secret isn't returned again: the server keeps only its hash.
        return .json(registration.answer(record, secret: nil, token: token).members)
      }
    }
  }

  /// Returns the event of a request; `nil` for one that changes nothing.
  private func event(of exchange: Exchange) -> AuditRecord.Event? {
    switch exchange.request.method {
    case .put: .registrationChange
    case .delete: .registrationEnd
    default: nil
    }
  }

  /// Replaces a registration. Members that the request leaves out are no longer registered (RFC
  /// 7592 §2.2).
  private func replace(
    _ old: ClientRegistrationRecord, by members: [String: JSONValue], token: Secret,
    _ exchange: Exchange
  ) async throws -> HTTPAnswer {
    guard members["client_id"]?.string == old.client.id else {
      throw Refusal.metadata("client_id", "is missing or not this client's (RFC 7592 §2.2)")
    }
    for name in [
      "registration_access_token", "registration_client_uri", "client_secret_expires_at", "client_id_issued_at",
    ] where members[name] != nil {
      throw Refusal.metadata(name, "is set by the server and must not be sent (RFC 7592 §2.2)")
    }
    var hash: SecretHash?
    if case .confidential(.secret(let knownHash), _) = old.client.kind { hash = knownHash }
    if let secret = members["client_secret"], secret != .null {
      guard let text = secret.string, let hash, hash.matches(Secret(text)) else {
        throw Refusal.metadata("client_secret", "is not this client's current secret (RFC 7592 §2.2)")
      }
    }
    let registrationRequest = try await registration.request(
      members, isVouchedFor: !old.isFromOpenRegistration, exchange)
    let (client, secret) = try registration.client(registrationRequest, id: old.client.id, keeping: hash, exchange)
    // A client that was trusted for a statement stays trusted while it presents a statement that
    // contains its addresses.
    let losesStatement = old.words["software_statement"] != nil && !registrationRequest.hasTrustedStatement
    let record = ClientRegistrationRecord(
      client: client, words: registrationRequest.words, tokenHash: old.tokenHash, issuedAt: old.issuedAt,
      unusedUntil: old.unusedUntil,
      isFromOpenRegistration: old.isFromOpenRegistration
        || (losesStatement && configuration.registration.isOpen))
    guard try await registration.database.replaceRegistration(record) else {
      throw Refusal.unauthorized("the registration access token is not valid for this client", issuer)
    }
    logger.notice("A client changed its registration", metadata: ["client_id": "\(client.id)"])
    audit(.registrationChange) { $0.clientID = client.id }
    return .json(registration.answer(record, secret: secret, token: token).members)
  }
}

extension HTTPAnswer {
  /// The answer to a successful deletion: status 204 (RFC 7592 §2.3).
  static var noContent: HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(status: .noContent, headerFields: [.cacheControl: "no-store", .pragma: "no-cache"]))
  }
}
