internal import JOSE
internal import OAuthCore

/// A client's request for registration, checked against what the server and its operator allow (RFC
/// 7591 §2, §5; OpenID Connect Registration §2).
///
/// Unknown members are ignored (RFC 7591 §2). Grant types and response types that the server
/// doesn't offer are ignored too, as long as one is left. The answer lists what was registered.
struct RegistrationRequest: Sendable {
  /// The maximum size of a request, in bytes. An open server stores that much for any client.
  static let maximumBytes = 16_384
  private static let mostElements = 20
  private static let maximumTextBytes = 2_048

  let name: String
  let redirectURIs: [RedirectURI]
  let scope: Scope
  let grants: Set<GrantType>
  var settings: ClientSettings
  let authenticationMethod: String
  let certificateSubject: String?
  /// The address of the sector document, which has to be fetched (OpenID Connect Registration §5).
  let sectorDocument: Endpoint?
  /// The members that the answer repeats and that no other property has.
  let words: [String: JSONValue]
  /// Whether a trusted software statement contains the client's redirect URIs.
  var hasTrustedStatement = false

  /// Reads and checks a request.
  /// - Parameters:
  ///   - members: The members of the request. Those of a verified software statement have replaced
  ///     the request's own (RFC 7591 §2.3).
  ///   - configuration: The abilities of the server, and the registration policy.
  ///   - available: The grant types that the server offers.
  ///   - isStranger: Whether the client has neither an initial access token nor a trusted software
  ///     statement.
  /// - Throws: ``Refusal`` with `invalid_redirect_uri` or `invalid_client_metadata`.
  init(
    _ members: [String: JSONValue], _ configuration: AuthorizationServerConfiguration, available: [GrantType],
    isStranger: Bool
  ) throws {
    let policy = configuration.registration
    let chosen = try RegistrationChoices(configuration).resolve(members)
    let rules = RegistrationRules(configuration)
    try rules.checkRequestEncryption(chosen)
    var reader = ClientMembers(chosen)
    do {
      let redirectURIs = try rules.usable(reader.redirectURIs("redirect_uris") ?? [], "redirect_uris")
      self.redirectURIs = redirectURIs
      settings = try ClientSettings(&reader, redirectURIs: redirectURIs, by: .client)
      settings.postLogoutRedirectURIs = try rules.usable(settings.postLogoutRedirectURIs, "post_logout_redirect_uris")
      authenticationMethod = try reader.text("token_endpoint_auth_method") ?? "client_secret_basic"
      settings.secretMethod = ClientSecretMethod(rawValue: authenticationMethod)
      certificateSubject = try reader.text("tls_client_auth_subject_dn")
      sectorDocument = try reader.endpoint("sector_identifier_uri")
      let most = policy.scope ?? (isStranger ? Scope.ofOpenID : configuration.scopes)
      let knownScope = Scope.intersection(configuration.scopes, most)
      let requestedScope = try reader.scope("scope").map { Scope.intersection($0, knownScope) } ?? knownScope
      // A stranger may request later what it may register today: it could register again at any
      // time. Clients for the Model Context Protocol register with the scope of their first request,
      // and need more for the next one.
      scope = isStranger ? knownScope : requestedScope
      let flow = try RegisteredFlow(&reader, offeredGrants: policy.grants.intersection(available))
      grants = flow.grants
      name = try Self.name(&reader, redirectURIs)
      words = try Self.words(&reader).merging([
        "response_types": .array(flow.responseTypes.map { .string($0) }),
        "token_endpoint_auth_method": .string(authenticationMethod),
      ]) { $1 }
      try Self.rejectEncryption(&reader)
    } catch {
      throw Refusal(error)
    }
    // Nothing depends on the contacts, so too many of them are no reason to reject the client.
    settings.contacts = settings.contacts.filter { $0.utf8.count <= Self.maximumTextBytes }
      .prefix(Self.mostElements).map(\.self)
    try Self.rejectExcess(members.filter { $0.key != "contacts" && !reader.unread.contains($0.key) })
    if isStranger, case .set(let set) = settings.keys, !set.keys.allSatisfy(\.isFast) {
      throw Refusal.metadata("jwks", "has an RSA key of more than 4096 bits, or with another exponent than 65537")
    }
    try rules.check(self)
    settings.chooseAlgorithms(configuration)
  }

