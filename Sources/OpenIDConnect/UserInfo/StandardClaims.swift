#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// The claims about a person that OpenID Connect Core §5.1 names, read out of an ID token or a UserInfo answer.
///
/// A server leaves out what it doesn't know or wasn't allowed to say, so everything here is optional. A claim of the wrong
/// type reads as absent. None of them identifies anybody: names, user names and e-mail addresses change hands (§5.7);
/// issuer and `sub` together do.
public struct StandardClaims: Sendable, Hashable {
  /// All members, also those that have no name here: other claims, claims in several languages such as `name#ja`
  /// (§5.2), and aggregated and distributed claims (§5.6.2), which aren't fetched or verified.
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
  /// `preferred_username`: how the person wants to be called. Not unique.
  public var preferredUsername: String? { text("preferred_username") }
  /// `profile`: the address of a page about the person. Somebody else wrote it: check it before you open it.
  public var profile: String? { text("profile") }
  /// `picture`: the address of an image. Somebody else wrote it: check it before you fetch it.
  public var picture: String? { text("picture") }
  /// `website`: an address. Somebody else wrote it: check it before you open it.
  public var website: String? { text("website") }
  /// `email`: not unique, and worth nothing as an identity without ``isEmailVerified``.
  public var email: String? { text("email") }
  /// `email_verified`; also read if the server sends it as the text `true` or `false`, as some do.
  public var isEmailVerified: Bool? { truth("email_verified") }
  /// `gender`
  public var gender: String? { text("gender") }
  /// `birthdate`: `YYYY-MM-DD`, `0000-MM-DD` or `YYYY`.
  public var birthdate: String? { text("birthdate") }
  /// `zoneinfo`: such as `Europe/Paris`.
  public var timeZone: String? { text("zoneinfo") }
  /// `locale`: such as `en-US`, or `en_US` from some servers.
  public var locale: String? { text("locale") }
  /// `phone_number`
  public var phoneNumber: String? { text("phone_number") }
  /// `phone_number_verified`; also read if it is the text `true` or `false`.
  public var isPhoneNumberVerified: Bool? { truth("phone_number_verified") }
  /// `address`: the parts of a postal address by name: `formatted`, `street_address`, `locality`, `region`,
  /// `postal_code`, `country` (§5.1.1).
  public var address: [String: String]? {
    members["address"]?.object.map { $0.compactMapValues(\.string) }
  }
  /// `updated_at`: when the server last changed any of these.
  public var updatedAt: Date? {
    switch members["updated_at"] {
    case .integer(let seconds)?: Date(timeIntervalSince1970: TimeInterval(seconds))
    case .number(let seconds)?: Date(timeIntervalSince1970: seconds)
    default: nil
    }
  }

  // §5.3.2: an empty text should not be there.
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
  /// The names of the claims; nothing about the person.
  public var description: String {
    "StandardClaims(" + members.keys.sorted().map { UntrustedText($0).description }.joined(separator: ", ") + ")"
  }
}
