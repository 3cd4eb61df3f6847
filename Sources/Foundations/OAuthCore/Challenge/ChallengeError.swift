/// The reason why no challenge of the `WWW-Authenticate` fields can be read. It never holds their
/// text.
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
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .resource, .invalidInput, remedy: "Report this to the resource's operator.")
    return switch self {
    case .tooLong(let limit): row("challenge_too_long", "The WWW-Authenticate fields have more than \(limit) bytes.")
    case .tooMany(let limit):
      row("too_many_challenges", "The WWW-Authenticate fields have more than \(limit) challenges or parameters.")
    case .malformed(let position):
      row(
        "malformed_challenge",
        "The WWW-Authenticate field is not a list of challenges from byte \(position) on (RFC 9110 §11.6.1).")
    case .repeatedParameter:
      row("repeated_challenge_parameter", "A challenge in WWW-Authenticate repeats a parameter (RFC 9110 §11.2).")
    }
  }
}
