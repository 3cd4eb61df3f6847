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
  /// The code, the description for the client's developer, and the remedy of each case.
  private var row: (code: String, description: String, remedy: String) {
    let newProof = "Create a new proof for each request, as RFC 9449 §4.2 describes."
    let clockRemedy = "Create the proof right before the request, and set the clock of the client's machine."
    let nonceRemedy = "Create a new proof with the nonce from the DPoP-Nonce field of the response."
    return switch self {
    case .missing: ("dpop_missing", "a DPoP proof is required", newProof)
    case .repeated: ("dpop_repeated", "there must be exactly one DPoP field with one proof", newProof)
    case .notVerified(let cause): ("dpop_" + cause.code, Self.description(of: cause), newProof)
    case .noKey: ("dpop_no_key", "the DPoP proof has no jwk", newProof)
    case .unusableKey(let cause): ("dpop_" + cause.code, "the jwk of the DPoP proof cannot be used", newProof)
    case .privateKey:
      (
        "dpop_private_key", "the jwk of the DPoP proof has a private key: stop using that key",
        "Put only the public key into the header, and generate a new key: this one is exposed."
      )
    case .claims(let cause): ("dpop_" + cause.code, Self.description(of: cause), newProof)
    case .longTokenID: ("dpop_long_jti", "the jti of the DPoP proof is too long", newProof)
    case .anotherMethod:
      ("dpop_another_method", "the htm of the DPoP proof is not the method of the request", newProof)
    case .anotherAddress:
      (
        "dpop_another_address", "the htu of the DPoP proof is not the address of the request",
        "Use the address that the server's operator configured: scheme, host, port and path."
      )
    case .tooOld(let seconds):
      ("dpop_too_old", "the DPoP proof was made \(Duration.seconds(seconds).inWords) ago", clockRemedy)
    case .tooEarly(let seconds):
      ("dpop_too_early", "the DPoP proof was made \(Duration.seconds(seconds).inWords) in the future", clockRemedy)
    case .noNonce: ("dpop_no_nonce", "the DPoP proof needs a nonce", nonceRemedy)
    case .anotherNonce: ("dpop_another_nonce", "the nonce of the DPoP proof is not the latest", nonceRemedy)
    case .anotherToken:
      ("dpop_another_token", "the ath of the DPoP proof is not the hash of the access token", newProof)
    case .anotherKey:
      (
        "dpop_another_key", "the DPoP proof was made with another key",
        "Use the key with which the token was requested."
      )
    case .used: ("dpop_used", "the DPoP proof was used before", newProof)
    }
  }

  /// The facts of each case, with the client's description in the explanation.
  public var facts: ErrorFacts {
    let row = row
    return ErrorFacts(
      row.code, at: .verification, .invalidInput, "The request was rejected: \(row.description) (RFC 9449 §4.3).",
      remedy: row.remedy)
  }

  /// The explanation as an `error_description` for the client's developer (RFC 6749 §5.2).
  public var clientDescription: String { row.description }

  /// The `error` for the client: `use_dpop_nonce` if a new proof with the response's nonce will be
  /// accepted (§8, §9), otherwise `invalid_dpop_proof` (§5, §7.1).
  public var errorCode: ErrorCode {
    switch self {
    case .noNonce, .anotherNonce: .useDPoPNonce
    default: .invalidDPoPProof
    }
  }

  private static func description(of error: JOSEError) -> String {
    switch error {
    case .wrongType: "the typ of a DPoP proof must be dpop+jwt"
    case .algorithmNotAllowed: "the algorithm of the DPoP proof is not accepted"
    case .invalidSignature, .noMatchingKey: "the signature of the DPoP proof is wrong"
    default: "the DPoP proof is not a well-formed JWT"
    }
  }

  private static func description(of error: JWTClaimsError) -> String {
    switch error {
    case .missing(let claim): "the DPoP proof has no \(claim)"
    case .malformed(let claim): "the \(claim) of the DPoP proof is malformed"
    default: "a claim of the DPoP proof is wrong"
    }
  }
}
