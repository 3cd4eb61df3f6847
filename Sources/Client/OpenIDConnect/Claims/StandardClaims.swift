public import FoundationBasics
public import OAuthCore

/// The standard claims about a user (OpenID Connect Core §5.1), from an ID token or a UserInfo
/// answer.
///
/// All claims are optional, because a server leaves out unknown values and those it isn't allowed
/// to send. A claim of the wrong type counts as absent. None of them identifies the user, because
/// names, user names and e-mail addresses can pass to another person (§5.7). Only issuer and `sub`
/// together identify the user.
public struct StandardClaims: Sendable, Hashable {
  /// All members, including those without a property here: other claims, claims in several
  /// languages such as `name#ja` (§5.2), and aggregated and distributed claims (§5.6.2), which
  /// aren't fetched or verified.
  public let members: [String: JSONValue]

  init(_ members: [String: JSONValue]) {
    self.members = members
  }

  /// `name`: the full name, for display.
  public var name: String? { text("name") }
  /// `given_name`
  public var givenName: String? { text("given_name") }
  /// `family_name`
  public var familyName: String? { text("family_name") }
  /// `middle_name`
  public var middleName: String? { text("middle_name") }
  /// `nickname`
  public var nickname: String? { text("nickname") }
  /// `preferred_username`: the user's chosen short name. Not unique.
  public var preferredUsername: String? { text("preferred_username") }
  /// `profile`: the address of a page about the user. Check this untrusted address before you open
  /// it.
  public var profile: String? { text("profile") }
  /// `picture`: the address of an image. Check this untrusted address before you fetch it.
  public var picture: String? { text("picture") }
  /// `website`: the address of a web page. Check this untrusted address before you open it.
  public var website: String? { text("website") }
  /// `email`: the e-mail address. Not unique. Don't rely on it without ``isEmailVerified``.
  public var email: String? { text("email") }
  /// `email_verified`, as a boolean or, as some servers send it, the string `true` or `false`.
  public var isEmailVerified: Bool? { truth("email_verified") }
  /// `gender`
  public var gender: String? { text("gender") }
  /// `birthdate`: `YYYY-MM-DD`, `0000-MM-DD` or `YYYY`.
  public var birthdate: String? { text("birthdate") }
  /// `zoneinfo`: the time zone, such as `Europe/Paris`.
  public var timeZone: String? { text("zoneinfo") }
  /// `locale`: the language, such as `en-US`, or `en_US` from some servers.
  public var locale: String? { text("locale") }
  /// `phone_number`
  public var phoneNumber: String? { text("phone_number") }
  /// `phone_number_verified`, as a boolean or the string `true` or `false`.
  public var isPhoneNumberVerified: Bool? { truth("phone_number_verified") }
  /// `address`: the parts of a postal address by name: `formatted`, `street_address`, `locality`,
  /// `region`, `postal_code`, `country` (§5.1.1).
  public var address: [String: String]? {
    members["address"]?.object.map { $0.compactMapValues(\.string) }
  }
  /// `updated_at`: the time of the last change of these claims.
  public var updatedAt: Date? {
    switch members["updated_at"] {
    case .integer(let seconds)?: Date(timeIntervalSince1970: TimeInterval(seconds))
    case .number(let seconds)?: Date(timeIntervalSince1970: seconds)
    default: nil
    }
  }

  // §5.3.2: an empty string counts as absent.
  private func text(_ name: String) -> String? {
    members[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func truth(_ name: String) -> Bool? {
    switch members[name] {
    case .bool(let value)?: value
    case .string("true")?: true
    case .string("false")?: false
    default: nil
    }
  }
}

extension StandardClaims: Redacted {
  /// The names of the claims, without their values.
  public var description: String {
    "StandardClaims(" + members.keys.sorted().map { UntrustedText($0).description }.joined(separator: ", ") + ")"
  }
}
