internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// Reads registrations and creates clients from them, for the registration endpoint and the client
/// configuration endpoint.
struct ClientRegistrar: ServerPart {
  let core: ServerCore
  let database: any ClientRegistrationOperations
  /// The grants that the server offers.
  let grants: [GrantType]
  /// Whether the server accepts unsigned request objects, which it fetches.
  let acceptsUnsignedObjects: Bool
  let sectors: SectorDocuments

  /// Returns the members of the request's JSON object.
  func members(_ exchange: Exchange) throws -> [String: JSONValue] {
    guard exchange.request.headerFields.mediaType == MediaType.json else {
      throw Refusal(
        .invalidClientMetadata, "the content type must be application/json", status: .unsupportedMediaType)
    }
    guard exchange.body.count <= RegistrationRequest.maximumBytes else {
      throw Refusal(
        .invalidClientMetadata, "the request has more than \(RegistrationRequest.maximumBytes) bytes",
        status: .contentTooLarge)
    }
    guard let members = try? JSONValue(bytes: exchange.body).object else {
      throw Refusal(.invalidClientMetadata, "the request is not a JSON object, or has a member twice")
    }
    return ClientMembers.withoutEmptyTexts(members)
  }

  /// Returns the checked request, after its software statement was verified and its sector document
  /// fetched.
  /// - Parameter isVouchedFor: Whether the client is trusted without a software statement.
  func request(
    _ members: [String: JSONValue], isVouchedFor: Bool, _ exchange: Exchange
  ) async throws -> RegistrationRequest {
    var members = members
    var hasTrustedStatement = false
    if let statement = members["software_statement"], statement != .null {
      guard let text = statement.string else {
        throw Refusal(.invalidSoftwareStatement, "software_statement is not a string")
      }
      let claims = try SoftwareStatement.members(
        text, from: configuration.registration.statementIssuers, at: clock.now())
      // A statement is shipped with the software, so any client can present it. It vouches only for
      // the addresses that it contains (RFC 9700 §4.11.2).
      hasTrustedStatement =
        claims["redirect_uris"] != nil
        && (members["post_logout_redirect_uris"] == nil || claims["post_logout_redirect_uris"] != nil)
      // The statement's claims take precedence (RFC 7591 §2.3).
      members.merge(claims) { $1 }
    }
    var registrationRequest = try RegistrationRequest(
      members, configuration, available: grants, isStranger: !isVouchedFor && !hasTrustedStatement)
    registrationRequest.hasTrustedStatement = hasTrustedStatement
    guard acceptsUnsignedObjects || !registrationRequest.settings.requestObjectsAreUnsigned else {
      throw Refusal.metadata(
        "request_object_signing_alg", "is none, and this server accepts only signed request objects")
    }
    if let address = registrationRequest.sectorDocument {
      let sector = try await sectors.sector(at: address, listing: registrationRequest.redirectURIs, exchange)
      if registrationRequest.settings.subjectType != .public {
        registrationRequest.settings.subjectType = .pairwise(sector: sector)
      }
    }
    return registrationRequest
  }

  /// Creates the client, and a secret if it needs a new one.
  /// - Parameter hash: The hash of the client's current secret; `nil` if it has none.
  func client(
    _ registrationRequest: RegistrationRequest, id: String, keeping hash: SecretHash?, _ exchange: Exchange
  ) throws -> (RegisteredClient, Secret?) {
    var secret: Secret?
    let proofKey = configuration.registration.proofKey
    let kind: RegisteredClient.Kind
    switch (
      registrationRequest.authenticationMethod, registrationRequest.settings.keys,
      registrationRequest.certificateSubject
    ) {
    case ("private_key_jwt", let keys?, _): kind = .confidential(.privateKeyJWT(keys), proofKey: proofKey)
    case ("self_signed_tls_client_auth", let keys?, _):
      kind = .confidential(.selfSignedCertificate(keys), proofKey: proofKey)
    case ("tls_client_auth", _, let subject?):
      kind = .confidential(.certificate(subject: subject), proofKey: proofKey)
    case ("client_secret_basic", _, _), ("client_secret_post", _, _):
      if let hash {
        kind = .confidential(.secret(hash), proofKey: proofKey)
      } else {
        let new = exchange.secrets.secret()
        secret = new
        kind = .confidential(.secret(SecretHash(of: new)), proofKey: proofKey)
      }
    default: kind = .public
    }
    var settings = registrationRequest.settings
    settings.accessTokenFormat = configuration.registration.accessTokenFormat
    // A device's tokens go to the party that started the flow, and no redirect URI proves which
    // client that is. Such a client is a sector of its own, so that it can't learn the pairwise
    // subjects of another sector (OpenID Connect Core §8.1).
    if settings.subjectType != .public, registrationRequest.grants.contains(.deviceCode) {
      settings.subjectType = .pairwise(sector: "client:" + id)
    }
    let client = RegisteredClient(
      id: id, name: registrationRequest.name, kind: kind, redirectURIs: registrationRequest.redirectURIs,
      scope: registrationRequest.scope,
      grants: registrationRequest.grants, settings: settings)
    return (client, secret)
  }

  func answer(_ record: ClientRegistrationRecord, secret: Secret?, token: Secret) -> RegistrationAnswer {
    RegistrationAnswer(
      record: record, secret: secret, token: token,
      address: configuration.registrationEndpoint.text + "/" + record.client.id)
  }
}
