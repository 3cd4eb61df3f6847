public import OAuthCore

/// The addresses of documents about a server, for users and developers. The metadata contains them
/// (RFC 8414 §2).
public struct ServerDocuments: Sendable, Hashable {
  /// The documentation for developers (`service_documentation`).
  public var service: Endpoint?
  /// The rules for using the users' data (`op_policy_uri`).
  public var policy: Endpoint?
  /// The terms of service for applications (`op_tos_uri`).
  public var terms: Endpoint?

  /// Creates a set of addresses. Those that are `nil` are left out of the metadata.
  ///
  /// - Parameters:
  ///   - service: The documentation for developers.
  ///   - policy: The rules for using the users' data.
  ///   - terms: The terms of service for applications.
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
