import DPoPVerification
import JOSE
import OAuthCore
import OpenIDConnect
import PKCE
import PKCS11

extension PublicErrors {
  static let core: [any ExplainedError] =
    [
      CodeVerifierError.tooShort(count: 12), CodeVerifierError.tooLong(count: 129),
      CodeVerifierError.foreignCharacter(position: 3), CodeVerifierError.byteCountOutOfRange(7),
      CodeVerifierError.lengthOutOfRange(7),
      CodeChallengeError.wrongLength(count: 64), CodeChallengeError.wrongLength(count: 42),
      CodeChallengeError.notBase64URL(.padding(position: 42)), CodeChallengeError.notAVerifier(.tooShort(count: 1)),
      CodeChallengeError.hexadecimalDigest, CodeChallengeError.encodedHexadecimalDigest,
      CodeChallengeError.verifierAsChallenge,
      Base64URLError.padding(position: 2), Base64URLError.whiteSpace(position: 2),
      Base64URLError.foreignCharacter(position: 2), Base64URLError.impossibleLength(5),
      Base64URLError.nonZeroSpareBits,
      JSONError.tooLong(limit: 10), JSONError.tooDeep(limit: 32), JSONError.malformed, JSONError.repeatedName,
      FormDecodingError.tooLong(limit: 10), FormDecodingError.tooManyParameters(limit: 256),
      FormDecodingError.malformedPercentEncoding(position: 3), FormDecodingError.notUTF8(pair: 0), repeated,
      ScopeError.emptyToken, ScopeError.forbiddenCharacter,
      ChallengeError.tooLong(limit: 10), ChallengeError.tooMany(limit: 10), ChallengeError.malformed(position: 3),
      ChallengeError.repeatedParameter,
      PresentedAccessTokenError.severalFields, PresentedAccessTokenError.malformedField(.bearer),
      PresentedAccessTokenError.malformedForm, PresentedAccessTokenError.severalWays,
      URIError.notAbsolute, URIError.fragment, URIError.userInfo, URIError.noHost, URIError.notHTTPS, URIError.query,
      URIError.forbiddenScheme, URIError.schemeWithoutDomain, URIError.notADomain, URIError.notAPath,
      URIError.tooLong(limit: 10),
      MetadataError.notAnObject, MetadataError.missing(member: "token_endpoint"),
      MetadataError.wrongType(member: "token_endpoint"),
      MetadataError.unacceptable(member: "token_endpoint", .notHTTPS),
      HTTPAnswerError.status(404), HTTPAnswerError.undecodable(place: UntrustedText("0.\u{1B}name")),
    ]
    + HTTPTransportError.Kind.allCases.map {
      HTTPTransportError($0, origin: "https://login.example.com", cause: hostile)
    }

