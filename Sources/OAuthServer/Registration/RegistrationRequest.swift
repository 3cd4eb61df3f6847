internal import JOSE
internal import OAuthCore

/// What a client asks to be registered as, checked against what the server and its operator allow (RFC 7591 §2, §5; OpenID
/// Connect Registration §2).
///
/// Members that the server doesn't understand are ignored (RFC 7591 §2), and so are grants and response types that it doesn't have,
/// as long as one is left: the answer says what was registered.
struct RegistrationRequest: Sendable {
  /// The most octets of a request: what an open server keeps of everybody.
  static let maximumOctets = 16_384
  private static let mostElements = 20
  private static let mostTextOctets = 2_048

  let name: String
  let redirectURIs: [RedirectURI]
  let scope: Scope
  let grants: Set<GrantType>
  var settings: ClientSettings
  let authenticationMethod: String
  let certificateSubject: String?
  /// The address of the sector's document, which has to be fetched (OpenID Connect Registration §5).
  let sectorDocument: Endpoint?
  /// What is told back and isn't in any other member here.
  let words: [String: JSONValue]
  /// Whether somebody who is believed says where the client's people are sent to.
  var isVouchedFor = false

  /// - Parameters:
  ///   - members: the request's, those of a verified software statement in the place of its own (RFC 7591 §2.3).
  ///   - configuration: what the server can do, and the policy.
  ///   - available: the grants that the server has.
  init(
    _ members: [String: JSONValue], _ configuration: AuthorizationServerConfiguration, available: [GrantType]
  ) throws {
    let policy = configuration.registration
    try Self.refuseWhatIsTooMuch(members)
    var reader = ClientMembers(members)
    do {
      let redirectURIs = try reader.redirectURIs("redirect_uris") ?? []
      self.redirectURIs = redirectURIs
      settings = try ClientSettings(&reader, redirectURIs: redirectURIs, by: .client)
      authenticationMethod = try reader.text("token_endpoint_auth_method") ?? "client_secret_basic"
      certificateSubject = try reader.text("tls_client_auth_subject_dn")
      sectorDocument = try reader.endpoint("sector_identifier_uri")
      let known = Scope.intersection(configuration.scopes, policy.scope ?? configuration.scopes)
      scope = try reader.scope("scope").map { Scope.intersection($0, known) } ?? known
      let flow = try RegisteredFlow(&reader, allowed: policy.grants.intersection(available))
      grants = flow.grants
      name = try Self.name(&reader, redirectURIs)
      words = try Self.words(&reader).merging([
        "response_types": .array(flow.responseTypes.map { .string($0) }),
        "token_endpoint_auth_method": .string(authenticationMethod),
      ]) { $1 }
      try Self.refuseEncryption(&reader)
    } catch {
      throw Refusal(error)
    }
    try RegistrationRules(configuration).check(self)
    settings.chooseAlgorithms(configuration)
  }

  private static func refuseWhatIsTooMuch(_ members: [String: JSONValue]) throws(Refusal) {
    for (name, value) in members where name.utf8.count <= 64 {
      let texts = value.strings ?? value.string.map { [$0] } ?? []
      guard texts.count <= mostElements else { throw .metadata(name, "has more than \(mostElements) elements") }
      let limit = name == "software_statement" ? maximumOctets : mostTextOctets
      guard texts.allSatisfy({ $0.utf8.count <= limit }) else {
        throw .metadata(name, "has a text of more than \(limit) octets")
      }
      if name == "jwks", value.object?["keys"]?.array?.count ?? 0 > mostElements {
        throw .metadata(name, "has more than \(mostElements) keys")
      }
    }
  }

  /// The name that people see: theirs to recognize, so that nothing in it may hide or move text.
  private static func name(
    _ reader: inout ClientMembers, _ redirectURIs: [RedirectURI]
  ) throws(ClientMetadataError) -> String {
    let fallback = redirectURIs.first.map { $0.authority.isEmpty ? $0.description : $0.authority }
    guard let text = try reader.text("client_name") else { return fallback ?? "An application without a name" }
    let name = UntrustedText(text).description
    guard name == text, name.count <= 100, name.contains(where: { !$0.isWhitespace }) else {
      throw ClientMetadataError("client_name", "is longer than 100 characters, or has some that cannot be seen")
    }
    return name
  }

  private static func words(_ reader: inout ClientMembers) throws(ClientMetadataError) -> [String: JSONValue] {
    var words: [String: JSONValue] = [:]
    for name in ["software_id", "software_version", "software_statement", "sector_identifier_uri"] {
      words[name] = try reader.text(name).map { .string($0) }
    }
    // OpenID Connect Registration §2: the default. Its rules for web clients are those of the implicit grant, which isn't here.
    let kind = try reader.text("application_type") ?? "web"
    guard ["web", "native"].contains(kind) else {
      throw ClientMetadataError("application_type", "is neither web nor native")
    }
    words["application_type"] = .string(kind)
    return words
  }

  /// Who asks for encryption must not be answered in the clear.
  private static func refuseEncryption(_ reader: inout ClientMembers) throws(ClientMetadataError) {
    for name in ["id_token", "userinfo", "authorization", "introspection"] {
      for member in ["\(name)_encrypted_response_alg", "\(name)_encrypted_response_enc"]
      where reader.value(member) != nil {
        throw ClientMetadataError(member, "cannot be had: this server encrypts nothing")
      }
    }
  }
}

extension Scope {
  /// The tokens of the first that are in the second.
  static func intersection(_ first: Scope, _ second: Scope) -> Scope {
    (try? Scope(first.tokens.filter(second.contains))) ?? .none
  }
}

extension ClientSettings {
  /// OpenID Connect Registration §2: a client that says nothing about its ID tokens' algorithm means RS256. It gets that if the
  /// server has it, and else what the server has; JARM §3 says the same of authorization answers.
  fileprivate mutating func chooseAlgorithms(_ configuration: AuthorizationServerConfiguration) {
    guard let keys = configuration.signingKeys else { return }
    let usual = keys.signer(for: .rs256)?.algorithm ?? keys.signing.algorithm
    if configuration.idTokenKeys != nil { idTokenAlgorithm = idTokenAlgorithm ?? usual }
    answerAlgorithm = answerAlgorithm ?? usual
  }
}
