/// The reason why a document isn't authorization server metadata (RFC 8414 §2, §3.2).
public enum MetadataError: Error, Sendable, Hashable {
  /// The document is JSON, but not an object.
  case notAnObject
  /// A member that the code grant needs is missing.
  case missing(member: String)
  /// A member's value has a different JSON type than specified.
  case wrongType(member: String)
  /// A member's URI is invalid.
  case unacceptable(member: String, URIError)
}

extension MetadataError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .notAnObject: "metadata_not_an_object"
    case .missing: "metadata_member_missing"
    case .wrongType: "metadata_member_wrong_type"
    case .unacceptable: "metadata_member_unacceptable"
    }
  }

  /// Always ``FlowStep/discovery``.
  public var step: FlowStep { .discovery }

  /// Always ``ErrorCategory/invalidInput``.
  public var category: ErrorCategory { .invalidInput }

  /// A sentence about the problem with the document.
  public var explanation: String {
    switch self {
    case .notAnObject: "The authorization server's metadata is not a JSON object (RFC 8414 §3.2)."
    case .missing(let member): "The authorization server's metadata has no \(member) (RFC 8414 §2)."
    case .wrongType(let member):
      "The \(member) in the authorization server's metadata has the wrong JSON type (RFC 8414 §2)."
    case .unacceptable(let member, let cause):
      "The \(member) in the authorization server's metadata cannot be used: \(cause.explanation)"
    }
  }

  /// The recommended action.
  public var remedy: String {
    "Check the issuer's address. If it is right, report this to its operator, or configure both endpoints yourself."
  }
}
