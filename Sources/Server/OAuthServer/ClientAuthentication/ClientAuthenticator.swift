internal import DPoPVerification
internal import HTTPTypes
internal import OAuthCore

/// Authenticates clients at all endpoints that clients call (RFC 6749 §2.3, §3.2.1).
struct ClientAuthenticator: ServerPart {
  let core: ServerCore
  let clients: any ClientStore
  let clientKeys: ClientKeySources
  let usedTokenIDs: any UsedTokenIDOperations
  let clientSecrets: ClientSecretCheck
  /// The limit on the assertions of clients that registered themselves, each of which is stored.
  let assertions: UnauthenticatedRequestCheck

  /// Finds the client that sent a request, and checks its authentication.
  ///
  /// A client authenticates only with its registered method. Other credentials in the request are
  /// rejected, so an attacker can't choose the weaker of two methods.
  func client(_ exchange: Exchange, _ form: FormParameters) async throws -> RegisteredClient {
    let credentials = try ClientCredentials(exchange.request, form)
    guard let client = try await client(credentials.id) else {
      if case .secret(let secret, _) = credentials.proof {
        _ = try clientSecrets.isRight(secret, [], of: .unknownClient, exchange)
      }
      report(.unknownClient, of: credentials.id, credentials.id)
      throw Refusal.invalidClient(Self.unknownOrWrong)
    }
    RequestLog.isFrom(client)
    try client.checkFAPIAuthentication()
    switch (client.kind, credentials.proof) {
    case (.public, .nothing):
      guard !configuration.tokenRules.requiresClientAuthentication else {
        throw Refusal.invalidClient("this client is public, and this server accepts only clients that authenticate")
      }
      return client
    case (.public, .secret), (.public, .assertion):
      // Any program that knows the client ID could have invented these credentials; accepting them
      // would prove nothing.
      report(.authentication, of: client.id, credentials.proof.methodName)
      throw Refusal.invalidClient("this client is public, so it must not send credentials")
    case (.confidential(.secret(let hash), _), .secret(let secret, let method)):
      let former = client.settings.formerSecret.flatMap { clock.now() < $0.validUntil ? $0.hash : nil }
      let isRight = try clientSecrets.isRight(
        secret, Set([hash, former].compactMap(\.self)), of: .client(id: client.id), exchange)
      if let registeredMethod = client.settings.secretMethod, registeredMethod != method {
        if isRight { report(.secretMethod, of: client.id, method.rawValue) }
        throw Refusal.invalidClient(
          "this client is registered for \(registeredMethod.rawValue), and used \(method.rawValue)")
      }
      guard isRight else { throw Refusal.invalidClient(Self.unknownOrWrong) }
      return client
    case (.confidential(.privateKeyJWT(let keys), _), .assertion(let assertion)):
      try await check(assertion, of: client, keys, at: exchange)
      return client
    case (.confidential(.certificate(let subject), _), .nothing):
      try checkCertificate(exchange.context.certificate, subject: subject)
      return client
    case (.confidential(.selfSignedCertificate(let keys), _), .nothing):
      try await checkCertificate(exchange.context.certificate, keys: keys, ofStranger: client.isUntrusted)
      return client
    case (.confidential(let authentication, _), _):
      report(.authentication, of: client.id, credentials.proof.methodName)
      let methods = client.settings.secretMethod?.rawValue ?? authentication.methodNames
      throw Refusal.invalidClient("this client has to authenticate with \(methods)")
    }
  }

  private func client(_ id: String) async throws -> RegisteredClient? {
    do {
      return try await clients.client(id)
    } catch let error as ClientDocumentError {
      throw Refusal(error)
    }
  }

  private static let unknownOrWrong = "the client is unknown, or its secret is wrong"
}

extension RegisteredClient {
  /// Checks FAPI 2.0 Security Profile §5.3.2.1: mutual TLS or `private_key_jwt`, and no public
  /// clients.
  fileprivate func checkFAPIAuthentication() throws(Refusal) {
    guard settings.followsFAPI2 else { return }
    switch kind {
    case .confidential(.privateKeyJWT, _), .confidential(.certificate, _), .confidential(.selfSignedCertificate, _):
      return
    case .public, .confidential(.secret, _):
      throw .invalidClient(
        "FAPI 2.0 requires private_key_jwt or mutual TLS, and this client is registered for neither")
    }
  }
}

extension RegisteredClient.Authentication {
  /// The registered method names (RFC 7591 §2, RFC 8705 §2), for error texts.
  var methodNames: String {
    switch self {
    case .secret: "client_secret_basic or client_secret_post"
    case .privateKeyJWT: "private_key_jwt"
    case .certificate: "tls_client_auth"
    case .selfSignedCertificate: "self_signed_tls_client_auth"
    }
  }
}
