internal import OAuthServer

extension User {
  /// Returns the user with another value of `isDisabled`.
  func with(isDisabled: Bool) -> User {
    User(
      subject: subject, username: username, name: name, picture: picture, email: email, claims: claims,
      isDisabled: isDisabled)
  }
}
