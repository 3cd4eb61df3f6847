public import OAuthCore

/// The tokens that a token request is answered with (RFC 6749 §5.1). Only ``TokenIssuer`` makes them.
public struct TokenAnswer: Sendable {
  /// The members of the JSON object, `access_token` among them.
  var members: [String: JSONValue]

  /// Adds a member that the grant's specification defines.
  /// - Parameters:
  ///   - name: The member's name.
  ///   - value: Its value. Members of RFC 6749 §5.1 are not replaced.
  public mutating func add(_ name: String, _ value: JSONValue) {
    guard members[name] == nil else { return }
    members[name] = value
  }
}

/// Tokens that were generated and are not stored yet: the records for the store, and the answer for the client.
struct NewTokens: Sendable {
  var records: [IssuedToken]
  var answer: TokenAnswer
}
