public import JOSE
public import OAuthCore

/// Why an ID token isn't accepted (OpenID Connect Core §3.1.3.7). Nothing of the token is in it but names.
public enum IDTokenError: Error, Sendable, Hashable {
  /// The answer has no ID token, although the scope `openid` was asked for (§3.1.3.3).
  case missing
  /// The signature, the algorithm or the form is wrong.
  case notVerified(JOSEError)
  /// A registered claim is missing, malformed or wrong.
  case claims(JWTClaimsError)
  /// The token is for somebody else too, whom nobody said to trust.
  case untrustedAudience(UntrustedText)
  /// The `azp` is another client.
  case wrongAuthorizedParty
  /// The `nonce` isn't this sign-in's, or there is one although none was sent: the token belongs to another sign-in.
  case wrongNonce
  /// `max_age` was asked for, and `auth_time` isn't there or is 0.
  case unknownAuthenticationTime
  /// The person was authenticated longer ago than `max_age` allows; both in seconds.
  case authenticationTooOld(seconds: Int64, maximum: Int64)
  /// The `auth_time` is this many seconds ahead.
  case authenticatedInFuture(secondsAhead: Int64)
  /// The `acr` isn't one of those that are good enough.
  case wrongAuthenticationContext(UntrustedText)
  /// A hash isn't that of what came with the token: one of the two was exchanged.
  case wrongHash(HashClaim)
  /// A refresh brought a token with another value for this claim (§12.2).
  case changedByRefresh(String)
}

extension IDTokenError: ExplainedError {
  /// A stable name.
  public var code: String {
    switch self {
    case .missing: "id_token_missing"
    case .notVerified(let cause): "id_token_" + cause.code
    case .claims(let cause): "id_token_" + cause.code
    case .untrustedAudience: "id_token_untrusted_audience"
    case .wrongAuthorizedParty: "id_token_wrong_azp"
    case .wrongNonce: "id_token_wrong_nonce"
    case .unknownAuthenticationTime: "id_token_unknown_auth_time"
    case .authenticationTooOld: "id_token_authentication_too_old"
    case .authenticatedInFuture: "id_token_authenticated_in_future"
    case .wrongAuthenticationContext: "id_token_wrong_acr"
    case .wrongHash(let claim): "id_token_wrong_" + claim.rawValue
    case .changedByRefresh: "id_token_changed_by_refresh"
    }
  }

  /// Always `FlowStep.verification`.
  public var step: FlowStep { .verification }

  /// What is wrong with it, with the measured seconds where it is about time.
  public var explanation: String {
    switch self {
    case .missing:
      "The answer has no ID token, although the scope openid was asked for (OpenID Connect Core §3.1.3.3)."
    case .notVerified(let cause): "The ID token is not accepted. \(cause.explanation)"
    case .claims(let cause): "The ID token is not accepted. \(cause.explanation)"
    case .untrustedAudience(let audience):
      "The ID token is for \(audience) too, which is not trusted (aud, OpenID Connect Core §3.1.3.7)."
    case .wrongAuthorizedParty: "The ID token was issued to another client (azp, OpenID Connect Core §3.1.3.7)."
    case .wrongNonce: "The ID token belongs to another sign-in (nonce, OpenID Connect Core §3.1.3.7)."
    case .unknownAuthenticationTime:
      "The ID token does not say when the person was authenticated, although max_age was asked for (auth_time, OpenID Connect Core §2)."
    case .authenticationTooOld(let seconds, let maximum):
      "The person was authenticated \(seconds) s ago by this machine's clock; max_age is \(maximum) s (auth_time, OpenID Connect Core §3.1.3.7)."
    case .authenticatedInFuture(let seconds):
      "The person was authenticated \(seconds) s in the future by this machine's clock: the two clocks differ by at least that much (auth_time, OpenID Connect Core §2)."
    case .wrongAuthenticationContext(let context):
      "The person was authenticated in the way \(context), which is not one of those asked for (acr, OpenID Connect Core §3.1.3.7)."
    case .wrongHash(let claim):
      "The ID token's \(claim.rawValue) is not the hash of what came with it (OpenID Connect Core §3.1.3.8, §3.3.2.11)."
    case .changedByRefresh(let claim):
      "The refreshed ID token has another \(claim) than the one of the sign-in (OpenID Connect Core §12.2)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .missing: "Check that the client is registered for OpenID Connect, or sign in without the scope openid."
    case .notVerified(let cause): cause.remedy
    case .claims(let cause): cause.remedy
    case .untrustedAudience: "If that audience may know who signs in here, add it to the trusted audiences."
    case .unknownAuthenticationTime: "Sign in without max_age, or use a server that sends auth_time."
    case .authenticationTooOld: "Sign in again with prompt=login."
    case .authenticatedInFuture: "Set this machine's clock; if it is right, tell the server's operator."
    case .wrongAuthenticationContext: "Sign in again with a stronger means, or accept this one."
    case .changedByRefresh: "Forget the tokens and sign in again."
    case .wrongAuthorizedParty, .wrongNonce, .wrongHash:
      "Do not trust the answer; sign in again. If it happens again, tell the server's operator."
    }
  }
}
