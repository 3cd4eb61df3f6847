internal import FoundationBasics
internal import Logging
internal import OAuthCore

/// Ends grants, with all tokens that were issued for them.
struct GrantRevocation: ServerPart {
  let core: ServerCore
  let tokens: any TokenOperations
  let users: any UserDirectory

  /// Ends a grant: revokes all tokens that were issued for the grant, and rejects those that are
  /// being issued (RFC 6749 §4.1.2, RFC 9700 §4.14.2).
  /// - Parameters:
  ///   - grant: The grant.
  ///   - subject: The grant's user, for the audit log.
  ///   - clientID: The grant's client, for the audit log.
  ///   - reason: The reason, for both logs.
  ///   - level: The level of the log's record.
  func end(
    _ grant: GrantID, of subject: Subject, at clientID: String, because reason: String, level: Logger.Level = .warning
  ) async throws {
    log(grant, of: subject, at: clientID, because: reason, level: level)
    try await tokens.revoke(grant, refusingUntil: refusedUntil)
  }

  /// Logs the end of a grant that the database has ended with another step.
  func log(
    _ grant: GrantID, of subject: Subject, at clientID: String, because reason: String, level: Logger.Level = .warning
  ) {
    logger.log(level: level, "A grant was ended", metadata: ["grant": "\(grant)", "reason": "\(reason)"])
    audit(.grantEnd) { ($0.subject, $0.clientID, $0.grant, $0.detail) = (subject, clientID, grant, reason) }
  }

  /// The time until which a grant that ends now gets no tokens. One hour is longer than
  /// any request in progress takes.
  var refusedUntil: Date { clock.now() + .seconds(3_600) }

  /// Ends a grant whose user was deleted, or may no longer use the client, instead of issuing tokens
  /// for it.
  ///
  /// The UserInfo endpoint rejects the access tokens that were issued before. Other resources
  /// accept them until they expire, or until the resource introspects them. The grant of a user who
  /// is only locked out stays.
  /// - Throws: A refusal with `invalid_grant`.
  func checkUser(_ subject: Subject, of grant: GrantID, for client: RegisteredClient) async throws {
    guard let user = try await users.user(subject) else {
      guard try await !users.isLockedOut(subject) else {
        throw Refusal.invalidGrant("the user who allowed this is disabled")
      }
      try await end(grant, of: subject, at: client.id, because: "its user was deleted")
      throw Refusal.invalidGrant("the user who allowed this was deleted")
    }
    guard user.mayUse(client) else {
      try await end(grant, of: subject, at: client.id, because: "its user left the groups of the client")
      throw Refusal.outsideGroups
    }
  }
}

extension Refusal {
  /// The refusal of a user outside the client's groups (``ClientSettings/allowedGroups``).
  static var outsideGroups: Refusal {
    .invalidGrant("the user is in none of the groups that may use this client")
  }
}
