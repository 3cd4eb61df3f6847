internal import OAuthCore
internal import OAuthServer

extension ServeSettings {
  /// What a client needs and a server with these settings doesn't have, as the end of "It …"; nil if there is nothing.
  func lack(of client: RegisteredClient) -> String? {
    if let type = client.settings.authorizationDetailsTypes.first(where: { type in
      !detailTypes.contains { $0.name.utf8.elementsEqual(type.utf8) }
    }) {
      return "may use a type that \(ServeSetting.detailTypes.rawValue) doesn't have: \(UntrustedText(type))"
    }
    for (name, algorithm, taken) in [
      ("token_endpoint_auth_signing_alg", client.settings.assertionAlgorithm, clientAssertionAlgorithms),
      ("request_object_signing_alg", client.settings.requestObjectAlgorithm, requestObjectAlgorithms),
    ] {
      guard algorithm.map(taken.contains) ?? true else { return "has a \(name) that this server doesn't take" }
    }
    for (name, algorithm) in [
      ("id_token_signed_response_alg", client.settings.idTokenAlgorithm),
      ("userinfo_signed_response_alg", client.settings.userInfoAlgorithm),
      ("authorization_signed_response_alg", client.settings.answerAlgorithm),
      ("introspection_signed_response_alg", client.settings.introspectionAlgorithm),
    ] {
      guard algorithm.map(algorithms.contains) ?? true else {
        return "has an \(name) that \(ServeSetting.signingAlgorithms.rawValue) doesn't have"
      }
    }
    // Without a database everybody is somebody else in the next run, and so is the salt.
    if case .pairwise = client.settings.subjectType, pairwiseSaltFile == nil, database != nil {
      return "has pairwise subjects, which need the setting \(ServeSetting.pairwiseSaltFile.rawValue)"
    }
    if client.grants.contains(.jwtBearer), trustedIssuers.isEmpty {
      return "has the grant jwt-bearer, which needs the setting \(ServeSetting.trustedIssuers.rawValue)"
    }
    if let resources, let other = client.settings.resources?.first(where: { !resources.contains($0) }) {
      return "has a resource that \(ServeSetting.resources.rawValue) doesn't have: \(UntrustedText(other))"
    }
    if client.settings.followsFAPI2 {
      switch client.kind {
      case .public, .confidential(.secret, _):
        return "follows FAPI 2.0, which takes private_key_jwt and mutual TLS alone"
      default: break
      }
    }
    return lackOfCertificates(for: client)
  }

  private func lackOfCertificates(for client: RegisteredClient) -> String? {
    let (issued, anyone) = (
      ServeSetting.clientAuthoritiesFile.rawValue, ServeSetting.takesAnyClientCertificate.rawValue
    )
    switch client.kind {
    case .confidential(.certificate, _) where !certificateMethods.contains(.issued):
      return "proves who it is with tls_client_auth, which needs the setting \(issued)"
    case .confidential(.selfSignedCertificate, _) where !certificateMethods.contains(.selfSigned):
      return "proves who it is with self_signed_tls_client_auth, which needs the setting \(anyone)"
    default:
      guard client.settings.requiresCertificateBinding, certificateMethods.isEmpty else { return nil }
      return "has tokens bound to its certificate, which needs the setting \(issued) or \(anyone)"
    }
  }
}
