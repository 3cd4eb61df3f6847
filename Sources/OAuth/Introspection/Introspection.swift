internal import OAuthCore

/// What an authorization server knows about a token (RFC 7662 §2.2).
public enum Introspection: Sendable, Hashable {
  /// The token is expired, revoked, unknown, or not this resource server's business. Nothing else is known.
  case inactive
  /// The token is good, as far as the server checks it.
  case active(IntrospectedToken)

  /// Reads what the introspection endpoint answered, already taken out of its JSON or its signed form.
  init(_ answer: AnswerMembers) throws(EndpointError) {
    switch answer.members["active"] {
    case .bool(true): self = .active(try IntrospectedToken(answer))
    // Whatever else is there is not read: it must not reach a decision by accident.
    case .bool(false): self = .inactive
    case nil: throw answer.missing("active")
    // A text "true" is not true.
    default: throw answer.malformed("active")
    }
  }
}
