/// The access that an application keeps at a provider after a sign-out that revoked no tokens: the
/// tokens' lifetime, and the place where the user removes the application.
///
/// ``ProviderClient/signOut(_:)`` puts it into the error ``UnrevokedTokens``.
public struct RemainingAccess: Sendable, Hashable {
  /// The place where the user removes the application's access: an address, or the way through the
  /// provider's settings. `{client_id}` stands for the client ID. `nil` if users have no such page,
  /// or none is known.
  public var place: String?
  /// The end of an access that is no longer used, such as `within six months`. It is the lifetime
  /// of a refresh token, or of an access token that has none. `nil` if it isn't documented, or if
  /// the server's settings decide.
  public var end: String?
  /// Whether access tokens without an expiration time (`expires_in`, RFC 6749 §5.1) never expire.
  public var isEndless: Bool

  /// Creates the facts of a provider.
  ///
  /// - Parameters:
  ///   - place: The place where the user removes the application's access. Default: none is known.
  ///   - end: The end of an access that is no longer used, such as `within six months`. Default:
  ///     not documented.
  ///   - isEndless: Whether access tokens without an expiration time never expire. Default: `false`.
  public init(removedAt place: String? = nil, ends end: String? = nil, isEndless: Bool = false) {
    self.place = place
    self.end = end
    self.isEndless = isEndless
  }
}
