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
  /// `client_not_an_object` or `client_metadata_invalid`.
  public var code: String { member == nil ? "client_not_an_object" : "client_metadata_invalid" }

  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// Always `ErrorCategory.invalidInput`.
  public var category: ErrorCategory { .invalidInput }

  /// The member that can't be used, and the reason.
  public var explanation: String {
    guard let member else { return "The client's description \(problem)." }
    return "\(UntrustedText(member)) \(problem)."
  }

  /// The documents that describe the members.
  public var remedy: String {
    "Use the members of RFC 7591 §2 and OpenID Connect Registration §2, or Pixy's own (see RegisteredClient)."
  }
}
