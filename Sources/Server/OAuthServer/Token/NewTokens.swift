public import OAuthCore

/// The successful answer to a token request (RFC 6749 §5.1). Only ``TokenIssuer`` creates it.
public struct TokenAnswer: Sendable {
  /// The members of the JSON object, including `access_token`.
  var members: [String: JSONValue]
  /// The user and the grant of the tokens, for the audit log. An identity assertion has no grant.
  let owner: (subject: Subject, grant: GrantID?)
  /// The detail for the audit log.
  var detail: String?

  /// Adds a member that the grant's specification defines.
  /// - Parameters:
  ///   - name: The member's name.
  ///   - value: The member's value. Existing members, such as those of RFC 6749 §5.1, are not
  ///     replaced.
  public mutating func add(_ name: String, _ value: JSONValue) {
    guard members[name] == nil else { return }
    members[name] = value
  }
}

extension TokenAnswer: Redacted {
  /// The names of the members. Their values are tokens.
  public var description: String { "TokenAnswer(\(members.keys.sorted().joined(separator: ", ")))" }
}

/// Tokens that were generated and are not saved yet: the records for the database, and the answer
/// for the client.
struct NewTokens: Sendable {
  var records: [IssuedToken]
  var answer: TokenAnswer
}
