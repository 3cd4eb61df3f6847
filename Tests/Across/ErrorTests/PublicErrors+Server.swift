import DPoPVerification
import JOSE
import OAuth
import OAuthCore
import OAuthServerHummingbird

@testable import OAuthLookAlikes
@testable import OAuthResourceServer
@testable import OAuthResourceServerHummingbird
@testable import OAuthServer
@testable import OAuthServerSQLite
@testable import OAuthTestSupport

extension PublicErrors {
  static let server: [any ExplainedError] =
    [
      Refusal(.invalidRequest, "the code is missing"), AuthorizationDetailRefusal("a payment has no amount"),
      AuthorizationServerConfigurationError.openIDWithoutIDTokens,
      AuthorizationServerConfigurationError.defaultScopeUnknown,
      AuthorizationServerConfigurationError.lifetimeTooShort,
      AuthorizationServerConfigurationError.codeLifetimeTooLong,
      AuthorizationServerConfigurationError.leewayOutOfRange,
      AuthorizationServerConfigurationError.deviceCodeLifetimeTooLong,
      AuthorizationServerConfigurationError.issuer(.query),
      SigningKeyRingError.sealingKeyUnusable, SigningKeyRingError.cannotOpen(keyID: hostile),
      SigningKeyRingError.algorithms, SigningKeyRingError.schedule,
      SigningKeysError.noKeyID, SigningKeysError.repeatedKeyID(hostile), SigningKeysError.repeatedAlgorithm(hostile),
      SigningKeysError.notPublic(hostile),
      PairwiseSubjectError.noSalt, PairwiseSubjectError.saltTooShort,
      PasswordHashingError.busy, PasswordHashingError.failed,
      ClientMetadataError("grant_types", "is missing"), ClientMetadataError(nil, "is not a JSON object"),
      OAuthServer.PeerCertificateError.malformed,
      PageTextsError.missing(.signInTitle), PageTextsError.unknownPlaceholder(.signInTitle),
      PageTextsError.placeholderInScope(hostile), PageTextsError.malformedDetail(hostile),
      PageTextsError.unknownText(hostile), PageTextsError.malformed,
      AccessNotChecked(),
      ListeningError.portInUse(address: "127.0.0.1:80"), ListeningError.notAllowed(address: "127.0.0.1:80"),
      ListeningError.notAnAddressHere(address: "192.0.2.1"), ListeningError.issuerNeeded(address: "0.0.0.0:80"),
      ListeningError.failed(address: "127.0.0.1:80", cause: UntrustedText(hostile)),
      ServerIdentityError.certificateUnreadable, ServerIdentityError.keyUnreadable,
      ServerIdentityError.keyOfAnotherCertificate, ServerIdentityError.authoritiesUnreadable,
      MustachePagesError.malformed(.style), MustachePagesError.unknownTemplate(hostile),
      MustachePagesError.unreadable(hostile),
      PageTextsFolderError.unreadable(hostile), PageTextsFolderError.unknownLanguage(file: hostile),
      PageTextsFolderError.unfit(file: hostile, .malformed),
      PageTextsFolderError.missing(file: hostile, [.signInTitle]),
      ServerDatabaseError(.unusablePlace, "no such folder"), ServerDatabaseError(.newerVersion, "version 9"),
      ServerDatabaseError(.foreign, "another program's tables"),
      ServerDatabaseError(.notDurable, "no write-ahead log"), ServerDatabaseError(.damaged, "not a database"),
      ServerDatabaseError(.busy, "locked"), ServerDatabaseError(.full, "disk full"),
      ServerDatabaseError(.unstorable, "a NUL"), ServerDatabaseError(.failed, "I/O"),
      ServerDatabaseError(.unreachable, "connection refused"), DisabledUser(Subject(rawValue: "1")),
    ] + accessTokenProblems + reasons + reasons.map { AccessRefusal($0, answer: HTTPAnswer.text("")) }

  private static let accessTokenProblems: [AccessTokenProblem] = [
    .notAccepted(.claims(.wrongAudience)), .notActive, .anotherAudience, .anotherIssuer,
    .anotherType(UntrustedText(hostile)), .notTimely, .boundTokenAsBearer, .notBoundToKey, .notBound, .anotherKey,
    .anotherCertificate, .unknownBinding, .other("quota_exceeded"),
  ]

  private static let reasons: [AccessRefusal.Reason] = [
    .noToken, .request(.malformedForm), .token(.notActive), .proof(.missing), .scheme(.dpop), .scheme(.bearer),
    .scope(.none), .authentication(AccessRequirement()), .unavailable("connection_failed"),
  ]

  static let support: [any ExplainedError] = [
    HTTPTransportCompatibility.Violation(description: "The transport followed a redirect."),
    StoreViolation("The code was redeemed twice."), SimulatedUser.UnexpectedAnswer(status: 400),
  ]
}
