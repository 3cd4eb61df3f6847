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
  /// Whether it was given to the client that exchanges it.
  let isOwn: Bool

  /// The `act` of a new token, for which this one's holder acts (§4.1): the actors before it are within it. A person goes by the name
  /// that the client knows them by (OpenID Connect Core §8.1).
  func actor(
    after earlier: JSONValue?, named configuration: AuthorizationServerConfiguration, to client: RegisteredClient
  ) throws(PairwiseSubjectError) -> JSONValue {
    let name = details.isForClientItself ? subject : try configuration.subject(subject, for: client)
    var members: [String: JSONValue] = ["sub": .string(name.rawValue)]
    members["act"] = earlier
    return .object(members)
  }
}
