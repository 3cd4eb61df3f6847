#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore

/// What a security token of this server stands for, when it is exchanged (RFC 8693 §2.1).
struct ExchangeableToken: Sendable {
  let subject: Subject
  /// What a new token may reach at most.
  let scope: Scope
  let details: ApprovalDetails
  /// A new token ends with the grant that this one comes from; nil if that isn't known.
  let grant: GrantID?
  /// No new token outlives it.
  let expires: Date

  /// The `act` of a new token, for which this one's holder acts (§4.1): the actors before it are within it.
  func actor(after earlier: JSONValue?) -> JSONValue {
    var members: [String: JSONValue] = ["sub": .string(subject.rawValue)]
    members["act"] = earlier
    return .object(members)
  }
}
