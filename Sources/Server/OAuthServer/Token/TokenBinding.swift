internal import DPoPVerification
internal import HTTPTypes
internal import OAuthCore

/// Binds tokens to the key of a DPoP proof (RFC 9449 §5) or to a client certificate (RFC 8705 §3).
struct TokenBinding: ServerPart {
  let core: ServerCore
  /// Checks DPoP proofs; `nil` if the server accepts none.
  let dpop: DPoPProofChecker?
  /// The proofs that were used.
  let usedTokenIDs: any UsedTokenIDOperations
  /// The limit on the proofs of unauthenticated clients, each of which is stored.
  let proofs: UnauthenticatedRequestCheck

  /// Returns the key that a token request binds its tokens to: the key of its DPoP proof (RFC 9449
  /// §5), which is spent by this call, or the client certificate (RFC 8705 §3).
  ///
  /// - Throws: ``Refusal`` if a proof is rejected, or if the client must bind its tokens and
  ///   doesn't.
  func key(
    of exchange: Exchange, _ client: RegisteredClient
  ) async throws -> (confirmation: KeyConfirmation?, proof: DPoPProof?) {
    let settings = client.settings
    guard let dpop, !exchange.request.headerFields[values: .dpop].isEmpty else {
      return (try certificateBinding(client, exchange), nil)
    }
    guard !settings.requiresCertificateBinding else {
      throw Refusal(.invalidRequest, "tokens of this client are bound to its certificate, not to a DPoP key")
    }
    let proof = try await spendProof(exchange, client, dpop, at: configuration.tokenEndpoint, boundTo: nil)
    return (.dpop(jkt: proof.keyThumbprint), proof)
  }

  private func certificateBinding(
    _ client: RegisteredClient, _ exchange: Exchange
  ) throws(Refusal) -> KeyConfirmation? {
    let settings = client.settings
    guard !settings.requiresDPoP else {
      throw Refusal(.invalidDPoPProof, "tokens of this client are bound to a key: send a DPoP proof")
    }
    let isAuthenticated =
      switch client.kind {
      case .confidential(.certificate, _), .confidential(.selfSignedCertificate, _): true
      default: false
      }
    if settings.requiresCertificateBinding || (settings.followsFAPI2 && isAuthenticated) {
      guard let certificate = exchange.context.certificate else {
        throw Refusal(
          .invalidRequest, "tokens of this client are bound to its certificate, and the connection has none")
      }
      return .certificate(x5tS256: certificate.thumbprint)
    }
    // FAPI 2.0 Security Profile §5.3.2.1, 5.
    guard !settings.followsFAPI2 else {
      throw Refusal(.invalidDPoPProof, "FAPI 2.0 requires tokens bound to a key: send a DPoP proof")
    }
    return nil
  }

  /// Checks and spends the DPoP proof of a request to one of the server's endpoints (RFC 9449 §5,
  /// §8, §10.1).
  /// - Parameters:
  ///   - client: The client. The proofs of an unauthenticated one are counted.
  ///   - endpoint: The endpoint that the proof must name.
  ///   - thumbprint: The key that the proof must have; `nil` for any.
  func spendProof(
    _ exchange: Exchange, _ client: RegisteredClient, _ dpop: DPoPProofChecker, at endpoint: Endpoint,
    boundTo thumbprint: String?
  ) async throws -> DPoPProof {
    do {
      let proof = try dpop.examine(
        exchange.request.headerFields, for: DPoPTarget(exchange.request.method, endpoint), boundTo: thumbprint)
      try proofs.count(client, exchange)
      try await dpop.spend(
        proof, in: UsedTokenIDsInDatabase(database: usedTokenIDs, clock: clock, request: exchange.key))
      return proof
    } catch let error as DPoPProofError {
      throw Refusal(error.errorCode, error.clientDescription, status: .badRequest, fields: nonceField(after: nil))
    }
  }

  /// The members about bound tokens (RFC 9449 §5.1, RFC 8705 §3.3).
  var metadata: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    if let dpop {
      members["dpop_signing_alg_values_supported"] = .array(dpop.policy.algorithmNames.map { .string($0) })
    }
    if !configuration.tokenRules.certificateMethods.isEmpty {
      members["tls_client_certificate_bound_access_tokens"] = true
    }
    return members
  }

  /// Returns the newest nonce for the client, unless the client has just used it (RFC 9449 §8.2).
  func nonceField(after proof: DPoPProof?) -> HTTPFields {
    dpop?.nonceToSend(after: proof).map { [.dpopNonce: $0] } ?? [:]
  }
}

extension TokenRequest {
  /// Rejects a request for a grant that is bound to another key.
  /// - Parameters:
  ///   - bound: The stored key; `nil` if the grant is bound to none.
  ///   - exactly: Whether the key must be the same.
  func checkKey(_ bound: KeyConfirmation?, exactly: Bool) throws(Refusal) {
    guard provesKey(bound, exactly: exactly) else {
      throw .invalidGrant("the grant is bound to a key, and the request does not prove possession of that key")
    }
  }

  /// Returns whether the request proves the key of a grant.
  ///
  /// An authorization code is bound by `dpop_jkt` (RFC 9449 §10). A public client's refresh token
  /// is bound to the key of the token request that issued it (§5). A confidential client's refresh
  /// token is bound to the client, which may change the key but must not omit it: otherwise a bound
  /// token would become a bearer token.
  /// - Parameters:
  ///   - bound: The stored key; `nil` if the grant is bound to none.
  ///   - exactly: Whether the key must be the same. Otherwise another key of the same kind is
  ///     accepted.
  func provesKey(_ bound: KeyConfirmation?, exactly: Bool) -> Bool {
    switch (bound, confirmation) {
    case (nil, _): true
    case (.dpop, .dpop?) where !exactly, (.certificate, .certificate?) where !exactly: true
    case (let bound?, _): bound == confirmation
    }
  }
}
