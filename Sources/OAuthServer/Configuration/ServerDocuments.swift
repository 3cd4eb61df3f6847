public import OAuthCore

/// What people and developers may read about a server; its metadata names the addresses (RFC 8414 §2).
public struct ServerDocuments: Sendable, Hashable {
  /// What developers need to know (`service_documentation`).
  public var service: Endpoint?
  /// What applications may do with data about people (`op_policy_uri`).
  public var policy: Endpoint?
  /// What applications' owners agree to (`op_tos_uri`).
  public var terms: Endpoint?

  /// Takes addresses; what is `nil` isn't announced.
  ///
  /// - Parameters:
  ///   - service: what developers need to know.
  ///   - policy: what applications may do with data about people.
  ///   - terms: what applications' owners agree to.
  public init(service: Endpoint? = nil, policy: Endpoint? = nil, terms: Endpoint? = nil) {
    self.service = service
    self.policy = policy
    self.terms = terms
  }

  var members: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    members["service_documentation"] = service.map { .string($0.text) }
    members["op_policy_uri"] = policy.map { .string($0.text) }
    members["op_tos_uri"] = terms.map { .string($0.text) }
    return members
  }
}