  static let verification: [any ExplainedError] = [
    JWTClaimsError.missing("sub"), JWTClaimsError.malformed("sub"), JWTClaimsError.wrongIssuer(UntrustedText(hostile)),
    JWTClaimsError.wrongAudience, JWTClaimsError.expired(secondsAgo: 5), JWTClaimsError.notYetValid(secondsAhead: 5),
    JWTClaimsError.issuedInFuture(secondsAhead: 5),
    JSONWebKeyError.notAnObject, JSONWebKeyError.missing(member: "kty"), JSONWebKeyError.malformed(member: "x"),
    JSONWebKeyError.notOnCurve, JSONWebKeyError.weak("n"), JSONWebKeyError.unsupported(UntrustedText(hostile)),
    JSONWebKeyError.notAPrivateKey, JSONWebKeyError.wrongAlgorithm(.es384), JSONWebKeyError.encrypted,
    JSONWebKeySetError.malformed(.malformed), JSONWebKeySetError.noKeys, JSONWebKeySetError.tooMany(limit: 100),
    RemoteKeySetError.unexpectedStatus(503, endpoint: endpoint),
    RemoteKeySetError.unusable(.noKeys, endpoint: endpoint),
    JOSEError.tooLong(limit: 10), JOSEError.notCompact, JOSEError.encrypted, JOSEError.malformed(.header),
    JOSEError.notJSON, JOSEError.tooManySignatures(limit: 10),
    JOSEError.missingAlgorithm, JOSEError.algorithmNotAllowed(UntrustedText(hostile)), JOSEError.criticalExtension,
    JOSEError.wrongType(UntrustedText(hostile)), JOSEError.noMatchingKey(keyID: UntrustedText(hostile)),
    JOSEError.invalidSignature,
    JSONWebEncryptionError.tooLong(limit: 10), JSONWebEncryptionError.notCompact, JSONWebEncryptionError.malformed,
    JSONWebEncryptionError.algorithmNotAllowed(UntrustedText(hostile)), JSONWebEncryptionError.unsupportedExtension,
    JSONWebEncryptionError.noMatchingKey(keyID: UntrustedText(hostile)), JSONWebEncryptionError.notDecrypted,
    JSONWebEncryptionError.notEncrypted,
    DPoPProofError.missing, DPoPProofError.repeated, DPoPProofError.notVerified(.invalidSignature),
    DPoPProofError.noKey, DPoPProofError.unusableKey(.notOnCurve), DPoPProofError.privateKey,
    DPoPProofError.claims(.missing("iat")), DPoPProofError.longTokenID(limit: 10), DPoPProofError.anotherMethod,
    DPoPProofError.anotherAddress, DPoPProofError.tooOld(secondsAgo: 5), DPoPProofError.tooEarly(secondsAhead: 5),
    DPoPProofError.noNonce, DPoPProofError.anotherNonce, DPoPProofError.anotherToken, DPoPProofError.anotherKey,
    DPoPProofError.used,
    UsedTokenIDsError.full(limit: 10),
    OpenIDError.noIssuer, OpenIDError.noKeys, OpenIDError.noRefreshToken, OpenIDError.noLogoutEndpoint,
    SignerError.failed(Careless()), SignerError.wrongSignature,
    PKCS11Error.noLibrary(hostile), PKCS11Error.noToken(hostile), PKCS11Error.noKey(hostile),
    PKCS11Error.unusablePublicKey(hostile), PKCS11Error.unsupportedAlgorithm("EdDSA"), PKCS11Error.wrongPIN,
    PKCS11Error.lockedPIN, PKCS11Error.failed(function: "C_Sign", code: 5),
    IDTokenError.missing, IDTokenError.notVerified(.invalidSignature), IDTokenError.notDecrypted(.notCompact),
    IDTokenError.claims(.wrongAudience),
    IDTokenError.untrustedAudience(UntrustedText(hostile)), IDTokenError.wrongAuthorizedParty,
    IDTokenError.wrongNonce, IDTokenError.unknownAuthenticationTime,
    IDTokenError.authenticationTooOld(seconds: 5, maximum: 3), IDTokenError.authenticatedInFuture(secondsAhead: 5),
    IDTokenError.expiredOnArrival(secondsAhead: 5),
    IDTokenError.wrongAuthenticationContext(UntrustedText(hostile)), IDTokenError.wrongHash(.accessToken),
    IDTokenError.uncheckedHash(.accessToken), IDTokenError.changedByRefresh("sub"),
    LogoutError.malformed, LogoutError.anotherRedirectURI, LogoutError.missingState, LogoutError.foreignState,
    LogoutTokenError.malformedRequest, LogoutTokenError.notVerified(.notCompact),
    LogoutTokenError.notDecrypted(.notDecrypted),
    LogoutTokenError.claims(.missing("iat")), LogoutTokenError.untrustedAudience(UntrustedText(hostile)),
    LogoutTokenError.noSubject, LogoutTokenError.noLogoutEvent, LogoutTokenError.nonceNotAllowed,
    LogoutTokenError.replayed,
    UserInfoError.wrongSubject, UserInfoError.wrongContentType(UntrustedText(hostile)), UserInfoError.malformed,
    UserInfoError.notSigned, UserInfoError.notVerified(.notCompact), UserInfoError.notDecrypted(.notDecrypted),
    UserInfoError.claims(.wrongAudience),
  ]

  private static var repeated: RepeatedParameter {
    do {
      let form = try FormParameters(decoding: "\(hostile)=1&\(hostile)=2")
      _ = try form.single(hostile)
      preconditionFailure("the parameter isn't repeated")
    } catch let error as RepeatedParameter {
      return error
    } catch {
      preconditionFailure("\(error)")
    }
  }

  static var endpoint: Endpoint {
    do {
      return try Endpoint("https://login.example.com/keys")
    } catch {
      preconditionFailure("\(error)")
    }
  }

  static var issuer: Issuer {
    do {
      return try Issuer("https://login.example.com")
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
