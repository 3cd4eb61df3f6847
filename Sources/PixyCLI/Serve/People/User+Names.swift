internal import OAuthServer

extension User {
  /// Whether somebody can be called so.
  static func canHave(username: String) -> Bool { !username.isEmpty && !username.contains(where: \.isNewline) }

  /// Whether clients can know somebody by this: at most 255 ASCII characters (OpenID Connect Core §2).
  static func canHave(subject: String) -> Bool {
    (1...255).contains(subject.utf8.count) && subject.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
