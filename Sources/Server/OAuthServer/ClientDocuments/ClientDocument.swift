internal import HTTPTypes
internal import OAuthCore

/// The metadata document of a client (draft-ietf-oauth-client-id-metadata-document-02 §4).
struct ClientDocument: Sendable {
  /// The maximum size of a document, in bytes (§8.7 recommends it).
  static let maximumBytes = 5_120

  /// The client that the document describes.
  let client: RegisteredClient

  /// Reads and checks a document.
  /// - Parameters:
  ///   - answer: The response of the document's address, with status 200.
  ///   - address: The address, which is the client's identifier.
  ///   - configuration: The abilities of the server, and the registration policy.
  /// - Throws: ``ClientDocumentError/invalid(_:)``.
  init(
    _ answer: HTTPAnswer, at address: ClientDocumentAddress, _ configuration: AuthorizationServerConfiguration
  ) throws(ClientDocumentError) {
    let type = answer.response.headerFields.mediaType ?? ""
    guard type == MediaType.json || (type.hasPrefix("application/") && type.hasSuffix("+json")) else {
      throw .invalid("its content type is not application/json")
    }
    guard answer.body.count <= Self.maximumBytes else { throw Self.tooLong }
    guard var members = (try? JSONValue(bytes: answer.body))?.object else {
      throw .invalid("it is not a JSON object, or has a member twice")
    }
    // The comparison is that of RFC 3986 §6.2.1: no form is normalized.
    guard let id = members["client_id"]?.string, id.utf8.elementsEqual(address.text.utf8) else {
      throw .invalid("its client_id is not the address that it was fetched from")
    }
    members = ClientMembers.withoutEmptyTexts(members)
    for name in ["client_name", "redirect_uris"] where members[name] ?? .null == .null {
      throw .invalid("\(name) is missing")
    }
    for name in ["client_secret", "client_secret_expires_at"] where members[name] != nil {
      throw .invalid("it has \(name), which is no secret in a published document")
    }
    let hasKeys = members["jwks"] ?? .null != .null || members["jwks_uri"] ?? .null != .null
    let method = members["token_endpoint_auth_method"] ?? .null
    // RFC 7591 §2 defaults to a secret, which such a client can't have.
    members["token_endpoint_auth_method"] = method == .null ? (hasKeys ? "private_key_jwt" : "none") : method
    // No answer names a choice, so the method above counts, which is never one with a secret.
    members[RegistrationChoices.authenticationMethods] = nil
    guard method == .null || method == "none" || method == "private_key_jwt" else {
      throw .invalid("token_endpoint_auth_method is neither none nor private_key_jwt")
    }
    // Another site's documents and logo would impersonate that site (RFC 7591 §5).
    for name in ["client_uri", "logo_uri", "policy_uri", "tos_uri"] {
      let isOwn = members[name]?.string.flatMap { try? Endpoint($0) }?.parts.host == address.endpoint.parts.host
      if !isOwn { members[name] = nil }
    }
    // The client is a sector of its own: loopback addresses belong to no sector (OpenID Connect Core
    // §8.1).
    let isPairwise = members["subject_type"] == "pairwise"
    if isPairwise { members["subject_type"] = nil }
    guard !isPairwise || configuration.pairwiseSubjects != nil else {
      throw .invalid("subject_type is pairwise, which this server does not offer")
    }
    members["sector_identifier_uri"] = nil
    var configuration = configuration
    configuration.registration.allowsDocumentsAtOtherHosts = true
    let registration: RegistrationRequest
    do {
      registration = try RegistrationRequest(
        members, configuration, available: Array(configuration.registration.grants), isStranger: true)
    } catch let refusal as Refusal {
      throw .invalid(refusal.response.errorDescription?.description ?? refusal.response.error.rawValue)
    } catch {
      throw .invalid("it is malformed")
    }
    var settings = registration.settings
    settings.accessTokenFormat = configuration.registration.accessTokenFormat
    if isPairwise { settings.subjectType = .pairwise(sector: "client:" + id) }
    let kind: RegisteredClient.Kind
    if registration.authenticationMethod == "private_key_jwt", let keys = settings.keys {
      kind = .confidential(.privateKeyJWT(keys), proofKey: .required)
    } else {
      kind = .public
    }
    var client = RegisteredClient(
      id: id, name: registration.name, kind: kind, redirectURIs: registration.redirectURIs, scope: registration.scope,
      grants: registration.grants,
      settings: settings)
    client.isUntrusted = true
    client.couldBeRegisteredByAnyone = true
    client.hasMetadataDocument = true
    self.client = client
  }

  static let tooLong = ClientDocumentError.invalid("it has more than \(maximumBytes) bytes")
}
