internal import OAuthCore

/// What Apple posts about a person beside the code, the first time they agree and never again: keep it then.
///
/// Nobody signed it, and whoever can post to the redirect URI can write it: use it for greeting, and take the e-mail address from the ID
/// token.
public struct AppleUser: Sendable, Hashable {
  /// The given name, if the person let it through.
  public let firstName: String?
  /// The family name, if the person let it through.
  public let lastName: String?

  /// Reads the member `user` of the form that came to the redirect URI, after the attempt has accepted that form.
  ///
  /// - Parameter formBody: the form as it came.
  /// - Returns: `nil` if there is no such member, or it can't be read.
  public init?(formBody: [UInt8]) {
    guard let form = try? FormParameters(decoding: formBody), let text = (try? form.single("user")) ?? nil,
      let name = (try? JSONValue(octets: Array(text.utf8)))?.object?["name"]?.object
    else { return nil }
    firstName = name["firstName"]?.string
    lastName = name["lastName"]?.string
  }
}
