public import JOSE
public import OAuthCore

/// The reason why an ID token isn't accepted (OpenID Connect Core §3.1.3.7).
///
/// It contains names from the token, never the token itself.
public enum IDTokenError: Error, Sendable, Hashable {
  /// The answer has no ID token, although the scope `openid` was asked for (§3.1.3.3).
  case missing
  /// The signature, the algorithm or the format is wrong.
  case notVerified(JOSEError)
  /// The token can't be decrypted, or isn't encrypted although the client registered for encryption.
  case notDecrypted(JSONWebEncryptionError)
  /// A registered claim is missing, malformed or wrong.
  case claims(JWTClaimsError)
  /// The token has another audience that isn't trusted.
  case untrustedAudience(UntrustedText)
  /// The `azp` is another client.
  case wrongAuthorizedParty
  /// The `nonce` isn't this sign-in's, or the token has one although none was sent. The token
  /// belongs to another sign-in.
  case wrongNonce
  /// The request had `max_age`, but `auth_time` is missing or 0.
  case unknownAuthenticationTime
  /// The user's authentication is older than `max_age` allows; both in seconds.
  case authenticationTooOld(seconds: Int64, maximum: Int64)
  /// The `auth_time` is this many seconds in the future.
  case authenticatedInFuture(secondsAhead: Int64)
  /// The token of a refresh, which the server has just issued, has expired by this machine's clock. The
  /// clock is ahead by at least this many seconds.
  case expiredOnArrival(secondsAhead: Int64)
  /// The `acr` isn't one of the accepted ones.
  case wrongAuthenticationContext(UntrustedText)
  /// A hash doesn't match the value that came with the token. One of the two was replaced.
  case wrongHash(HashClaim)
  /// The token is signed with ML-DSA and has a hash, which Pixy can't compute.
  case uncheckedHash(HashClaim)
  /// The refreshed token has another value for this claim (§12.2).
  case changedByRefresh(String)
}

extension IDTokenError: FastClockError {
  package var secondsFast: Int64? {
    if case .expiredOnArrival(let seconds) = self { seconds } else { nil }
  }
}

extension IDTokenError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .verification, .invalidInput)
    let distrust = "Do not trust the answer; sign in again. If it happens again, tell the server's operator."
    return switch self {
    case .missing:
      row(
        "id_token_missing",
        "The answer has no ID token, although the scope openid was asked for (OpenID Connect Core §3.1.3.3).",
        remedy: "Check that the client is registered for OpenID Connect, or sign in without the scope openid.")
    case .notVerified(let cause):
      row("id_token_" + cause.code, "The ID token is not accepted. \(cause.explanation)", remedy: cause.remedy)
    case .notDecrypted(let cause):
      row("id_token_" + cause.code, "The ID token is not accepted. \(cause.explanation)", remedy: cause.remedy)
    case .claims(let cause):
      row("id_token_" + cause.code, "The ID token is not accepted. \(cause.explanation)", remedy: cause.remedy)
    case .untrustedAudience(let audience):
      row(
        "id_token_untrusted_audience",
        "The ID token is for \(audience) too, which is not trusted (aud, OpenID Connect Core §3.1.3.7).",
        remedy: "If you trust that audience with your users' sign-ins, add it to the trusted audiences.")
    case .wrongAuthorizedParty:
      row(
        "id_token_wrong_azp", "The ID token was issued to another client (azp, OpenID Connect Core §3.1.3.7).",
        remedy: distrust)
    case .wrongNonce:
      row(
        "id_token_wrong_nonce", "The ID token belongs to another sign-in (nonce, OpenID Connect Core §3.1.3.7).",
        remedy: distrust)
    case .unknownAuthenticationTime:
      row(
        "id_token_unknown_auth_time",
        "The ID token has no auth_time, although the request had max_age (OpenID Connect Core §2).",
        remedy: "Sign in without max_age, or use a server that sends auth_time.")
    case .authenticationTooOld(let seconds, let maximum):
      row(
        "id_token_authentication_too_old",
        "The user was authenticated \(Duration.seconds(seconds).inWords) ago; max_age is "
          + "\(Duration.seconds(maximum).inWords) (OpenID Connect Core §3.1.3.7).",
        remedy: "Sign in again with prompt=login.")
    case .authenticatedInFuture(let seconds):
      row(
        "id_token_authenticated_in_future",
        "The auth_time is \(Duration.seconds(seconds).inWords) in the future by this machine's clock, so the two "
          + "clocks differ by at least that.",
        remedy: "Set this machine's clock; if it is right, tell the server's operator.")
    case .expiredOnArrival(let seconds):
      row(
        "id_token_expired_on_arrival",
        "The refreshed ID token had expired when it arrived, \(Duration.seconds(seconds).inWords) ago by this "
          + "machine's clock. This clock is fast, or the server's clock is slow, by at least that much (exp, OpenID "
          + "Connect Core §3.1.3.7).",
        remedy: "Set this machine's clock; if it is right, tell the server's operator.")
    case .wrongAuthenticationContext(let context):
      row(
        "id_token_wrong_acr",
        "The user was authenticated with \(context), which is not accepted here (acr, OpenID Connect Core §3.1.3.7).",
        remedy: "Sign in again with a stronger method, or accept this one.")
    case .wrongHash(let claim):
      row(
        "id_token_wrong_" + claim.rawValue,
        "The ID token's \(claim.rawValue) is not the hash of what came with it (OpenID Connect Core §3.1.3.8, "
          + "§3.3.2.11).",
        remedy: distrust)
    case .uncheckedHash(let claim):
      row(
        "id_token_unchecked_" + claim.rawValue,
        "The ID token's \(claim.rawValue) cannot be checked: ML-DSA's hash function, SHAKE256, is not available.",
        remedy: "Register the client for ES256 or another algorithm with SHA-2.")
    case .changedByRefresh(let claim):
      row(
        "id_token_changed_by_refresh",
        "The refreshed ID token has another \(claim) than the one of the sign-in (OpenID Connect Core §12.2).",
        remedy: "Discard the tokens and sign in again.")
    }
  }
}
