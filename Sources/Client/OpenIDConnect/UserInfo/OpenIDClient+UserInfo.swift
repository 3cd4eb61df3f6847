internal import HTTPTypes
internal import JOSE
internal import OAuth
public import OAuthCore

extension OpenIDClient {
  /// Reads the claims about the user who signed in (OpenID Connect Core §5.3).
  ///
  /// - Parameter signedIn: The sign-in, whose access token is sent and whose user the answer must
  ///   be about.
  /// - Throws: ``UserInfoError`` if the answer is about another user or can't be read;
  ///   `EndpointError` if there is no such endpoint, or it rejected the token; the errors of
  ///   fetching the server's keys for a signed answer; `HTTPTransportError` if no answer came;
  ///   `CancellationError`.
  public func userInfo(_ signedIn: SignedIn) async throws -> UserInfo {
    try await userInfo(signedIn.tokens.accessToken, of: signedIn.idToken.subject)
  }

  /// Reads the claims about the user with a stored access token (OpenID Connect Core §5.3).
  ///
  /// - Parameters:
  ///   - accessToken: The access token of the sign-in or of one of its refreshes.
  ///   - subject: The `sub` of that sign-in's ID token.
  /// - Throws: The errors of ``userInfo(_:)``.
  public func userInfo(_ accessToken: Secret, of subject: String) async throws -> UserInfo {
    let answer = try await client.userInfoAnswer(accessToken, accepting: "application/json, application/jwt")
    let info = try await read(answer)
    guard info.subject.utf8.elementsEqual(subject.utf8) else { throw UserInfoError.wrongSubject }
    return info
  }

  private func read(_ answer: HTTPAnswer) async throws -> UserInfo {
    switch answer.response.headerFields.mediaType {
    case "application/jwt"?:
      let jwt = Secret(String(decoding: answer.body, as: UTF8.self))
      guard let userInfoDecryption, JWTDecryption.isEncrypted(jwt) else { return try await readSigned(jwt) }
      let content: Secret
      do {
        content = try userInfoDecryption.decrypted(jwt)
      } catch {
        throw UserInfoError.notDecrypted(error)
      }
      // §5.3.2: an encrypted answer isn't always signed. A JSON object is no JWS.
      let bytes = Array(content.reveal().utf8)
      return bytes.first == UInt8(ascii: "{") ? try readUnsigned(bytes) : try await readSigned(content)
    case MediaType.json?, nil: return try readUnsigned(answer.json)
    case let type?: throw UserInfoError.wrongContentType(UntrustedText(type))
    }
  }

  private func readUnsigned(_ body: [UInt8]) throws(UserInfoError) -> UserInfo {
    guard userInfoAlgorithms.isEmpty else { throw .notSigned }
    guard let claims = try? JSONValue(bytes: body).object, let subject = claims["sub"]?.string
    else { throw .malformed }
    return UserInfo(subject: subject, claims: claims, isSigned: false)
  }

  private func readSigned(_ jwt: Secret) async throws -> UserInfo {
    var policy = policy
    if !userInfoAlgorithms.isEmpty { policy.algorithms = userInfoAlgorithms }
    do {
      let signature = try JSONWebSignature(compact: jwt.reveal())
      // A JWT with a type of its own isn't a UserInfo answer (RFC 8725 §3.11).
      if let type = signature.header.type, type.lowercased().hasSuffix("+jwt") {
        throw JOSEError.wrongType(UntrustedText(type))
      }
      let claims = try JWTClaims(try await policy.verified(signature, by: keys))
      // §5.3.2 requires both. Some servers leave them out; then the TLS connection authenticates
      // the server.
      if try claims.text("iss") != nil { try claims.checkIssuer(policy.issuer.text(for: claims)) }
      if claims.members["aud"] ?? .null != .null { _ = try claims.checkAudience([policy.clientID]) }
      try claims.checkTimes(now: client.clock.now(), tolerance: policy.clockTolerance)
      return UserInfo(subject: try claims.requiredText("sub"), claims: claims.members, isSigned: true)
    } catch let error as JOSEError {
      throw UserInfoError.notVerified(error)
    } catch let error as JWTClaimsError {
      throw UserInfoError.claims(error)
    }
  }
}
