internal import JOSE
internal import OAuthCore

/// The rules that every registration must follow, with or without an initial access token.
struct RegistrationRules: Sendable {
  private let configuration: AuthorizationServerConfiguration
  private var policy: RegistrationPolicy { configuration.registration }

  init(_ configuration: AuthorizationServerConfiguration) {
    self.configuration = configuration
  }

  func check(_ request: RegistrationRequest) throws(Refusal) {
    try checkAddresses(request)
    try checkAuthentication(request)
    try checkDocuments(request)
    try checkAlgorithms(request.settings)
    try checkAlgorithms(ofClient: request)
    if request.settings.subjectType != .public, configuration.pairwiseSubjects == nil {
      throw .metadata("subject_type", "pairwise is not offered by this server")
    }
    try checkDetailTypes(request.settings.authorizationDetailsTypes)
    try checkEncryption(request.settings)
    if request.settings.requiresSignedRequests, request.settings.keys == nil {
      throw .metadata("require_signed_request_object", "needs jwks or jwks_uri to verify signatures with")
    }
    guard !request.settings.requiresSignedRequests || !request.settings.requestObjectsAreUnsigned else {
      throw .metadata("require_signed_request_object", "contradicts request_object_signing_alg, which is none")
    }
  }

  /// Checks that there is a key to encrypt with. Keys at a `jwks_uri` are read when they are needed.
  private func checkEncryption(_ settings: ClientSettings) throws(Refusal) {
    for (name, encryption) in [
      ("id_token_encrypted_response_alg", settings.idTokenEncryption),
      ("userinfo_encrypted_response_alg", settings.userInfoEncryption),
    ] {
      guard let encryption else { continue }
      switch settings.keys {
      case nil: throw .metadata(name, "needs jwks or jwks_uri with a key to encrypt with")
      case .set(let set):
        guard (try? ClientEncryption.key(in: set, for: encryption)) != nil else {
          throw .metadata(name, "needs a key for it in jwks: an RSA key of 2048 bits or more, or one on a NIST curve")
        }
      case .address: break
      }
    }
  }

  /// Checks the types of authorization details: a request with an unknown type would be rejected
  /// later (RFC 9396 §10).
  private func checkDetailTypes(_ types: [String]) throws(Refusal) {
    let knownTypes = configuration.requests.detailTypes.map(\.name)
    for type in types where !knownTypes.contains(where: { $0.utf8.elementsEqual(type.utf8) }) {
      let possible = knownTypes.isEmpty ? "none" : knownTypes.sorted().joined(separator: ", ")
      throw .metadata("authorization_details_types", "has a type that this server does not know: it knows \(possible)")
    }
  }

  /// Returns the addresses without those whose scheme isn't allowed: the client may have others.
  ///
  /// A private-use scheme is a domain of the application's owner, reversed, so it contains a dot (RFC
  /// 8252 §7.1). Some editors have none, and register https or loopback addresses besides.
  /// - Throws: ``ClientMetadataError`` if no address is left.
  func usable(_ addresses: [RedirectURI], _ name: String) throws(ClientMetadataError) -> [RedirectURI] {
    let usableAddresses = addresses.filter { address in
      let scheme = address.parts.scheme
      return ["http", "https"].contains(scheme) || scheme.contains(".") || policy.privateUseSchemes.contains(scheme)
    }
    guard addresses.isEmpty || !usableAddresses.isEmpty else {
      throw ClientMetadataError(name, "has only schemes without a dot: use one like com.example.app (RFC 8252 §7.1)")
    }
    return usableAddresses
  }

  private func checkAddresses(_ request: RegistrationRequest) throws(Refusal) {
    if request.grants.contains(.authorizationCode), request.redirectURIs.isEmpty {
      throw .metadata("redirect_uris", "is missing: authorization codes need a redirect URI (RFC 7591 §2)")
    }
    let fetchedAddresses = [
      ("backchannel_logout_uri", request.settings.backchannelLogout), ("jwks_uri", request.settings.keys?.address),
      ("sector_identifier_uri", request.sectorDocument),
    ]
    for (name, address) in fetchedAddresses {
      if let address, !configuration.outgoing.allows(address) { throw .metadata(name, Self.unreachable) }
    }
    for text in request.settings.requestURIs {
      // The fragment may be a hash of the request object (OpenID Connect Registration §2).
      let text = text.prefix { $0 != "#" }
      guard let address = try? Endpoint(String(text)), configuration.outgoing.allows(address) else {
        throw .metadata("request_uris", Self.unreachable)
      }
    }
  }

