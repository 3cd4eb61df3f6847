internal import OAuthCore
internal import OAuthServer

extension User {
  /// Returns the user with another value of `isDisabled`.
  func with(isDisabled: Bool) -> User {
    User(
      subject: subject, username: username, name: name, picture: picture, email: email, claims: claims,
      isDisabled: isDisabled)
  }

  /// Returns the user in other groups.
  func with(groups: [String]) -> User {
    let others = claims.filter { $0.key != Self.groupsClaim }
    let claim: [String: JSONValue] = groups.isEmpty ? [:] : [Self.groupsClaim: .array(groups.map { .string($0) })]
    return User(
      subject: subject, username: username, name: name, picture: picture, email: email,
      claims: others.merging(claim) { $1 }, isDisabled: isDisabled)
  }
}
