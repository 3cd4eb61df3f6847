/// Where the server remembers what people have allowed.
///
/// Nothing here supposes one process or one connection: every method is one statement or one
/// transaction. `ConsentStoreCompatibility` in `OAuthTestSupport` checks it.
public protocol ConsentStore: Sendable {
  /// What a person has allowed a client; `nil` if nothing.
  ///
  /// - Parameters:
  ///   - subject: the person.
  ///   - clientID: the client's identifier.
  /// - Throws: whatever keeps the store from answering; the sign-in ends with an error then.
  func consent(of subject: Subject, to clientID: String) async throws -> ConsentRecord?

  /// Remembers what a person allowed, besides what they had allowed the client before
  /// (``ConsentRecord/adding(_:)``), in one atomic step: of two that come at once neither is lost.
  ///
  /// - Parameter consent: what they allowed just now.
  /// - Throws: whatever keeps the store from it; the sign-in ends with an error then, and no code
  ///   is given.
  func add(_ consent: ConsentRecord) async throws

  /// Everything that a person has allowed, in any order. The server doesn't ask for it: it is for a
  /// page where people look after it.
  ///
  /// - Parameter subject: the person.
  /// - Throws: whatever keeps the store from answering.
  func consents(of subject: Subject) async throws -> [ConsentRecord]

  /// Forgets what a person allowed a client: they are asked again. Tokens that were given for it
  /// stay good; whoever takes them back too revokes them. No error if there is nothing.
  ///
  /// - Parameters:
  ///   - subject: the person.
  ///   - clientID: the client's identifier.
  /// - Throws: whatever keeps the store from it.
  func revoke(of subject: Subject, to clientID: String) async throws
}
