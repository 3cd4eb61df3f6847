internal import JOSE
internal import OAuthCore

/// Changes the claims of ID tokens and signs them again.
struct IDTokenForger: Sendable {
  let key: SigningKey

  /// Returns an ID token with changed claims.
  /// - Parameter withOtherKey: Whether a new key signs it, which isn't in the server's key set.
  /// - Returns: The token, or `nil` if it can't be read or signed.
  func forge(_ token: String, withOtherKey: Bool, _ change: (inout [String: JSONValue]) -> Void) -> Secret? {
    let signature = try? JSONWebSignature(compact: token)
      .verified(by: JSONWebKeySet([key.verificationKey]), allowing: [key.algorithm])
    guard var claims = try? signature?.claims() else { return nil }
    change(&claims)
    let signer = withOtherKey ? try? SigningKey.generate(key.algorithm, keyID: "rotated-away") : key
    return try? signer?.sign(claims)
  }

  /// Moves all times back, so that the token expired that many seconds before its original `iat`.
  static func expire(_ claims: inout [String: JSONValue], before seconds: Int64) {
    guard case .integer(let issuedAt)? = claims["iat"], case .integer(let ends)? = claims["exp"] else { return }
    shift(&claims, by: issuedAt - ends - seconds)
  }

  /// Moves all times of the token by a number of seconds.
  static func shift(_ claims: inout [String: JSONValue], by seconds: Int64) {
    for name in ["iat", "exp", "auth_time"] {
      if case .integer(let moment)? = claims[name] { claims[name] = .integer(moment + seconds) }
    }
  }
}
