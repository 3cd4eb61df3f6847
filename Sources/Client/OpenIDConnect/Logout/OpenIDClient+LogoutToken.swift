internal import FoundationBasics
internal import JOSE
internal import OAuth
internal import OAuthCore

extension OpenIDClient {
  /// Reads and verifies a logout request that the server sent to this client's
  /// `backchannel_logout_uri` (Back-Channel Logout §2.5, §2.6).
  ///
  /// A web application calls it for each POST request to that address. It ends the sessions that
  /// the token names and answers with 200, or with 400 if this throws (§2.8). Every answer needs
  /// `Cache-Control: no-store`.
  ///
  /// - Parameters:
  ///   - requestBody: The body of the request.
  ///   - seenTokens: The memory of received tokens, the same for all requests to this client.
  /// - Throws: ``LogoutTokenError`` if the token isn't accepted; the errors of fetching the
  ///   server's keys. Answer the second kind with 500, so that the server tries again.
  public func logoutToken(requestBody: [UInt8], seen seenTokens: SeenTokens) async throws -> LogoutToken {
    guard let tokenText = try? FormParameters(decoding: requestBody).single("logout_token") else {
      throw LogoutTokenError.malformedRequest
    }
    do {
      let compact = try policy.signedJWT(in: Secret(tokenText))
      let signature = try JSONWebSignature(compact: compact.reveal())
      try Self.checkType(signature.header)
      let verifiedSignature = try await policy.verified(signature, by: keys)
      let now = client.clock.now()
      let token = try LogoutToken(verifiedSignature, policy: policy, now: now)
      // The length comes first, so that no two pairs of issuer and jti have the same name.
      let name = "\(token.issuer.utf8.count) \(token.issuer) \(token.tokenID)"
      let end = token.expiresAt.addingTimeInterval(policy.clockTolerance.seconds)
      guard seenTokens.isFirst(name, until: end, now: now) else { throw LogoutTokenError.replayed }
      return token
    } catch let error as JOSEError {
      throw LogoutTokenError.notVerified(error)
    } catch let error as JSONWebEncryptionError {
      throw LogoutTokenError.notDecrypted(error)
    } catch let error as JWTClaimsError {
      throw LogoutTokenError.claims(error)
    }
  }

  /// Accepts `logout+jwt`, which §2.4 recommends, and `JWT` or no type, which older servers send.
  /// Every other type is another kind of token.
  private static func checkType(_ header: JOSEHeader) throws(JOSEError) {
    guard [nil, "logout+jwt", "jwt"].contains(header.shortType) else {
      throw .wrongType(header.type.map(UntrustedText.init))
    }
  }
}
