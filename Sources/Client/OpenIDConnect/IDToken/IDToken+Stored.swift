internal import JOSE
package import OAuthCore

extension IDToken {
  /// Reads an ID token that was verified before it was stored, whatever its age, without its
  /// `auth_time`.
  ///
  /// - Throws: ``IDTokenError`` if it can't be read.
  package init(stored compact: Secret) throws(IDTokenError) {
    do {
      let signature = try JSONWebSignature(compact: compact.reveal())
      guard let algorithm = SignatureAlgorithm(rawValue: signature.header.algorithm),
        let members = try JSONValue(bytes: signature.unverifiedPayload).object
      else { throw JOSEError.notCompact }
      // The store protects its contents, so the claims need no second signature check.
      let claims = JWTClaims(unverified: members)
      issuer = try claims.requiredText("iss")
      subject = try Self.subject(of: claims)
      audience = try claims.audience()
      expiresAt = try claims.requiredTime("exp")
      issuedAt = try claims.requiredTime("iat")
      // Some servers, such as django-oauth-toolkit, change it when the user signs in elsewhere. The
      // user is the same, so it isn't compared.
      authenticationTime = nil
      authenticationContext = claims.usableText("acr")
      authenticationMethods = claims.usableTexts("amr") ?? []
      authorizedParty = claims.usableText("azp")
      sessionID = claims.usableText("sid")
      sessionExpiresAt = claims.usableTime("session_expiry")
      nonce = try claims.text("nonce").map(Secret.init)
      self.algorithm = algorithm
      self.claims = members
      self.compact = compact
    } catch let error as JWTClaimsError {
      throw .claims(error)
    } catch let error as JOSEError {
      throw .notVerified(error)
    } catch {
      throw .notVerified(.notCompact)
    }
  }
}
