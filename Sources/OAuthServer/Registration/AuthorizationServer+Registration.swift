#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServerConfiguration {
  /// Whether anybody may register clients, and there is a place for them.
  func takesRegistrations(_ stores: ServerStores) -> Bool {
    registration.isOpenToSomebody && stores.registrations != nil
  }
}

extension AuthorizationServer {
  /// Where clients register themselves, if anybody may.
  var openRegistrations: (any ClientRegistrationStore)? {
    configuration.takesRegistrations(stores) ? stores.registrations : nil
  }

  /// What the metadata says about registration (RFC 8414 §2).
  var registrationMembers: [String: JSONValue] {
    openRegistrations == nil ? [:] : ["registration_endpoint": .string(configuration.registrationEndpoint.text)]
  }

  /// The client registration endpoint (RFC 7591 §3, OpenID Connect Registration §3).
  func answerRegistration(
    _ request: HTTPRequest, _ body: [UInt8], _ registrations: any ClientRegistrationStore
  ) async throws -> HTTPAnswer {
    try await answeringRegistrant {
      try admit(request)
      let isOpen = configuration.registration.admission == .open
      let members = try registrationMembers(request, body)
      let asked = try await registrationRequest(members)
      let token = mint.secret()
      let now = clock.now()
      // One address doesn't keep all others from it.
      let share = configuration.registration.clientsPerAddress
      guard !isOpen || parts.registrations.admits(context.address, at: now, perMinute: share) else {
        throw Self.tooFast
      }
      let (client, secret) = try registered(asked, id: mint.identifier(), keeping: nil)
      let record = ClientRegistrationRecord(
        client: client, words: asked.words, tokenHash: SecretHash(of: token), issued: now.wholeSeconds,
        unusedUntil: isOpen ? (now + configuration.registration.unusedLifetime).wholeSeconds : nil,
        isFromOpenRegistration: isOpen && !asked.isVouchedFor)
      switch try await registrations.add(record, within: configuration.registration.limits, at: now) {
      case .added: break
      case .tooFast: throw Self.tooFast
      case .full:
        throw RegistrationRefusal(
          .temporarilyUnavailable, "as many clients are registered as this server takes", status: .serviceUnavailable)
      }
      logger.notice("A client was registered", metadata: ["client_id": "\(client.id)"])
      return .json(answer(record, secret: secret, token: token).members, status: .created)
    }
  }

  private static var tooFast: RegistrationRefusal {
    RegistrationRefusal(
      .temporarilyUnavailable, "too many clients were registered in the last minute: try again in one",
      status: .tooManyRequests, fields: [.retryAfter: "60"])
  }

  /// RFC 7591 §3: whoever has to, shows an initial access token.
  private func admit(_ request: HTTPRequest) throws(RegistrationRefusal) {
    guard case .initialAccessTokens(let hashes) = configuration.registration.admission else { return }
    guard let token = Self.bearerToken(request) else { throw .unauthorized(nil, issuer) }
    guard hashes.contains(SecretHash(of: token)) else {
      throw .unauthorized("the initial access token is not one of this server's", issuer)
    }
  }

  /// The members of the request's object.
  func registrationMembers(_ request: HTTPRequest, _ body: [UInt8]) throws -> [String: JSONValue] {
    guard request.headerFields.mediaType == MediaType.json else {
      throw RegistrationRefusal(
        .invalidClientMetadata, "the content type must be application/json", status: .unsupportedMediaType)
    }
    guard body.count <= RegistrationRequest.maximumOctets else {
      throw RegistrationRefusal(
        .invalidClientMetadata, "the request has more than \(RegistrationRequest.maximumOctets) octets",
        status: .contentTooLarge)
    }
    guard let members = try? JSONValue(octets: body).object else {
      throw Refusal(.invalidClientMetadata, "the request is not a JSON object, or has a member twice")
    }
    return members
  }

