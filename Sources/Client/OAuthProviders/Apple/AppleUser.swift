public import OAuthCore

/// The user's name as Apple posts it with the authorization code.
///
/// Apple sends the name only when the user authorizes the application for the first time, so store
/// it then.
///
/// The name isn't signed: any page that can post to the redirect URI can forge it. Use it for
/// greetings only, and read the e-mail address from the ID token.
public struct AppleUser: Sendable, Hashable {
  /// The given name; `nil` if the user didn't share it.
  public let firstName: String?
  /// The family name; `nil` if the user didn't share it.
  public let lastName: String?

  /// Reads the member `user` of the form that Apple posted to the redirect URI.
  ///
  /// Call it after the authorization attempt has accepted the same form: the attempt checks the
  /// form's `state`, this initializer doesn't.
  ///
  /// - Parameter formBody: The body of the POST request, unchanged.
  /// - Returns: `nil` if the form has no such member, or the member isn't valid JSON with a name.
  public init?(formBody: [UInt8]) {
    guard let form = try? FormParameters(decoding: formBody), let text = (try? form.single("user")) ?? nil,
      let name = (try? JSONValue(bytes: Array(text.utf8)))?.object?["name"]?.object
    else { return nil }
    firstName = name["firstName"]?.string
    lastName = name["lastName"]?.string
  }
}

extension AppleUser: Redacted {
  /// A fixed text without personal data, because descriptions end up in logs.
  public var description: String { "AppleUser(redacted)" }
}
