internal import OAuthServer

extension User {
  /// Returns whether a user can have this user name: any non-empty line.
  static func canHave(username: String) -> Bool { !username.isEmpty && !username.contains(where: \.isNewline) }

  /// Returns whether a user can have this subject: 1 to 255 visible ASCII characters (OpenID
  /// Connect Core §2).
  static func canHave(subject: String) -> Bool {
    (1...255).contains(subject.utf8.count) && subject.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
