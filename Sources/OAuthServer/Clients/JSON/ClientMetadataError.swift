public import OAuthCore

/// Why a JSON object describes no client. It names the member and never carries its value, which may be a secret that was put
/// into the wrong place.
public struct ClientMetadataError: Error, Sendable, Hashable {
  /// The member that can't be used, by its name in RFC 7591 or OpenID Connect Registration; `nil` if the whole isn't an object.
  public let member: String?
  /// What is wrong with it, as the end of a sentence that begins with the member's name.
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

  /// Which member can't be used, and why.
  public var explanation: String {
    guard let member else { return "The client's description \(problem)." }
    return "\(UntrustedText(member)) \(problem)."
  }

  /// Where the members are described.
  public var remedy: String {
    "Write the client's members as RFC 7591 §2 and OpenID Connect Registration §2 name them; Pixy's own are in the documentation of RegisteredClient."
  }
}
