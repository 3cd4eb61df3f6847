internal import OAuthCore

extension ApprovalDetails {
  /// Returns the name under which a client knows an approval's subject (OpenID Connect Core §8). A
  /// client that acts for itself has one subject.
  ///
  /// After an exchange the user has the subject that the first client knows, so that the exchange
  /// doesn't disclose another one.
  func subject(
    _ subject: Subject, for client: RegisteredClient, named configuration: AuthorizationServerConfiguration
  ) throws(PairwiseSubjectError) -> Subject {
    guard !isForClient else { return subject }
    return try configuration.subject(subject, of: subjectType ?? client.settings.subjectType)
  }
}
