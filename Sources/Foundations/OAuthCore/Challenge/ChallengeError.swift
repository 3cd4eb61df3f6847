/// The reason why a `WWW-Authenticate` field can't be read. It never holds the field's text.
public enum ChallengeError: Error, Sendable, Hashable {
  /// The fields together are larger than the limit, which is in bytes.
  case tooLong(limit: Int)
  /// There are more challenges, or more parameters in one challenge, than the limit.
  case tooMany(limit: Int)
  /// A field isn't a list of challenges (RFC 9110 §11.6.1). The position counts bytes of that field
  /// from 0.
  case malformed(position: Int)
  /// A challenge repeats a parameter (RFC 9110 §11.2).
  case repeatedParameter
}

extension ChallengeError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .tooLong: "challenge_too_long"
    case .tooMany: "too_many_challenges"
    case .malformed: "malformed_challenge"
    case .repeatedParameter: "repeated_challenge_parameter"
    }
  }

  /// Always ``FlowStep/resource``.
  public var step: FlowStep { .resource }

  /// Always ``ErrorCategory/invalidInput``.
  public var category: ErrorCategory { .invalidInput }

  /// A sentence about the problem with the field.
  public var explanation: String {
    switch self {
    case .tooLong(let limit): "The WWW-Authenticate fields have more than \(limit) bytes."
    case .tooMany(let limit): "The WWW-Authenticate fields have more than \(limit) challenges or parameters."
    case .malformed(let position):
      "The WWW-Authenticate field is not a list of challenges from byte \(position) on (RFC 9110 §11.6.1)."
    case .repeatedParameter: "A challenge in WWW-Authenticate repeats a parameter (RFC 9110 §11.2)."
    }
  }

  /// The recommended action.
  public var remedy: String { "Report this to the resource's operator." }
}
