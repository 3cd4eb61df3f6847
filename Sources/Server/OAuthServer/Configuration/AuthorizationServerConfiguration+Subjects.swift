extension AuthorizationServerConfiguration {
  /// Returns the subject that identifies a user to a client (OpenID Connect Core §8): the `sub` of
  /// ID tokens, logout tokens, UserInfo responses and introspection responses.
  ///
  /// The server's database has only the user's own subject. Call this before a subject leaves the
  /// server.
  /// - Parameters:
  ///   - subject: The user's own subject.
  ///   - client: The client that receives the subject.
  /// - Throws: ``PairwiseSubjectError/noSalt`` if the client has pairwise subjects and the server
  ///   has no ``pairwiseSubjects``. The user's own subject must not be sent instead: it would let
  ///   clients match their users.
  public func subject(_ subject: Subject, for client: RegisteredClient) throws(PairwiseSubjectError) -> Subject {
    try self.subject(subject, of: client.settings.subjectType)
  }

  /// Returns the subject of a user by the type of subject.
  func subject(_ subject: Subject, of type: SubjectType) throws(PairwiseSubjectError) -> Subject {
    guard case .pairwise(let sector) = type else { return subject }
    guard let pairwiseSubjects else { throw .noSalt }
    return pairwiseSubjects.subject(subject, in: sector)
  }
}
