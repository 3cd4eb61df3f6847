internal import FoundationBasics
internal import JOSE
internal import OAuthCore
internal import PKCE

extension ClientSettings {
  /// The party whose JSON is read. It decides which members count.
  enum Author {
    /// The operator, or the server itself. Every member is read.
    case `operator`
    /// The client. Pixy's own members are ignored, because only an operator may set them.
    case client
  }

  /// Reads the settings among a client's members.
  init(
    _ members: inout ClientMembers, redirectURIs: [RedirectURI], by author: Author
  ) throws(ClientMetadataError) {
    self.init()
    home = try members.endpoint("client_uri")
    logo = try members.endpoint("logo_uri")
    policy = try members.endpoint("policy_uri")
    terms = try members.endpoint("tos_uri")
    contacts = try members.texts("contacts") ?? []
    keys = try members.keys()
    secretMethod = members.value("token_endpoint_auth_method")?.string.flatMap(ClientSecretMethod.init)
    assertionAlgorithm = try members.algorithm("token_endpoint_auth_signing_alg")
    requestObjectsAreUnsigned = members.value("request_object_signing_alg") == "none"
    requestObjectAlgorithm = requestObjectsAreUnsigned ? nil : try members.algorithm("request_object_signing_alg")
    requestObjectEncryption = try members.encryption("request_object_encryption")
    requiresSignedRequests = try members.flag("require_signed_request_object")
    requiresPushedRequests = try members.flag("require_pushed_authorization_requests")
    requestURIs = try members.texts("request_uris") ?? []
    idTokenAlgorithm = try members.algorithm("id_token_signed_response_alg")
    userInfoAlgorithm = try members.algorithm("userinfo_signed_response_alg")
    idTokenEncryption = try members.encryption("id_token_encrypted_response")
    userInfoEncryption = try members.encryption("userinfo_encrypted_response")
    authorizationResponseAlgorithm = try members.algorithm("authorization_signed_response_alg")
    introspectionAlgorithm = try members.algorithm("introspection_signed_response_alg")
    defaultMaximumAge = try members.number("default_max_age")
    requiresDPoP = try members.flag("dpop_bound_access_tokens")
    requiresCertificateBinding = try members.flag("tls_client_certificate_bound_access_tokens")
    authorizationDetailsTypes = try members.texts("authorization_details_types") ?? []
    postLogoutRedirectURIs = try members.redirectURIs("post_logout_redirect_uris") ?? []
    backchannelLogout = try members.endpoint("backchannel_logout_uri")
    requiresLogoutSession = try members.flag("backchannel_logout_session_required")
    if author == .operator { try readOperatorSettings(&members) }
    subjectType = try Self.subjectType(&members, redirectURIs, author)
  }

  private mutating func readOperatorSettings(_ members: inout ClientMembers) throws(ClientMetadataError) {
    needsNoConsent = try members.flag("needs_no_consent")
    mayIntrospectAll = try members.flag("may_introspect_all")
    protectedResources = try members.texts("protected_resources") ?? []
    exchangeTargets = try members.texts("exchange_targets") ?? []
    formerSecret = try Self.formerSecret(&members)
    claimsInIDToken = try members.texts("claims_in_id_token") ?? []
    allowedGroups = try members.texts("allowed_groups") ?? []
    followsFAPI2 = try members.flag("follows_fapi2")
    resources = try members.texts("resources")
    guard let name = try members.text("access_token_format") else { return }
    guard let format = AccessTokenFormat(rawValue: name) else {
      throw ClientMetadataError("access_token_format", "is neither opaque nor jwt")
    }
    accessTokenFormat = format
  }

  private static func formerSecret(_ members: inout ClientMembers) throws(ClientMetadataError) -> FormerSecret? {
    let (hash, until) = (
      try members.secretHash("former_client_secret_sha256"), try members.number("former_client_secret_until")
    )
    guard let hash, let until else {
      guard hash == nil, until == nil else {
        throw ClientMetadataError("former_client_secret_sha256", "and former_client_secret_until belong together")
      }
      return nil
    }
    return FormerSecret(hash: hash, validUntil: Date(timeIntervalSince1970: Double(until)))
  }

