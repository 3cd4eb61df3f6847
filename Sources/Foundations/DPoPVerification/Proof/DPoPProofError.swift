public import JOSE
public import OAuthCore

/// The reason why a DPoP proof isn't accepted (RFC 9449 §4.3). Cases hold no part of the proof but
/// its algorithm and type.
public enum DPoPProofError: Error, Sendable, Hashable {
  /// There is no `DPoP` field.
  case missing
  /// There is more than one `DPoP` field, or one with several values.
  case repeated
  /// The proof isn't a well-formed JWS, or has a wrong `typ`, an algorithm that isn't accepted, or
  /// a wrong signature.
  case notVerified(JOSEError)
  /// The header has no `jwk`.
  case noKey
  /// The `jwk` is malformed, unsupported or too weak.
  case unusableKey(JSONWebKeyError)
  /// The `jwk` has members of a private key, or is a secret. The client has exposed its key.
  case privateKey
  /// A claim is missing or malformed.
  case claims(JWTClaimsError)
  /// The `jti` is longer than the limit, which is in bytes.
  case longTokenID(limit: Int)
  /// The `htm` isn't the request's method.
  case anotherMethod
  /// The `htu` isn't the request's address.
  case anotherAddress
  /// The `iat` is too far in the past by the server's clock.
  case tooOld(secondsAgo: Int64)
  /// The `iat` is too far in the future by the server's clock.
  case tooEarly(secondsAhead: Int64)
  /// The server requires a nonce, and the proof has none.
  case noNonce
  /// The `nonce` wasn't issued by the server, or is no longer valid.
  case anotherNonce
  /// The `ath` isn't the hash of the request's access token.
  case anotherToken
  /// The key isn't the one that the token, code or request is bound to.
  case anotherKey
  /// The proof was used before.
  case used
}

extension DPoPProofError: ExplainedError {
  /// A stable name for programs.
  public var code: String {
    switch self {
    case .missing: "dpop_missing"
    case .repeated: "dpop_repeated"
    case .notVerified(let cause): "dpop_" + cause.code
    case .noKey: "dpop_no_key"
    case .unusableKey(let cause): "dpop_" + cause.code
    case .privateKey: "dpop_private_key"
    case .claims(let cause): "dpop_" + cause.code
    case .longTokenID: "dpop_long_jti"
    case .anotherMethod: "dpop_another_method"
    case .anotherAddress: "dpop_another_address"
    case .tooOld: "dpop_too_old"
    case .tooEarly: "dpop_too_early"
    case .noNonce: "dpop_no_nonce"
    case .anotherNonce: "dpop_another_nonce"
    case .anotherToken: "dpop_another_token"
    case .anotherKey: "dpop_another_key"
    case .used: "dpop_used"
    }
  }

  /// Always `FlowStep.verification`.
  public var step: FlowStep { .verification }

  /// The `error` for the client: `use_dpop_nonce` if a new proof with the response's nonce will be
  /// accepted (§8, §9), otherwise `invalid_dpop_proof` (§5, §7.1).
  public var errorCode: ErrorCode {
    switch self {
    case .noNonce, .anotherNonce: .useDPoPNonce
    default: .invalidDPoPProof
    }
  }

  /// The explanation as an `error_description` for the client's developer (RFC 6749 §5.2).
  public var clientDescription: String {
    switch self {
    case .missing: "a DPoP proof is required"
    case .repeated: "there must be exactly one DPoP field with one proof"
    case .notVerified(.wrongType): "the typ of a DPoP proof must be dpop+jwt"
    case .notVerified(.algorithmNotAllowed): "the algorithm of the DPoP proof is not accepted"
    case .notVerified(.invalidSignature), .notVerified(.noMatchingKey): "the signature of the DPoP proof is wrong"
    case .notVerified: "the DPoP proof is not a well-formed JWT"
    case .noKey: "the DPoP proof has no jwk"
    case .unusableKey: "the jwk of the DPoP proof cannot be used"
    case .privateKey: "the jwk of the DPoP proof has a private key: stop using that key"
    case .claims(.missing(let claim)): "the DPoP proof has no \(claim)"
    case .claims(.malformed(let claim)): "the \(claim) of the DPoP proof is malformed"
    case .claims: "a claim of the DPoP proof is wrong"
    case .longTokenID: "the jti of the DPoP proof is too long"
    case .anotherMethod: "the htm of the DPoP proof is not the method of the request"
    case .anotherAddress: "the htu of the DPoP proof is not the address of the request"
    case .tooOld(let seconds): "the DPoP proof was made \(seconds) s ago"
    case .tooEarly(let seconds): "the DPoP proof was made \(seconds) s in the future"
    case .noNonce: "the DPoP proof needs a nonce"
    case .anotherNonce: "the nonce of the DPoP proof is not the latest"
    case .anotherToken: "the ath of the DPoP proof is not the hash of the access token"
    case .anotherKey: "the DPoP proof was made with another key"
    case .used: "the DPoP proof was used before"
    }
  }

  /// Always `ErrorCategory.invalidInput`.
  public var category: ErrorCategory { .invalidInput }

  /// A sentence about the problem.
  public var explanation: String { "The request was rejected: \(clientDescription) (RFC 9449 §4.3)." }

  /// The recommended action.
  public var remedy: String {
    switch self {
    case .tooOld, .tooEarly: "Create the proof right before the request, and set the clock of the client's machine."
    case .noNonce, .anotherNonce: "Create a new proof with the nonce from the DPoP-Nonce field of the response."
    case .privateKey: "Put only the public key into the header, and generate a new key: this one is exposed."
    case .anotherKey: "Use the key with which the token was requested."
    case .anotherAddress: "Use the address that the server's operator configured: scheme, host, port and path."
    default: "Create a new proof for each request, as RFC 9449 §4.2 describes."
    }
  }
}
