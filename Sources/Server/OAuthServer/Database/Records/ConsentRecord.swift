public import FoundationBasics
public import OAuthCore

/// The permissions that a user has given a client, so that the user isn't asked for them again, and
/// those that the client got without a question.
public struct ConsentRecord: Sendable, Hashable {
  /// The user.
  public let subject: Subject
  /// The client.
  public let clientID: String
  /// The scope that the user has allowed.
  public let scope: Scope
  /// The scope that the client got while its users weren't asked. It is only for display: it spares
  /// the user no question.
  public let unaskedScope: Scope
  /// The types of the allowed authorization details (RFC 9396 §2), sorted. They are only for
  /// display: details, such as an amount, may differ each time, so the user is asked about them
  /// each time.
  public let authorizationDetailsTypes: [String]
  /// The time of the last permission, in whole seconds.
  public let givenAt: Date

  /// Creates a record. The server calls it for a decision, a database for a record that it read.
  /// - Parameters:
  ///   - subject: The user.
  ///   - clientID: The client.
  ///   - scope: The scope that the user has allowed.
  ///   - unaskedScope: The scope that the client got without a question. Default: none.
  ///   - authorizationDetailsTypes: The types of the allowed authorization details; repetitions are
  ///     dropped. Default: none.
  ///   - givenAt: The time of the decision; fractions of a second are dropped.
  public init(
    subject: Subject, clientID: String, scope: Scope, unaskedScope: Scope = .none,
    authorizationDetailsTypes: [String] = [], givenAt: Date
  ) {
    self.subject = subject
    self.clientID = clientID
    self.scope = scope
    self.unaskedScope = unaskedScope
    self.authorizationDetailsTypes = Set(authorizationDetailsTypes).sorted()
    self.givenAt = givenAt.wholeSeconds
  }

  /// Everything that the client got, with a question or without.
  public var grantedScope: Scope { scope.union(unaskedScope) }

  /// Combines this record with a later one of the same user and client. A database that has a
  /// record calls it with the newer one, and saves the result.
  /// - Parameter later: The later record.
  public func adding(_ later: ConsentRecord) -> ConsentRecord {
    ConsentRecord(
      subject: subject, clientID: clientID, scope: scope.union(later.scope),
      unaskedScope: unaskedScope.union(later.unaskedScope),
      authorizationDetailsTypes: authorizationDetailsTypes + later.authorizationDetailsTypes,
      givenAt: max(givenAt, later.givenAt))
  }
}
