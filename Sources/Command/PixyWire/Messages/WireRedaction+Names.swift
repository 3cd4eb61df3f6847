internal import JOSE

extension WireRedaction {
  /// Decides how much of a value is shown, by its name and its form.
  package static func sight(of name: String, _ value: String) -> Sight {
    let name = String(name.lowercased().map { $0 == "-" ? "_" : $0 })
    if random.contains(name) { return .beginning }
    if proofs.contains(name) { return .nothing }
    if harmless.contains(name) || harmlessEndings.contains(where: name.hasSuffix) { return .whole }
    if telling.contains(where: name.contains) { return .nothing }
    return JWTSummary(value) != nil || isRandom(value) ? .beginning : .whole
  }

  /// Returns whether a text looks random, as tokens do, in contrast to text that users write.
  static func isRandom(_ value: String) -> Bool {
    var digits = 0
    var letters = 0
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): letters += 1
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "+"),
        UInt8(ascii: "/"), UInt8(ascii: "="):
        break
      default: return false
      }
    }
    return value.utf8.count >= 20 && digits >= 2 && letters >= 2
  }

  /// The names of random values. Their first characters are shown: they tell two values apart and
  /// don't help to guess the rest.
  private static let random: Set<String> = [
    "code", "state", "nonce", "dpop_nonce", "access_token", "refresh_token", "id_token", "token", "subject_token",
    "actor_token", "device_code", "auth_req_id", "request_uri", "id_token_hint", "logout_token",
  ]

  /// The names of values that users chose, and of values that are a proof by themselves. No part of
  /// them is shown.
  private static let proofs: Set<String> = [
    "client_secret", "password", "code_verifier", "client_assertion", "assertion", "user_code",
    "request", "response", "registration_access_token", "software_statement", "dpop", "authorization", "cookie",
    "set_cookie", "sid", "login_hint_token", "client_notification_token",
  ]

  /// Names that sound secret and aren't, and names whose values look random and aren't secret.
  private static let harmless: Set<String> = [
    "client_id", "sub", "jti", "kid", "aud", "iss", "azp", "act", "tid", "oid", "code_challenge", "dpop_jkt", "jkt",
    "at_hash", "c_hash", "s_hash", "x5t", "x5t#s256", "token_type_hint", "response_mode", "software_id",
    "software_version", "registration_client_uri", "etag", "scope", "error", "error_description",
  ]

  private static let harmlessEndings = [
    "_endpoint", "_supported", "_type", "_types", "_method", "_methods", "_alg", "_enc", "_expires_in", "_expires_at",
    "_issued_at", "_timeout",
  ]

  /// Parts of names. A name that contains one of them is treated as a secret's.
  private static let telling = [
    "token", "secret", "passw", "passphrase", "assertion", "credential", "cookie", "ticket", "private", "session",
    "api_key", "apikey", "access_key", "signature", "verifier", "otp",
  ]

  /// The members of a public JWK, and those that every JWK may have (RFC 7517 §4, RFC 7518 §6.2.1
  /// and §6.3.1, RFC 8037 §2).
  package static let publicKeyMembers: Set<String> = [
    "kty", "use", "key_ops", "alg", "kid", "x5u", "x5c", "x5t", "x5t#S256", "crv", "x", "y", "n", "e",
  ]

  /// The members of a private or secret JWK (RFC 7518 §6.2.2, §6.3.2, §6.4.1, RFC 8037 §2).
  package static let privateKeyMembers: Set<String> = JSONWebKey.privateMembers
}
