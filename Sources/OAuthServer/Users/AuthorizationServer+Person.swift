internal import OAuthCore

extension AuthorizationServer {
  /// Ends a grant of somebody who has no account any more, instead of giving tokens for it. Access tokens that are out stop at
  /// the UserInfo endpoint by themselves; at other resources they last until they expire, or until the resource asks.
  func checkPerson(_ subject: Subject, of grant: GrantID) async throws {
    guard try await users.user(subject) == nil else { return }
    try await end(grant, because: "its person has no account any more")
    throw TokenRefusal.invalidGrant("the person who allowed this has no account any more")
  }
}
