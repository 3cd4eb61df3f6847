internal import DPoPVerification
internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServer {
  /// The key that a token request binds its tokens to: that of its DPoP proof (RFC 9449 §5), which is used up by this, or the
  /// client certificate (RFC 8705 §3).
  ///
  /// - Throws: ``TokenRefusal`` if a proof isn't accepted, or there is no binding though the client must have one.
  func tokenBinding(
    _ request: HTTPRequest, _ client: RegisteredClient
  ) async throws -> (confirmation: KeyConfirmation?, proof: DPoPProof?) {
    let settings = client.settings
    guard let dpop, !request.headerFields[values: .dpop].isEmpty else {
      return (try certificateBinding(client), nil)
    }
    guard !settings.requiresCertificateBinding else {
      throw TokenRefusal(.invalidRequest, "tokens of this client are bound to its certificate, not to a DPoP key")
    }
    let proof: DPoPProof
    do {
      proof = try dpop.examine(request.headerFields, for: DPoPTarget(request.method, configuration.tokenEndpoint))
      try await dpop.spend(proof)
    } catch let error as DPoPProofError {
      throw refusal(error)
    }
    return (.dpop(jkt: proof.keyThumbprint), proof)
  }

  private func certificateBinding(_ client: RegisteredClient) throws(TokenRefusal) -> KeyConfirmation? {
    let settings = client.settings
    guard !settings.requiresDPoP else {
      throw TokenRefusal(.invalidDPoPProof, "tokens of this client are bound to a key: send a DPoP proof")
    }
    let isAuthenticated =
      switch client.kind {
      case .confidential(.certificate, _), .confidential(.selfSignedCertificate, _): true
      default: false
      }
    if settings.requiresCertificateBinding || (settings.followsFAPI2 && isAuthenticated) {
      guard let certificate = context.certificate else {
        throw TokenRefusal(
          .invalidRequest, "tokens of this client are bound to its certificate, and the connection has none")
      }
      return .certificate(x5tS256: certificate.thumbprint)
    }
    // FAPI 2.0 Security Profile §5.3.2.1, 5.
    guard !settings.followsFAPI2 else {
      throw TokenRefusal(.invalidDPoPProof, "FAPI 2.0 wants tokens bound to a key: send a DPoP proof")
    }
    return nil
  }

  /// How a proof that isn't accepted is answered at the server's own endpoints (§5, §8).
  func refusal(_ error: DPoPProofError) -> TokenRefusal {
    var refusal = TokenRefusal(error.errorCode, error.clientDescription)
    refusal.fields = nonceField(after: nil)
    return refusal
  }

  /// RFC 9449 §8.2: the newest nonce, unless the client has just used it.
  func nonceField(after proof: DPoPProof?) -> HTTPFields {
    dpop?.nonceToSend(after: proof).map { [.dpopNonce: $0] } ?? [:]
  }
}

extension TokenRequest {
  /// Refuses to redeem what is bound to another key.
  ///
  /// An authorization code is bound by `dpop_jkt` (RFC 9449 §10). A public client's refresh token is bound to the key of the token
  /// request that gave it (§5); a confidential client's is bound to the client, which may take a new key, but not go without one:
  /// that would make bearer tokens of bound ones.
  /// - Parameters:
  ///   - bound: the key that was kept.
  ///   - exactly: whether another key of the same kind won't do.
  func checkKey(_ bound: KeyConfirmation?, exactly: Bool) throws(TokenRefusal) {
    switch (bound, confirmation) {
    case (nil, _): return
    case (.dpop, .dpop?) where !exactly, (.certificate, .certificate?) where !exactly: return
    case (let bound?, _):
      guard bound == confirmation else {
        throw .invalidGrant("it is bound to a key, and the request does not prove to have that key")
      }
    }
  }
}
