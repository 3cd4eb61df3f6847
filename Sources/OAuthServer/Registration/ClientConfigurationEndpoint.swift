internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The client configuration endpoint (RFC 7592 §2): a client reads, replaces or ends its registration.
struct ClientConfigurationEndpoint: RegistrationAnswering {
  let registration: ClientRegistration

  var description: EndpointDescription {
    let path = [OpenAPIOperation.Field.required("client_id")]
    let answers = [200: [OpenAPIOperation.json], 401: [OpenAPIOperation.json], 500: [OpenAPIOperation.json]]
    return EndpointDescription(
      name: "clientConfiguration",
      paths: [configuration.registrationEndpoint.parts.path + "/" + EndpointDescription.clientIDPlaceholder],
      methods: [.get, .head, .put, .delete], errors: .text, allowsOtherOrigins: true,
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
          method: "delete", summary: "Ends a client's registration (RFC 7592)", path: path,
          answers: [
            204: [], 401: [OpenAPIOperation.json], 413: [OpenAPIOperation.text], 500: [OpenAPIOperation.json],
          ], security: ["token"]),
      ])
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringRegistrant {
      guard let clientID = exchange.target.path.split(separator: "/").last.map(String.init),
        let token = exchange.bearerToken
      else { throw Refusal.unauthorized(nil, issuer) }
      // RFC 7592 §2.1: a client that isn't there is answered like a wrong token.
      guard let record = try await registration.store.find(clientID, at: clock.now()), record.tokenHash.matches(token)
      else {
        throw Refusal.unauthorized("the registration access token is not this client's", issuer)
      }
      switch exchange.request.method {
      case .delete:
        try await registration.store.remove(clientID)
        logger.notice("A client ended its registration", metadata: ["client_id": "\(clientID)"])
        return .noContent
      case .put:
        return try await replace(record, by: registration.members(exchange), token: token, exchange)
      default:
        // The secret isn't told again: the server doesn't know it.
        return .json(registration.answer(record, secret: nil, token: token).members)
      }
    }
  }

  /// RFC 7592 §2.2: what isn't sent is no longer registered.
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
      throw Refusal.metadata(name, "is the server's to say, and must not be sent (RFC 7592 §2.2)")
    }
    var hash: SecretHash?
    if case .confidential(.secret(let known), _) = old.client.kind { hash = known }
    if let secret = members["client_secret"], secret != .null {
      guard let text = secret.string, let hash, hash.matches(Secret(text)) else {
        throw Refusal.metadata("client_secret", "is not the one that this client has (RFC 7592 §2.2)")
      }
    }
    let asked = try await registration.request(members, exchange)
    let (client, secret) = try registration.client(asked, id: old.client.id, keeping: hash)
    // Who was believed for a statement is believed as long as they show one that vouches for the addresses.
    let losesStatement = old.words["software_statement"] != nil && !asked.isVouchedFor
    let record = ClientRegistrationRecord(
      client: client, words: asked.words, tokenHash: old.tokenHash, issued: old.issued, unusedUntil: old.unusedUntil,
      isFromOpenRegistration: old.isFromOpenRegistration
        || (losesStatement && configuration.registration.admission == .open))
    guard try await registration.store.replace(record) else {
      throw Refusal.unauthorized("the registration access token is not this client's", issuer)
    }
    logger.notice("A client changed its registration", metadata: ["client_id": "\(client.id)"])
    return .json(registration.answer(record, secret: secret, token: token).members)
  }
}

extension HTTPAnswer {
  /// Status 204, for what is gone (RFC 7592 §2.3).
  static var noContent: HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(status: .noContent, headerFields: [.cacheControl: "no-store", .pragma: "no-cache"]))
  }
}
