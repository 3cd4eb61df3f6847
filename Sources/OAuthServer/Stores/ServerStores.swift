/// Where an authorization server keeps what it must remember, one small store for each thing.
///
/// Whoever starts a server puts them together. What is `nil` isn't offered: without ``deviceCodes``, for example, there is
/// no device grant, and the metadata doesn't announce one. All of them may lie in one database, and several server
/// processes may share them.
public struct ServerStores: Sendable {
  /// The applications that the server knows.
  public var clients: any ClientStore
  /// Who can sign in.
  public var users: any UserDirectory
  /// Where authorization codes wait.
  public var codes: any AuthorizationCodeStore
  /// What the server knows about the tokens it gave.
  public var tokens: any IssuedTokenStore
  /// Where sign-ins on devices wait (RFC 8628).
  public var deviceCodes: (any DeviceCodeStore)?
  /// Where clients are that registered themselves (RFC 7591); without it nobody can, whatever the policy says.
  public var registrations: (any ClientRegistrationStore)?

  /// The stores that every server needs; the others are set afterwards.
  /// - Parameters:
  ///   - clients: the applications that the server knows.
  ///   - users: who can sign in.
  ///   - codes: where authorization codes wait.
  ///   - tokens: what the server knows about the tokens it gave.
  ///   - deviceCodes: where sign-ins on devices wait; without it there is no device grant.
  public init(
    clients: any ClientStore, users: any UserDirectory, codes: any AuthorizationCodeStore,
    tokens: any IssuedTokenStore, deviceCodes: (any DeviceCodeStore)? = nil
  ) {
    self.clients = clients
    self.users = users
    self.codes = codes
    self.tokens = tokens
    self.deviceCodes = deviceCodes
  }
}
