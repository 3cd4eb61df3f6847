public import OAuthCore

/// The source of a user's profile at a provider.
public enum ProfileSource: Sendable, Hashable {
  /// The UserInfo endpoint that the provider's metadata names (OpenID Connect Core §5.3).
  case userInfo
  /// The claims of the ID token only.
  case idToken
  /// A resource of the provider's own API.
  case resource(ProfileResource)
}

/// A resource of a provider's own API that returns the user's profile.
public struct ProfileResource: Sendable, Hashable {
  /// The address, with its query.
  public var address: Endpoint
  /// The header fields that the resource requires, by name.
  public var fields: [String: String]
  /// The members of the answer that contain the profile.
  public var members: ProfileMembers

  /// Creates a description of a resource.
  ///
  /// - Parameters:
  ///   - address: The address, with its query. The access token is sent there.
  ///   - fields: The header fields that the resource requires, by name. A field with an invalid
  ///     name is left out. Default: none.
  ///   - members: The members of the answer that contain the profile.
  public init(_ address: Endpoint, fields: [String: String] = [:], members: ProfileMembers) {
    self.address = address
    self.fields = fields
    self.members = members
  }
}
