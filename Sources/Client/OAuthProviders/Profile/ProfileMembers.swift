internal import OAuthCore

/// The members of a provider's answer that contain a user's profile.
public struct ProfileMembers: Sendable, Hashable {
  /// The path of the user's ID. A number is accepted too.
  public var id: MemberPath
  /// The text before the ID in its member. It isn't part of the ID.
  public var idPrefix: String
  /// The path of the login.
  public var login: MemberPath?
  /// The path of the display name.
  public var name: MemberPath?
  /// The path of the picture's address.
  public var picture: MemberPath?
  /// The path of the e-mail address.
  public var email: MemberPath?
  /// The path of the value that says whether the e-mail address is verified.
  public var isEmailVerified: MemberPath?

  /// Creates a set of member paths.
  ///
  /// - Parameters:
  ///   - id: The path of the ID, which has 1 to 255 bytes. An answer without an ID isn't a profile.
  ///   - idPrefix: The text before the ID in its member. An answer without the prefix isn't a
  ///     profile. Default: none.
  ///   - login: The path of the login.
  ///   - name: The path of the display name.
  ///   - picture: The path of the picture's address. A text that isn't an `Endpoint` is treated as
  ///     missing.
  ///   - email: The path of the e-mail address.
  ///   - isEmailVerified: The path of the value that says whether the address is verified: `true`
  ///     or `false`, as a boolean or as a text.
  public init(
    id: MemberPath, idPrefix: String = "", login: MemberPath? = nil, name: MemberPath? = nil,
    picture: MemberPath? = nil, email: MemberPath? = nil, isEmailVerified: MemberPath? = nil
  ) {
    self.id = id
    self.idPrefix = idPrefix
    self.login = login
    self.name = name
    self.picture = picture
    self.email = email
    self.isEmailVerified = isEmailVerified
  }

  /// The standard claims (OpenID Connect Core §5.1).
  public static let claims = ProfileMembers(
    id: "sub", login: "preferred_username", name: "name", picture: "picture", email: "email",
    isEmailVerified: "email_verified")

  /// Reads the profile in an answer.
  ///
  /// - Returns: `nil` if the ID is missing or unusable. All other members are optional, and an
  ///   unusable one is treated as missing.
  func profile(in answer: JSONValue) -> Profile? {
    // Compared byte by byte: a combining character after the prefix would merge with its last
    // character.
    guard let text = id.text(in: answer), text.utf8.starts(with: idPrefix.utf8),
      let id = String(text.utf8.dropFirst(idPrefix.utf8.count)), Self.isUsable(id)
    else { return nil }
    return Profile(
      id: id, login: login?.text(in: answer), name: name?.text(in: answer),
      picture: picture?.text(in: answer).flatMap { try? Endpoint($0) }, email: email?.text(in: answer),
      isEmailVerified: Self.truth(isEmailVerified?.value(in: answer)))
  }

  /// Returns whether an ID can name an account: it is short enough, and all its characters can be shown.
  private static func isUsable(_ id: String) -> Bool {
    (1...longestID).contains(id.utf8.count) && id.unicodeScalars.allSatisfy(\.isSafeToShow)
  }

  /// The length of the longest ID in bytes, which is that of the longest `sub` (OpenID Connect Core
  /// §2).
  private static let longestID = 255

  // Apple sends the text `true` instead of the boolean.
  private static func truth(_ value: JSONValue?) -> Bool? {
    switch value {
    case .bool(let truth)?: truth
    case "true"?: true
    case "false"?: false
    default: nil
    }
  }
}
