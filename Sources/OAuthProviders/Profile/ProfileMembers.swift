internal import OAuthCore

/// Which members of a provider's answer say who somebody is.
public struct ProfileMembers: Sendable, Hashable {
  /// The person's id; a number is read too.
  public var id: MemberPath
  /// What precedes the id in its member, and isn't part of it.
  public var idPrefix: String
  /// The name they sign in with.
  public var login: MemberPath?
  /// The name to show.
  public var name: MemberPath?
  /// The address of a picture.
  public var picture: MemberPath?
  /// The e-mail address.
  public var email: MemberPath?
  /// Whether it was verified.
  public var isEmailVerified: MemberPath?

  /// Names the members.
  ///
  /// - Parameters:
  ///   - id: where the id is, 1 to 255 octets; an answer without it is no profile.
  ///   - idPrefix: what precedes the id in its member; an answer that lacks it is no profile.
  ///   - login: where the name is that they sign in with.
  ///   - name: where the name to show is.
  ///   - picture: where the address of a picture is; one that can't be an `Endpoint` reads as missing.
  ///   - email: where the e-mail address is.
  ///   - isEmailVerified: where it says whether it was verified: `true` or `false`, or the same as a text.
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

  /// The claims of OpenID Connect Core §5.1.
  public static let claims = ProfileMembers(
    id: "sub", login: "preferred_username", name: "name", picture: "picture", email: "email",
    isEmailVerified: "email_verified")

  /// Reads an answer.
  ///
  /// - Returns: `nil` if there is no id; everything else may be missing, and reads as missing if it can't be used.
  func profile(in answer: JSONValue) -> Profile? {
    // Octet by octet: a combining character after the prefix would make another character of its end.
    guard let text = id.text(in: answer), text.utf8.starts(with: idPrefix.utf8),
      let id = String(text.utf8.dropFirst(idPrefix.utf8.count)), Self.isUsable(id)
    else { return nil }
    return Profile(
      id: id, login: login?.text(in: answer), name: name?.text(in: answer),
      picture: picture?.text(in: answer).flatMap { try? Endpoint($0) }, email: email?.text(in: answer),
      isEmailVerified: Self.truth(isEmailVerified?.value(in: answer)))
  }

  /// Accounts are called by it: nothing that ends a line, hides, or turns the text around it.
  private static func isUsable(_ id: String) -> Bool {
    (1...longestID).contains(id.utf8.count)
      && id.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      }
  }

  /// As long as a `sub` may be (OpenID Connect Core §2), in octets.
  private static let longestID = 255

  // Apple sends the text `true`.
  private static func truth(_ value: JSONValue?) -> Bool? {
    switch value {
    case .bool(let truth)?: truth
    case "true"?: true
    case "false"?: false
    default: nil
    }
  }
}
