/// Why a document is no authorization server metadata (RFC 8414 §2, §3.2).
public enum MetadataError: Error, Sendable, Hashable {
  /// The document is JSON, but no object.
  case notAnObject
  /// A member that the code grant needs isn't there.
  case missing(member: String)
  /// A member has a value of another JSON type than the specification asks for.
  case wrongType(member: String)
  /// A member's URI can't be used.
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

  /// What is wrong with the document.
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

  /// What to do about it.
  public var remedy: String {
    "Check that this is the issuer you meant, tell its operator, or give both endpoints yourself."
  }
}