  private static let unreachable = "is not an address that this server sends requests to: use public https"

  private func checkAuthentication(_ request: RegistrationRequest) throws(Refusal) {
    let method = request.authenticationMethod
    guard configuration.registrableMethods.contains(method) else {
      let possible = configuration.registrableMethods.sorted().joined(separator: ", ")
      throw .metadata("token_endpoint_auth_method", "is not one that a client may register here: \(possible)")
    }
    switch method {
    case "private_key_jwt", "self_signed_tls_client_auth":
      guard request.settings.keys != nil else { throw .metadata("jwks", "is missing: \(method) needs it or jwks_uri") }
    case "tls_client_auth":
      guard request.certificateSubject != nil else {
        throw .metadata("tls_client_auth_subject_dn", "is missing: tls_client_auth needs it")
      }
    default: break
    }
  }

  /// Checks that the documents that users see don't belong to another site (RFC 7591 §5).
  private func checkDocuments(_ request: RegistrationRequest) throws(Refusal) {
    let settings = request.settings
    let documents = [
      ("client_uri", settings.home), ("logo_uri", settings.logo), ("policy_uri", settings.policy),
      ("tos_uri", settings.terms),
    ]
    let hosts = Set(request.redirectURIs.filter { $0.parts.scheme == "https" }.map(\.parts.host))
    for (name, address) in documents {
      guard let parts = address?.parts else { continue }
      guard parts.scheme == "https" || configuration.outgoing != .publicOnly else {
        throw .metadata(name, "is not https")
      }
      // A redirect URI with an app's own scheme or a loopback address has no host to compare with.
      guard policy.allowsDocumentsAtOtherHosts || hosts.isEmpty || hosts.contains(parts.host) else {
        throw .metadata(name, "is not at the host of a redirect URI (RFC 7591 §5)")
      }
    }
  }

  /// Checks that the server can sign with the requested algorithms, because it never replaces one
  /// by another.
  private func checkAlgorithms(_ settings: ClientSettings) throws(Refusal) {
    let requestedAlgorithms = [
      ("id_token_signed_response_alg", settings.idTokenAlgorithm),
      ("userinfo_signed_response_alg", settings.userInfoAlgorithm),
      ("authorization_signed_response_alg", settings.authorizationResponseAlgorithm),
      ("introspection_signed_response_alg", settings.introspectionAlgorithm),
    ]
    for (name, algorithm) in requestedAlgorithms {
      guard let algorithm, configuration.signingKey(for: algorithm) == nil else { continue }
      let possible = configuration.signingKeys?.signers.map(\.algorithm.rawValue).joined(separator: ", ") ?? "none"
      throw .metadata(name, "is not one that this server signs with: \(possible)")
    }
  }

  /// Checks that the server accepts the client's algorithms. Otherwise the client would learn of
  /// the mistake only at a sign-in.
  private func checkAlgorithms(ofClient request: RegistrationRequest) throws(Refusal) {
    let signsAssertions = request.authenticationMethod == "private_key_jwt"
    let signedAlgorithms = [
      (
        "token_endpoint_auth_signing_alg", signsAssertions ? request.settings.assertionAlgorithm : nil,
        configuration.tokenRules.assertionAlgorithms
      ),
      (
        "request_object_signing_alg", request.settings.requestObjectAlgorithm,
        configuration.requests.requestObjectAlgorithms
      ),
    ]
    for (name, algorithm, acceptedAlgorithms) in signedAlgorithms {
      guard let algorithm, !acceptedAlgorithms.contains(algorithm) else { continue }
      let possible = acceptedAlgorithms.map(\.rawValue).sorted().joined(separator: ", ")
      throw .metadata(name, "is not one that this server accepts: \(possible)")
    }
  }

  /// Checks the encryption of request objects in members that weren't read yet, so that every mistake
  /// is answered with what this server accepts now.
  func checkRequestEncryption(_ members: [String: JSONValue]) throws(Refusal) {
    let (name, accepted) = (
      "request_object_encryption_alg", configuration.requests.encryptionAlgorithms.map(\.rawValue)
    )
    guard let algorithm = members[name]?.string, !accepted.contains(algorithm) else { return }
    guard !accepted.isEmpty else {
      throw .metadata(name, "can't be used: this server accepts no encrypted request objects")
    }
    throw .metadata(name, "is not one that this server accepts: \(accepted.joined(separator: ", "))")
  }
}

extension ClientKeys {
  /// The address at which the keys are published (`jwks_uri`); `nil` if they are registered by
  /// value.
  var address: Endpoint? {
    if case .address(let address) = self { address } else { nil }
  }
}
