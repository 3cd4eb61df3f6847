internal import OAuthCore

/// The result of an introspection (RFC 7662 §2.2).
public enum Introspection: Sendable, Hashable {
  /// The token is expired, revoked, unknown, or not for this resource server. The server doesn't
  /// say which.
  case inactive
  /// The token is valid, as far as the server checks it.
  case active(IntrospectedToken)

  /// Reads the members of the introspection endpoint's answer.
  init(_ answer: AnswerMembers) throws(EndpointError) {
    switch answer.members["active"] {
    case .bool(true): self = .active(try IntrospectedToken(answer))
    // Other members are not read, so that no decision uses them by accident.
    case .bool(false): self = .inactive
    case nil: throw answer.missing("active")
    // The string "true" is not the value true.
    default: throw answer.malformed("active")
    }
  }
}
