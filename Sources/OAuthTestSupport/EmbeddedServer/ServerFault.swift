/// One way in which an authorization server misbehaves towards its clients, by name: for ``FaultyServer``.
///
/// The names are fixed, so that a test's table or a file can ask for one.
public enum ServerFault: String, Sendable, Hashable, CaseIterable {
  /// A device's poll is answered with `slow_down`, though it came in time (RFC 8628 §3.5).
  case slowDown = "slow_down"
  /// The answer to a device has no `interval`, so that 5 seconds are meant (RFC 8628 §3.2).
  case missingInterval = "missing_interval"
  /// The request is answered with `use_dpop_nonce` and a nonce that is new each time (RFC 9449 §8).
  case nonceChurn = "nonce_churn"
  /// Somebody else has used the refresh token just before: the server ends the grant (RFC 9700 §4.14.2).
  case rotationReuse = "rotation_reuse"
  /// The server has replaced the refresh token, and the answer that says so is lost on the way: status 502. A refusal isn't lost: the fault
  /// is for the next refresh then.
  case answerLostAfterRotation = "answer_lost_after_rotation"
  /// The ID token names another issuer (OpenID Connect Core §3.1.3.7, point 2).
  case wrongIssuer = "wrong_iss"
  /// The answer to an authorization request names another issuer, as in a mix-up attack (RFC 9207 §2.4).
  case wrongIssuerInCallback = "wrong_iss_in_callback"
  /// The ID token is for another client (OpenID Connect Core §3.1.3.7, point 3).
  case wrongAudience = "wrong_aud"
  /// The ID token expired an hour ago (OpenID Connect Core §3.1.3.7, point 9).
  case expiredIDToken = "expired_id_token"
  /// The ID token was made by a clock that is an hour ahead.
  case skewedIDToken = "skewed_id_token"
  /// The ID token is signed with a key that the key set doesn't have any more.
  case keyRotatedAway = "key_rotated_away"
  /// Status 500 with a line of text; nothing was done.
  case serverError = "500"
  /// Status 429 with `Retry-After: 30`; nothing was done.
  case tooManyRequests = "429"
  /// There is no answer until ``FaultyServer/behave()`` is called. A client in process gives up at its time limit or when its task is
  /// cancelled, and nothing was done then.
  case hang
  /// The server has done what it was asked for, or refused it, and half of its answer arrives.
  case truncatedBody = "truncated_body"
  /// Status 307 to another host, where a client must not go with its secrets; nothing was done.
  case redirect
  /// A refusal with status 200, as some servers have it.
  case errorWithStatus200 = "status_200_error"

  /// The endpoints whose answers go wrong unless a test says which.
  var endpoints: Set<ServerEndpoint> {
    switch self {
    case .missingInterval: [.deviceAuthorization]
    case .wrongIssuerInCallback: [.authorization, .decision]
    default: [.token]
    }
  }

  /// Which token requests are meant; every one if `nil`.
  var grantType: String? {
    switch self {
    case .slowDown: "urn:ietf:params:oauth:grant-type:device_code"
    case .rotationReuse, .answerLostAfterRotation: "refresh_token"
    default: nil
    }
  }
}
