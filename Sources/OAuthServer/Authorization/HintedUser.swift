/// Whom a client means by the `sub` of an ID token that it sent back: somebody's own subject, or the pairwise one by which the
/// client knows them (OpenID Connect Core §3.1.2.1, §8.1).
struct HintedUser: Sendable {
  private let name: Subject
  private let client: RegisteredClient
  private let pairwiseSubjects: PairwiseSubjects?

  init(named name: Subject, to client: RegisteredClient, _ pairwiseSubjects: PairwiseSubjects?) {
    self.name = name
    self.client = client
    self.pairwiseSubjects = pairwiseSubjects
  }

  /// Whether this person is meant.
  func means(_ subject: Subject?) -> Bool {
    guard let subject else { return false }
    // Another client's ID token would tell who its person is elsewhere, which pairwise names are there to hide.
    guard case .pairwise(let sector) = client.settings.subjectType else { return name == subject }
    return pairwiseSubjects?.subject(subject, in: sector) == name
  }
}
