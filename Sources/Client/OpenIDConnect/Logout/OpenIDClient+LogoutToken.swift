package import FoundationBasics
internal import JOSE
internal import OAuth
public import OAuthCore

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
    let (token, end) = try await verifiedLogoutToken(requestBody: requestBody)
    // The length comes first, so that no two pairs of issuer and jti have the same name.
    let name = "\(token.issuer.utf8.count) \(token.issuer) \(token.tokenID)"
    guard seenTokens.isFirst(name, until: end, now: client.clock.now()) else { throw LogoutTokenError.replayed }
    return token
  }

  /// Reads and verifies a logout request, as ``logoutToken(requestBody:seen:)`` does, for a client
  /// with several processes.
  ///
  /// - Parameters:
  ///   - requestBody: The body of the request.
  ///   - usedTokens: The store of received tokens, which all processes share.
  /// - Throws: ``LogoutTokenError`` if the token isn't accepted; the errors of the store and of
  ///   fetching the server's keys. Answer the others with 500.
  public func logoutToken(requestBody: [UInt8], used usedTokens: any UsedTokenIDs) async throws -> LogoutToken {
    let (token, end) = try await verifiedLogoutToken(requestBody: requestBody)
    let id = UsedTokenID(.logoutToken, of: token.issuer, token.tokenID)
    guard try await usedTokens.useOnce(id, until: end) else { throw LogoutTokenError.replayed }
    return token
  }

  /// Reads and verifies a logout request that may have been received before.
  ///
  /// - Returns: The token, and the time until which it is accepted.
  package func verifiedLogoutToken(requestBody: [UInt8]) async throws -> (token: LogoutToken, end: Date) {
    guard let tokenText = try? FormParameters(decoding: requestBody).single("logout_token") else {
      throw LogoutTokenError.malformedRequest
    }
    do {
      let compact = try policy.signedJWT(in: Secret(tokenText))
      let signature = try JSONWebSignature(compact: compact.reveal())
      try Self.checkType(signature.header)
      let verifiedSignature = try await policy.verified(signature, by: keys)
      let token = try LogoutToken(verifiedSignature, policy: policy, now: client.clock.now())
      return (token, token.expiresAt.addingTimeInterval(policy.clockTolerance.seconds))
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
