public import OAuthCore

/// Where a provider says who somebody is.
public enum ProfileSource: Sendable, Hashable {
  /// At the UserInfo endpoint that its metadata names (OpenID Connect Core §5.3).
  case userInfo
  /// In the ID token alone.
  case idToken
  /// At an address of its own.
  case resource(ProfileResource)
}

/// A provider's own resource that says who somebody is.
public struct ProfileResource: Sendable, Hashable {
  /// The address, with its query.
  public var address: Endpoint
  /// Header fields that it wants, by their names.
  public var fields: [String: String]
  /// Which members of the answer say what.
  public var members: ProfileMembers

  /// Describes a resource.
  ///
  /// - Parameters:
  ///   - address: the address, with its query. The access token is sent there.
  ///   - fields: header fields that it wants, by their names; one whose name can't be sent is left out.
  ///   - members: which members of the answer say what.
  public init(_ address: Endpoint, fields: [String: String] = [:], members: ProfileMembers) {
    self.address = address
    self.fields = fields
    self.members = members
  }
}
