public import OAuthCore

/// The reason why a JSON object isn't a valid client. The error names the member and never contains
/// its value, which may be a misplaced secret.
public struct ClientMetadataError: Error, Sendable, Hashable {
  /// The member that can't be used, by its name in RFC 7591 or OpenID Connect Registration; `nil`
  /// if the JSON isn't an object.
  public let member: String?
  /// The problem, as the end of a sentence that begins with the member's name.
  public let problem: String

  init(_ member: String?, _ problem: String) {
    self.member = member
    self.problem = problem
  }

  static func missing(_ member: String, _ why: String) -> ClientMetadataError {
    ClientMetadataError(member, "is missing: \(why)")
  }
}

extension ClientMetadataError: ExplainedError {
  /// The facts of the error. The remedy names the documents that describe the members.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .configuration, .invalidInput,
      remedy:
        "Use the members of RFC 7591 §2 and OpenID Connect Registration §2, or Pixy's own (see RegisteredClient).")
    guard let member else { return row("client_not_an_object", "The client's description \(problem).") }
    return row("client_metadata_invalid", "\(UntrustedText(member)) \(problem).")
  }
}
