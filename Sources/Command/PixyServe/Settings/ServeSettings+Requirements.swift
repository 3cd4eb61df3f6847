internal import OAuthCore
internal import OAuthServer
internal import PixyTerminal

extension ServeSettings {
  /// Warns of what the server can't do for a client. The server may run with other settings than the
  /// command that warns.
  func warn(of client: RegisteredClient, _ console: Console) {
    let unknown = client.scope.tokens.filter { !scopes.contains($0) }
    if !unknown.isEmpty {
      let similar = unknown.lazy.compactMap { Spelling.closest(to: $0, among: scopes.tokens.sorted()) }.first
      console.say(
        "warning: the server doesn't issue these scopes: \(unknown.joined(separator: " "))."
          + (similar.map { " Did you mean \($0)?" } ?? ""))
    }
    for claim in client.settings.claimsInIDToken {
      guard let scope = User.scopeToken(opening: claim), !client.scope.contains(scope) else { continue }
      let known = ["email", "email_verified", "name", "given_name", "family_name", "preferred_username", "groups"]
      console.say(
        "warning: no scope of the client grants the claim \(UntrustedText(claim)), so ID tokens won't contain it."
          + (Spelling.closest(to: claim, among: known).map { " Did you mean \($0)?" } ?? ""))
    }
    if case .confidential(_, .optionalDespiteCodeInjection) = client.kind {
      console.say(
        """
        warning: this client may leave out PKCE. A stolen code can be injected unless the program checks nonce \
        (RFC 9700 §4.5).
        """)
    }
    if let requirement = unmetRequirement(of: client) {
      console.say("warning: with these settings, the server can't fully serve this client, which \(requirement).")
    }
  }

  /// Finds a requirement of a client that a server with these settings doesn't meet.
  /// - Returns: The rest of a sentence that begins with the client; nil if the server meets all
  ///   requirements.
  func unmetRequirement(of client: RegisteredClient) -> String? {
    if client.kind == .public, self.requiresClientAuthentication {
      return "is public, and the setting \(ServeSetting(\.requiresClientAuthentication).path) accepts no such client"
    }
    if let type = client.settings.authorizationDetailsTypes.first(where: { type in
      !detailTypes.contains { $0.name.utf8.elementsEqual(type.utf8) }
    }) {
      return "uses a type that is not in \(ServeSetting(\.detailTypes).path): \(UntrustedText(type))"
    }
    for (name, algorithm, accepted) in [
      ("token_endpoint_auth_signing_alg", client.settings.assertionAlgorithm, self.clientAssertionAlgorithms),
      ("request_object_signing_alg", client.settings.requestObjectAlgorithm, self.requestObjectAlgorithms),
    ] {
      guard algorithm.map(accepted.contains) ?? true else { return "has a \(name) that this server doesn't accept" }
    }
    if client.settings.requestObjectEncryption != nil, !self.acceptsEncryptedRequests {
      return "encrypts request objects, which needs the setting \(ServeSetting(\.acceptsEncryptedRequests).path)"
    }
    for (name, algorithm) in [
      ("id_token_signed_response_alg", client.settings.idTokenAlgorithm),
      ("userinfo_signed_response_alg", client.settings.userInfoAlgorithm),
      ("authorization_signed_response_alg", client.settings.authorizationResponseAlgorithm),
      ("introspection_signed_response_alg", client.settings.introspectionAlgorithm),
    ] {
      guard algorithm.map(algorithms.contains) ?? true else {
        return "has an \(name) that is not in \(ServeSetting(\.signingAlgorithms).path)"
      }
    }
    // Without a database, users and the salt change at every start anyway.
    if case .pairwise = client.settings.subjectType, self.pairwiseSaltFile == nil, self.database != nil {
      return "has pairwise subjects, which need the setting \(ServeSetting(\.pairwiseSaltFile).path)"
    }
    if client.grants.contains(.jwtBearer), trustedIssuers.isEmpty {
      return "has the grant jwt-bearer, which needs the setting \(ServeSetting(\.trustedIssuers).path)"
    }
    if let requirement = unmetRequirementOfAssertions(client) { return requirement }
    if let resources = self.resources,
      let other = client.settings.resources?.first(where: { ParsedURI.resource($0, in: resources) == nil })
    {
      return "has a resource that is not in \(ServeSetting(\.resources).path): \(UntrustedText(other))"
    }
    if client.settings.followsFAPI2 {
      switch client.kind {
      case .public, .confidential(.secret, _):
        return "follows FAPI 2.0, which accepts only private_key_jwt and mutual TLS"
      default: break
      }
    }
    return unmetCertificateRequirement(of: client)
  }

  private func unmetRequirementOfAssertions(_ client: RegisteredClient) -> String? {
    guard identityAssertions.contains(where: { $0.clientID == client.id }) else { return nil }
    let name = "is in \(ServeSetting(\.identityAssertions).path)"
    if client.kind == .public { return name + ", and needs a secret, a key or a certificate for that" }
    if !client.grants.contains(.tokenExchange) { return name + ", and needs the grant token-exchange for that" }
    return client.settings.subjectType == .public ? nil : name + ", and gets nothing because of its pairwise subjects"
  }

  private func unmetCertificateRequirement(of client: RegisteredClient) -> String? {
    let authorities = ServeSetting(\.clientAuthoritiesFile).path
    let any = ServeSetting(\.acceptsAnyClientCertificate).path
    switch client.kind {
    case .confidential(.certificate, _) where !certificateMethods.contains(.issued):
      return "authenticates with tls_client_auth, which needs the setting \(authorities)"
    case .confidential(.selfSignedCertificate, _) where !certificateMethods.contains(.selfSigned):
      return "authenticates with self_signed_tls_client_auth, which needs the setting \(any)"
    default:
      guard client.settings.requiresCertificateBinding, certificateMethods.isEmpty else { return nil }
      return "has tokens bound to its certificate, which needs the setting \(authorities) or \(any)"
    }
  }
}
