public import FoundationBasics
public import OAuthCore

/// The permissions that a user has given a client, so that the user isn't asked for them again.
public struct ConsentRecord: Sendable, Hashable {
  /// The user.
  public let subject: Subject
  /// The client.
  public let clientID: String
  /// The allowed scope.
  public let scope: Scope
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
  ///   - scope: The allowed scope.
  ///   - authorizationDetailsTypes: The types of the allowed authorization details; repetitions are
  ///     dropped. Default: none.
  ///   - givenAt: The time of the decision; fractions of a second are dropped.
  public init(
    subject: Subject, clientID: String, scope: Scope, authorizationDetailsTypes: [String] = [], givenAt: Date
  ) {
    self.subject = subject
    self.clientID = clientID
    self.scope = scope
    self.authorizationDetailsTypes = Set(authorizationDetailsTypes).sorted()
    self.givenAt = givenAt.wholeSeconds
  }

  /// Combines this record with a later one of the same user and client. A database that has a
  /// record calls it with the newer one, and saves the result.
  /// - Parameter later: The later record.
  public func adding(_ later: ConsentRecord) -> ConsentRecord {
    ConsentRecord(
      subject: subject, clientID: clientID, scope: scope.union(later.scope),
      authorizationDetailsTypes: authorizationDetailsTypes + later.authorizationDetailsTypes,
      givenAt: max(givenAt, later.givenAt))
  }
}
