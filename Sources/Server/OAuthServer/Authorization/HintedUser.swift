/// The user that a client names by the `sub` of an ID token. The `sub` is the user's own subject,
/// or the pairwise one that the client knows (OpenID Connect Core §3.1.2.1, §8.1).
struct HintedUser: Sendable {
  private let name: Subject
  private let client: RegisteredClient
  private let pairwiseSubjects: PairwiseSubjects?

  init(named name: Subject, to client: RegisteredClient, _ pairwiseSubjects: PairwiseSubjects?) {
    self.name = name
    self.client = client
    self.pairwiseSubjects = pairwiseSubjects
  }

  /// Returns whether the hint names this user.
  func means(_ subject: Subject?) -> Bool {
    guard let subject else { return false }
    // With pairwise subjects, only the client's own pairwise subject matches. An ID token of
    // another client would reveal how the user is known there.
    guard case .pairwise(let sector) = client.settings.subjectType else { return name == subject }
    return pairwiseSubjects?.subject(subject, in: sector) == name
  }
}
