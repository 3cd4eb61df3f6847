#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// What a person has allowed a client, so that they aren't asked the same again.
public struct ConsentRecord: Sendable, Hashable {
  /// Who allowed it.
  public let subject: Subject
  /// Whom they allowed it.
  public let clientID: String
  /// What they allowed.
  public let scope: Scope
  /// The types of authorization details that they allowed (RFC 9396 §2), sorted. It is for showing: details, such as an amount,
  /// may differ each time, so that who asks for any is asked about each time.
  public let authorizationDetailsTypes: [String]
  /// When they last allowed something, in whole seconds.
  public let given: Date

  /// Puts a record together: the server for a decision, a store for one it read.
  /// - Parameters:
  ///   - subject: who allowed it.
  ///   - clientID: whom.
  ///   - scope: what.
  ///   - authorizationDetailsTypes: the types of authorization details; repetitions are dropped.
  ///   - given: when; fractions of a second are dropped.
  public init(
    subject: Subject, clientID: String, scope: Scope, authorizationDetailsTypes: [String] = [], given: Date
  ) {
    self.subject = subject
    self.clientID = clientID
    self.scope = scope
    self.authorizationDetailsTypes = Set(authorizationDetailsTypes).sorted()
    self.given = given.wholeSeconds
  }

  /// This and what was allowed later, as one record of the same person and client. A store that has a record calls it with the
  /// newer one and keeps the result.
  /// - Parameter later: what was allowed later.
  public func adding(_ later: ConsentRecord) -> ConsentRecord {
    ConsentRecord(
      subject: subject, clientID: clientID, scope: scope.union(later.scope),
      authorizationDetailsTypes: authorizationDetailsTypes + later.authorizationDetailsTypes,
      given: max(given, later.given))
  }
}