  /// Reads the subject type. Without `sector_identifier_uri`, the sector is the only host of the
  /// redirect URIs (OpenID Connect Core §8.1).
  private static func subjectType(
    _ members: inout ClientMembers, _ redirectURIs: [RedirectURI], _ author: Author
  ) throws(ClientMetadataError) -> SubjectType {
    let name = try members.text("subject_type")
    let sector = author == .operator ? try members.text("sector_identifier") : nil
    switch name {
    case nil, "public":
      guard sector == nil else { throw ClientMetadataError("sector_identifier", "is only for pairwise subjects") }
      return .public
    case "pairwise":
      if let sector { return .pairwise(sector: sector) }
      // With a `sector_identifier_uri`, the caller that fetches the document sets the sector.
      if author == .client, members.value("sector_identifier_uri") != nil { return .pairwise(sector: "") }
      // A client could register any host in an address that isn't https, and join that host's
      // sector.
      guard let host = Self.sector(of: redirectURIs),
        author == .operator || redirectURIs.allSatisfy({ $0.parts.scheme == "https" })
      else {
        throw ClientMetadataError(
          "subject_type",
          author == .operator
            ? "is pairwise: use redirect URIs with one host, or set sector_identifier (OpenID Connect Core §8.1)"
            : "is pairwise: use https URIs with one host, or set sector_identifier_uri (OpenID Connect Core §8.1)"
        )
      }
      return .pairwise(sector: host)
    default: throw ClientMetadataError("subject_type", "is neither public nor pairwise")
    }
  }

  private static func sector(of redirectURIs: [RedirectURI]) -> String? {
    let hosts = Set(redirectURIs.map(\.parts.host))
    guard hosts.count == 1, let host = hosts.first, !host.isEmpty else { return nil }
    return host
  }

  /// Returns the members that differ from their defaults.
  func members(redirectURIs: [RedirectURI]) -> [String: JSONValue] {
    var members = keys?.members() ?? [:]
    let texts: [String: String?] = [
      "client_uri": home?.text, "logo_uri": logo?.text, "policy_uri": policy?.text, "tos_uri": terms?.text,
      "token_endpoint_auth_signing_alg": assertionAlgorithm?.rawValue,
      "request_object_signing_alg": requestObjectsAreUnsigned ? "none" : requestObjectAlgorithm?.rawValue,
      "request_object_encryption_alg": requestObjectEncryption?.algorithm.rawValue,
      "request_object_encryption_enc": requestObjectEncryption?.contentAlgorithm.rawValue,
      "id_token_signed_response_alg": idTokenAlgorithm?.rawValue,
      "userinfo_signed_response_alg": userInfoAlgorithm?.rawValue,
      "authorization_signed_response_alg": authorizationResponseAlgorithm?.rawValue,
      "introspection_signed_response_alg": introspectionAlgorithm?.rawValue,
      "id_token_encrypted_response_alg": idTokenEncryption?.algorithm.rawValue,
      "id_token_encrypted_response_enc": idTokenEncryption?.contentAlgorithm.rawValue,
      "userinfo_encrypted_response_alg": userInfoEncryption?.algorithm.rawValue,
      "userinfo_encrypted_response_enc": userInfoEncryption?.contentAlgorithm.rawValue,
      "access_token_format": accessTokenFormat == .opaque ? nil : accessTokenFormat.rawValue,
      "backchannel_logout_uri": backchannelLogout?.text,
    ]
    for (name, text) in texts { members[name] = text.map { .string($0) } }
    let lists: [String: [String]] = [
      "contacts": contacts, "request_uris": requestURIs, "authorization_details_types": authorizationDetailsTypes,
      "post_logout_redirect_uris": postLogoutRedirectURIs.map(\.text), "protected_resources": protectedResources,
      "exchange_targets": exchangeTargets, "claims_in_id_token": claimsInIDToken, "allowed_groups": allowedGroups,
    ]
    for (name, list) in lists where !list.isEmpty { members[name] = .array(list.map { .string($0) }) }
    members["resources"] = resources.map { .array($0.map { .string($0) }) }
    let flags: [String: Bool] = [
      "needs_no_consent": needsNoConsent, "require_signed_request_object": requiresSignedRequests,
      "require_pushed_authorization_requests": requiresPushedRequests, "dpop_bound_access_tokens": requiresDPoP,
      "tls_client_certificate_bound_access_tokens": requiresCertificateBinding, "may_introspect_all": mayIntrospectAll,
      "follows_fapi2": followsFAPI2, "backchannel_logout_session_required": requiresLogoutSession,
    ]
    for (name, isSet) in flags where isSet { members[name] = true }
    if let formerSecret {
      members["former_client_secret_sha256"] = .string(Base64URL.encode(formerSecret.hash.bytes))
      members["former_client_secret_until"] = .integer(Int64(formerSecret.validUntil.timeIntervalSince1970))
    }
    members["default_max_age"] = defaultMaximumAge.map { .integer(Int64($0)) }
    if case .pairwise(let sector) = subjectType {
      members["subject_type"] = "pairwise"
      if sector != Self.sector(of: redirectURIs) { members["sector_identifier"] = .string(sector) }
    }
    return members
  }
}
