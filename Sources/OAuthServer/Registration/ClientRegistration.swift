internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// Reads registrations and makes clients of them, for the registration and the client configuration endpoint.
struct ClientRegistration: ServerPart {
  let core: ServerCore
  let store: any ClientRegistrationStore
  /// The grants that the server offers.
  let grants: [GrantType]
  let sectors: SectorDocuments

  /// The members of the request's object.
  func members(_ exchange: Exchange) throws -> [String: JSONValue] {
    guard exchange.request.headerFields.mediaType == MediaType.json else {
      throw Refusal(
        .invalidClientMetadata, "the content type must be application/json", status: .unsupportedMediaType)
    }
    guard exchange.body.count <= RegistrationRequest.maximumOctets else {
      throw Refusal(
        .invalidClientMetadata, "the request has more than \(RegistrationRequest.maximumOctets) octets",
        status: .contentTooLarge)
    }
    guard let members = try? JSONValue(octets: exchange.body).object else {
      throw Refusal(.invalidClientMetadata, "the request is not a JSON object, or has a member twice")
    }
    return members
  }

  /// What the client asks for, its software statement and its sector's document looked at.
  func request(_ members: [String: JSONValue], _ exchange: Exchange) async throws -> RegistrationRequest {
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
      let sector = try await sectors.sector(at: address, listing: asked.redirectURIs, exchange)
      if asked.settings.subjectType != .public { asked.settings.subjectType = .pairwise(sector: sector) }
    }
    return asked
  }

  /// The client, and its secret if it gets a new one.
  /// - Parameter hash: that of the secret it has.
  func client(
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
        let new = secrets.secret()
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
}
