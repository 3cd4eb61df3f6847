extension AuthorizationServerConfiguration {
  /// Who a person is to a client: the `sub` of its ID tokens, of UserInfo and introspection answers about its tokens, and of its
  /// logout tokens (OpenID Connect Core §8).
  ///
  /// Inside the server, in every store, people go by their own subject.
  /// - Parameters:
  ///   - subject: who the person is to the server.
  ///   - client: whom it is told to.
  /// - Throws: ``PairwiseSubjectError/noSalt`` if the client is to know people by pairwise identifiers and the server can't make
  ///   any: telling the subject itself would give away what the client must not learn.
  public func subject(_ subject: Subject, for client: RegisteredClient) throws(PairwiseSubjectError) -> Subject {
    guard case .pairwise(let sector) = client.settings.subjectType else { return subject }
    guard let pairwiseSubjects else { throw .noSalt }
    return pairwiseSubjects.subject(subject, in: sector)
  }
}
