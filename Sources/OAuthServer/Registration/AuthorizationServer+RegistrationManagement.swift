internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// The client configuration endpoint (RFC 7592 §2): a client reads, replaces or ends its registration.
  /// - Parameter clientID: what the address ends with.
  func answerClientConfiguration(
    _ request: HTTPRequest, _ clientID: String, _ body: [UInt8], _ registrations: any ClientRegistrationStore
  ) async throws -> HTTPAnswer {
    try await answeringRegistrant {
      guard let token = Self.bearerToken(request) else { throw RegistrationRefusal.unauthorized(nil, issuer) }
      // RFC 7592 §2.1: a client that isn't there is answered like a wrong token.
      guard let record = try await registrations.find(clientID, at: clock.now()), record.tokenHash.matches(token) else {
        throw RegistrationRefusal.unauthorized("the registration access token is not this client's", issuer)
      }
      switch request.method {
      case .delete:
        try await registrations.remove(clientID)
        logger.notice("A client ended its registration", metadata: ["client_id": "\(clientID)"])
        return .noContent
      case .put:
        return try await replace(record, by: registrationMembers(request, body), token: token, in: registrations)
      default:
        // The secret isn't told again: the server doesn't know it.
        return .json(answer(record, secret: nil, token: token).members)
      }
    }
  }

  /// RFC 7592 §2.2: what isn't sent is no longer registered.
  private func replace(
    _ old: ClientRegistrationRecord, by members: [String: JSONValue], token: Secret,
    in registrations: any ClientRegistrationStore
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
    let asked = try await registrationRequest(members)
    let (client, secret) = try registered(asked, id: old.client.id, keeping: hash)
    // Who was believed for a statement is believed as long as they show one that vouches for the addresses.
    let losesStatement = old.words["software_statement"] != nil && !asked.isVouchedFor
    let record = ClientRegistrationRecord(
      client: client, words: asked.words, tokenHash: old.tokenHash, issued: old.issued, unusedUntil: old.unusedUntil,
      isFromOpenRegistration: old.isFromOpenRegistration
        || (losesStatement && configuration.registration.admission == .open))
    guard try await registrations.replace(record) else {
      throw RegistrationRefusal.unauthorized("the registration access token is not this client's", issuer)
    }
    logger.notice("A client changed its registration", metadata: ["client_id": "\(client.id)"])
    return .json(answer(record, secret: secret, token: token).members)
  }
}

extension HTTPAnswer {
  /// Status 204, for what is gone (RFC 7592 §2.3).
  static var noContent: HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(status: .noContent, headerFields: [.cacheControl: "no-store", .pragma: "no-cache"]))
  }
}
