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
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .discovery, .invalidInput,
      remedy: "Check the issuer's address. If it is right, report this to its operator, or configure both endpoints "
        + "yourself.")
    return switch self {
    case .notAnObject:
      row("metadata_not_an_object", "The authorization server's metadata is not a JSON object (RFC 8414 §3.2).")
    case .missing(let member):
      row("metadata_member_missing", "The authorization server's metadata has no \(member) (RFC 8414 §2).")
    case .wrongType(let member):
      row(
        "metadata_member_wrong_type",
        "The \(member) in the authorization server's metadata has the wrong JSON type (RFC 8414 §2).")
    case .unacceptable(let member, let cause):
      row(
        "metadata_member_unacceptable",
        "The \(member) in the authorization server's metadata cannot be used: \(cause.explanation)")
    }
  }
}
