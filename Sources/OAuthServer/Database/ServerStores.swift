public import DPoPVerification

/// The stores of an authorization server, one for each kind of record.
///
/// Create one, and pass it to ``AuthorizationServer``. A feature whose store is `nil` is not
/// offered: without ``deviceCodes``, for example, there is no device grant, and the metadata
/// doesn't list it. All stores may use one database, and several server processes may share them.
///
/// ```swift
/// var stores = ServerStores(
///   clients: InMemoryClientStore([client]), users: directory,
///   codes: InMemoryAuthorizationCodeStore(), tokens: InMemoryIssuedTokenStore(),
///   sessions: InMemorySessionStore(), consents: InMemoryConsentStore())
/// stores.pushedRequests = InMemoryPushedRequestStore()
/// stores.signInAttempts = InMemorySignInAttemptStore()
/// ```
public struct ServerStores: Sendable {
  /// The clients that the server knows.
  public var clients: any ClientStore
  /// The directory of the users who can sign in.
  public var users: any UserDirectory
  /// The store of authorization codes.
  public var codes: any AuthorizationCodeStore
  /// The store of issued tokens.
  public var tokens: any IssuedTokenStore
  /// The store of sign-ins on devices (RFC 8628).
  public var deviceCodes: (any DeviceCodeStore)?
  /// The counts of wrong passwords. Without this store no user is locked out after any number of
  /// attempts: a server on a public network needs one.
  public var signInAttempts: (any SignInAttemptStore)?
  /// The store of clients that registered themselves (RFC 7591). Without it no client can, whatever
  /// the policy allows.
  public var registrations: (any ClientRegistrationStore)?
  /// The store of pushed authorization requests (RFC 9126), and of request objects that were
  /// fetched.
  public var pushedRequests: (any PushedRequestStore)?
  /// The store of the users' sessions. Without it every authorization request needs a sign-in, and
  /// there is no sign-out.
  public var sessions: (any SessionStore)?
  /// The store of the permissions that users have given clients. Without it users with a session
  /// are asked each time.
  public var consents: (any ConsentStore)?
  /// The store of used client assertions, DPoP proofs and assertion grants. Without it all of them
  /// are rejected, because they could be used twice (RFC 7523 §3, RFC 9449 §11.1).
  public var usedTokenIDs: (any UsedTokenIDs)?

  /// Creates the stores that every server needs. Set the others afterwards.
  /// - Parameters:
  ///   - clients: The clients that the server knows.
  ///   - users: The directory of the users who can sign in.
  ///   - codes: The store of authorization codes.
  ///   - tokens: The store of issued tokens.
  ///   - deviceCodes: The store of sign-ins on devices. Default: none; there is no device grant.
  ///   - sessions: The store of the users' sessions. Default: none; there are no sessions.
  ///   - consents: The store of the permissions that users have given clients. Default: none; users
  ///     are asked each time.
  ///   - usedTokenIDs: The store of used assertions and proofs. Default: none; all of them are
  ///     rejected.
  public init(
    clients: any ClientStore, users: any UserDirectory, codes: any AuthorizationCodeStore,
    tokens: any IssuedTokenStore, deviceCodes: (any DeviceCodeStore)? = nil,
    sessions: (any SessionStore)? = nil, consents: (any ConsentStore)? = nil, usedTokenIDs: (any UsedTokenIDs)? = nil
  ) {
    self.clients = clients
    self.users = users
    self.codes = codes
    self.tokens = tokens
    self.deviceCodes = deviceCodes
    self.sessions = sessions
    self.consents = consents
    self.usedTokenIDs = usedTokenIDs
  }
}