  /// What the client asks for, its software statement and its sector's document looked at.
  func registrationRequest(_ members: [String: JSONValue]) async throws -> RegistrationRequest {
    var members = members
    var isVouchedFor = false
    if let statement = members["software_statement"], statement != .null {
      guard let text = statement.string else {
        throw Refusal(.invalidSoftwareStatement, "software_statement is not a text")
      }
      let claims = try SoftwareStatement.members(
        text, from: configuration.registration.statementIssuers, at: clock.now())
      // A statement is shipped with the software, so that anybody can show it. It vouches for the addresses that it has, and
      // for no others (RFC 9700 §4.11.2).
      isVouchedFor =
        claims["redirect_uris"] != nil
        && (members["post_logout_redirect_uris"] == nil || claims["post_logout_redirect_uris"] != nil)
      // RFC 7591 §2.3: they take precedence.
      members.merge(claims) { $1 }
    }
    var asked = try RegistrationRequest(members, configuration, available: grants)
    asked.isVouchedFor = isVouchedFor
    if let address = asked.sectorDocument {
      let sector = try await sector(at: address, listing: asked.redirectURIs)
      if asked.settings.subjectType != .public { asked.settings.subjectType = .pairwise(sector: sector) }
    }
    return asked
  }

  /// The client, and its secret if it gets a new one.
  /// - Parameter hash: that of the secret it has.
  func registered(
    _ asked: RegistrationRequest, id: String, keeping hash: SecretHash?
  ) throws -> (RegisteredClient, Secret?) {
    var secret: Secret?
    let proofKey = configuration.registration.proofKey
    let kind: RegisteredClient.Kind
    switch (asked.authenticationMethod, asked.settings.keys, asked.certificateSubject) {
    case ("private_key_jwt", let keys?, _): kind = .confidential(.privateKeyJWT(keys), proofKey: proofKey)
    case ("self_signed_tls_client_auth", let keys?, _):
      kind = .confidential(.selfSignedCertificate(keys), proofKey: proofKey)
    case ("tls_client_auth", _, let subject?):
      kind = .confidential(.certificate(subject: subject), proofKey: proofKey)
    case ("client_secret_basic", _, _), ("client_secret_post", _, _):
      if let hash {
        kind = .confidential(.secret(hash), proofKey: proofKey)
      } else {
        let new = mint.secret()
        secret = new
        kind = .confidential(.secret(SecretHash(of: new)), proofKey: proofKey)
      }
    default: kind = .public
    }
    var settings = asked.settings
    settings.accessTokenFormat = configuration.registration.accessTokenFormat
    // A device's tokens go to whoever started, with no redirect URI that would prove anything: such a client is a sector of its own, or
    // a stranger would know people by the identifiers that were made for others (OpenID Connect Core §8.1).
    if settings.subjectType != .public, asked.grants.contains(.deviceCode) {
      settings.subjectType = .pairwise(sector: "client:" + id)
    }
    let client = RegisteredClient(
      id: id, name: asked.name, kind: kind, redirectURIs: asked.redirectURIs, scope: asked.scope,
      grants: asked.grants, settings: settings)
    return (client, secret)
  }

  func answer(_ record: ClientRegistrationRecord, secret: Secret?, token: Secret) -> RegistrationAnswer {
    RegistrationAnswer(
      record: record, secret: secret, token: token,
      address: configuration.registrationEndpoint.text + "/" + record.client.id)
  }

  /// The bearer token of a request; `nil` unless there is exactly one.
  static func bearerToken(_ request: HTTPRequest) -> Secret? {
    guard let presented = try? PresentedAccessToken.find(in: request), presented.scheme == .bearer else { return nil }
    return presented.token
  }

  func answeringRegistrant(_ body: () async throws -> HTTPAnswer) async throws -> HTTPAnswer {
    func refused(_ refusal: Refusal, _ status: HTTPResponse.Status, _ fields: HTTPFields) -> HTTPAnswer {
      logger.info("A registration was refused", metadata: ["error": "\(refusal.response.error.rawValue)"])
      return .json(refusal.response, status: status, fields: fields)
    }
    do {
      return try await body()
    } catch let error as RegistrationRefusal {
      return refused(error.refusal, error.status, error.fields)
    } catch let error as Refusal {
      return refused(error, .badRequest, [:])
    }
  }
}