  /// Rejects what is too much to store. Members that the server doesn't know aren't stored, so theirs
  /// may have any size.
  private static func rejectExcess(_ members: [String: JSONValue]) throws(Refusal) {
    for (name, value) in members {
      let texts = value.strings ?? value.string.map { [$0] } ?? []
      guard texts.count <= mostElements else { throw .metadata(name, "has more than \(mostElements) elements") }
      let limit = name == "software_statement" ? maximumBytes : maximumTextBytes
      guard texts.allSatisfy({ $0.utf8.count <= limit }) else {
        throw .metadata(name, "has a string of more than \(limit) bytes")
      }
      if name == "jwks", value.object?["keys"]?.array?.count ?? 0 > mostElements {
        throw .metadata(name, "has more than \(mostElements) keys")
      }
    }
  }

  /// Reads the name that users see. They recognize the client by it, so it must contain no
  /// invisible characters and none that move text.
  private static func name(
    _ reader: inout ClientMembers, _ redirectURIs: [RedirectURI]
  ) throws(ClientMetadataError) -> String {
    let fallback = redirectURIs.first.map { $0.authority.isEmpty ? $0.description : $0.authority }
    guard let text = try reader.text("client_name") else { return fallback ?? "An application without a name" }
    let name = UntrustedText(text).description
    guard name == text, name.count <= 100, name.unicodeScalars.contains(where: \.isVisible) else {
      throw ClientMetadataError(
        "client_name", "is longer than 100 characters, has ones that control or reorder text, or none that is visible")
    }
    return name
  }

  private static func words(_ reader: inout ClientMembers) throws(ClientMetadataError) -> [String: JSONValue] {
    var words: [String: JSONValue] = [:]
    for name in ["software_id", "software_version", "software_statement", "sector_identifier_uri"] {
      words[name] = try reader.text(name).map { .string($0) }
    }
    // The default is web (OpenID Connect Registration §2). The rules for web clients concern the
    // implicit grant, which this server doesn't offer.
    let kind = try reader.text("application_type") ?? "web"
    guard ["web", "native"].contains(kind) else {
      throw ClientMetadataError("application_type", "is neither web nor native")
    }
    words["application_type"] = .string(kind)
    return words
  }

  /// Rejects requests for encryption that the server doesn't have: a client that expects it must not
  /// get plain answers.
  private static func rejectEncryption(_ reader: inout ClientMembers) throws(ClientMetadataError) {
    for name in ["authorization_encrypted_response", "introspection_encrypted_response"] {
      for member in ["\(name)_alg", "\(name)_enc"] where reader.value(member) != nil {
        throw ClientMetadataError(member, "is not supported: this server encrypts only ID tokens and UserInfo")
      }
    }
  }
}

extension Scope {
  /// The scope values of OpenID Connect Core §3.1.2.1, §5.4 and §11, which open nothing but the
  /// user's profile.
  fileprivate static var ofOpenID: Scope {
    (try? Scope(["openid", "profile", "email", "address", "phone", "offline_access"])) ?? .none
  }

  /// Returns the tokens of the first scope that are in the second.
  static func intersection(_ first: Scope, _ second: Scope) -> Scope {
    (try? Scope(first.tokens.filter(second.contains))) ?? .none
  }
}

extension ClientSettings {
  /// Chooses the algorithms that the client left out.
  ///
  /// The default for ID tokens is RS256 (OpenID Connect Registration §2), and JARM §3 says the same
  /// of authorization answers. The client gets RS256 if the server has a key for it, and otherwise
  /// the server's default algorithm.
  fileprivate mutating func chooseAlgorithms(_ configuration: AuthorizationServerConfiguration) {
    guard let keys = configuration.signingKeys else { return }
    let usual = keys.signer(for: .rs256)?.algorithm ?? keys.signing.algorithm
    if configuration.idTokenKeys != nil { idTokenAlgorithm = idTokenAlgorithm ?? usual }
    authorizationResponseAlgorithm = authorizationResponseAlgorithm ?? usual
  }
}
