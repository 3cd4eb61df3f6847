public import JOSE
public import OAuthCore

/// Why a DPoP proof isn't accepted (RFC 9449 §4.3). No case holds any of the proof but its algorithm and type.
public enum DPoPProofError: Error, Sendable, Hashable {
  /// There is no `DPoP` field.
  case missing
  /// There is more than one `DPoP` field, or one with several values.
  case repeated
  /// It isn't a well-formed JWS, or has the wrong `typ`, an algorithm that isn't accepted, or a wrong signature.
  case notVerified(JOSEError)
  /// The header has no `jwk`.
  case noKey
  /// The `jwk` can't be used, or is too weak.
  case unusableKey(JSONWebKeyError)
  /// The `jwk` has members of a private key, or is a secret: the client has just given its key away.
  case privateKey
  /// A claim is missing or malformed.
  case claims(JWTClaimsError)
  /// The `jti` has more octets than are remembered.
  case longTokenID(limit: Int)
  /// The `htm` isn't the request's method.
  case anotherMethod
  /// The `htu` isn't the request's address.
  case anotherAddress
  /// The `iat` is too long ago, by the server's clock.
  case tooOld(secondsAgo: Int64)
  /// The `iat` is too far ahead, by the server's clock.
  case tooEarly(secondsAhead: Int64)
  /// The server wants its nonce in the proof, and there is none.
  case noNonce
  /// The `nonce` isn't one that the server gave, or not any longer.
  case anotherNonce
  /// The `ath` isn't the hash of the access token that the request carries.
  case anotherToken
  /// The key isn't the one that the token, the code or the request is bound to.
  case anotherKey
  /// The proof was used before.
  case used
}

extension DPoPProofError: ExplainedError {
  /// A stable name.
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

  /// The `error` that the client is told: `use_dpop_nonce` if a new proof with the answer's nonce will do (§8, §9), otherwise
  /// `invalid_dpop_proof` (§5, §7.1).
  public var errorCode: ErrorCode {
    switch self {
    case .noNonce, .anotherNonce: .useDPoPNonce
    default: .invalidDPoPProof
    }
  }

  /// A few words for the client's developer, fit for an `error_description` (RFC 6749 §5.2): written here alone.
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

  /// What is wrong with it.
  public var explanation: String { "The request was refused: \(clientDescription) (RFC 9449 §4.3)." }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .tooOld, .tooEarly: "Make the proof right before the request, and set the clock of the machine that makes it."
    case .noNonce, .anotherNonce: "Make a new proof with the nonce from the DPoP-Nonce field of the answer."
    case .privateKey: "Put only the public key into the header, and make a new key: this one is known now."
    case .anotherKey: "Use the key that the token was asked for with."
    case .anotherAddress: "Write the address as the server's operator does: scheme, host, port and path."
    default: "Make a fresh proof for each request, as RFC 9449 §4.2 says."
    }
  }
}
