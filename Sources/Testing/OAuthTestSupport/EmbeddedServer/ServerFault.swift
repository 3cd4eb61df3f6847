/// A named fault of an authorization server, for ``FaultyServer``.
///
/// The raw values never change, so a table or a file of tests can contain them.
public enum ServerFault: String, Sendable, Hashable, CaseIterable {
  /// The answer to a device's poll is `slow_down`, although the interval had passed (RFC 8628
  /// §3.5).
  case slowDown = "slow_down"
  /// The device authorization answer has no `interval`, which means 5 seconds (RFC 8628 §3.2).
  case missingInterval = "missing_interval"
  /// The answer is `use_dpop_nonce` with a nonce that is new each time (RFC 9449 §8).
  case nonceChurn = "nonce_churn"
  /// The refresh token was used by another party just before, so the server ends the grant (RFC
  /// 9700 §4.14.2).
  case rotationReuse = "rotation_reuse"
  /// The server rotates the refresh token, and its answer is lost on the way: the client gets
  /// status
  /// 502. If the server rejects the request, its answer arrives and the fault waits for the next
  /// refresh.
  case answerLostAfterRotation = "answer_lost_after_rotation"
  /// The ID token has another issuer (OpenID Connect Core §3.1.3.7, point 2).
  case wrongIssuer = "wrong_iss"
  /// The callback has another issuer, as in a mix-up attack (RFC 9207 §2.4).
  case wrongIssuerInCallback = "wrong_iss_in_callback"
  /// The ID token is for another client (OpenID Connect Core §3.1.3.7, point 3).
  case wrongAudience = "wrong_aud"
  /// The ID token is about another user. In a refresh's answer that breaks OpenID Connect Core
  /// §12.2.
  case wrongSubject = "wrong_sub"
  /// The ID token expired an hour ago (OpenID Connect Core §3.1.3.7, point 9).
  case expiredIDToken = "expired_id_token"
  /// The times of the ID token are an hour ahead, as if its server's clock were.
  case skewedIDToken = "skewed_id_token"
  /// The key that signed the ID token is no longer in the key set.
  case keyRotatedAway = "key_rotated_away"
  /// The status is 500, with a line of text. The server does nothing else.
  case serverError = "500"
  /// The status is 429, with `Retry-After: 30`. The server does nothing else.
  case tooManyRequests = "429"
  /// The server sends no answer until ``FaultyServer/behave()`` is called. A client in process
  /// gives up at its timeout or when its task is cancelled. The server has not received the request
  /// then.
  case hang
  /// The server handles the request, and half of its answer's body arrives.
  case truncatedBody = "truncated_body"
  /// The status is 307, to another host, where a client must not send its secrets. The server does
  /// nothing else.
  case redirect
  /// The answer is an error with status 200, as some servers send it.
  case errorWithStatus200 = "status_200_error"

  /// The endpoints that the fault affects by default.
  var endpoints: Set<ServerEndpoint> {
    switch self {
    case .missingInterval: [.deviceAuthorization]
    case .wrongIssuerInCallback: [.authorization, .decision]
    default: [.token]
    }
  }

  /// The grant type of the affected token requests, or `nil` for all.
  var grantType: String? {
    switch self {
    case .slowDown: "urn:ietf:params:oauth:grant-type:device_code"
    case .rotationReuse, .answerLostAfterRotation: "refresh_token"
    default: nil
    }
  }
}
