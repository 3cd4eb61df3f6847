/// Why a `WWW-Authenticate` field can't be read. It never carries the field.
public enum ChallengeError: Error, Sendable, Hashable {
  /// The fields have more octets together than are read.
  case tooLong(limit: Int)
  /// There are more challenges, or parameters in one, than are read.
  case tooMany(limit: Int)
  /// A field isn't a list of challenges (RFC 9110 §11.6.1). The position counts octets of that field from 0.
  case malformed(position: Int)
  /// A challenge has a parameter twice (RFC 9110 §11.2).
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

  /// What is wrong with the field.
  public var explanation: String {
    switch self {
    case .tooLong(let limit): "The WWW-Authenticate fields have more than \(limit) octets."
    case .tooMany(let limit): "The WWW-Authenticate fields have more than \(limit) challenges or parameters."
    case .malformed(let position):
      "The WWW-Authenticate field is no list of challenges from octet \(position) on (RFC 9110 §11.6.1)."
    case .repeatedParameter: "A challenge in WWW-Authenticate has a parameter twice (RFC 9110 §11.2)."
    }
  }

  /// What to do about it.
  public var remedy: String { "Tell the resource's operator." }
}
