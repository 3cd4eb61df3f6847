public import DPoPVerification

/// Where an authorization server keeps what it must remember, one small store for each thing.
///
/// Whoever starts a server puts them together. What is `nil` isn't offered: without ``deviceCodes``, for example, there is
/// no device grant, and the metadata doesn't announce one. All of them may lie in one database, and several server
/// processes may share them.
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
  /// Where wrong passwords are counted. Without it nobody is locked out, however many they try: whoever can be reached by strangers
  /// needs one.
  public var signInAttempts: (any SignInAttemptStore)?
  /// Where clients are that registered themselves (RFC 7591); without it nobody can, whatever the policy says.
  public var registrations: (any ClientRegistrationStore)?
  /// Where pushed authorization requests wait (RFC 9126), and those that were fetched.
  public var pushedRequests: (any PushedRequestStore)?
  /// Who is signed in with which browser. Without it every request is answered by a sign-in of its own, and there is no way to
  /// sign out.
  public var sessions: (any SessionStore)?
  /// What people have allowed. Without it people with a session are asked each time.
  public var consents: (any ConsentStore)?
  /// Which client assertions, DPoP proofs and assertion grants were used. Without it none of them is taken, because none would
  /// work once only (RFC 7523 §3, RFC 9449 §11.1).
  public var usedTokenIDs: (any UsedTokenIDs)?

  /// The stores that every server needs; the others are set afterwards.
  /// - Parameters:
  ///   - clients: the applications that the server knows.
  ///   - users: who can sign in.
  ///   - codes: where authorization codes wait.
  ///   - tokens: what the server knows about the tokens it gave.
  ///   - deviceCodes: where sign-ins on devices wait; without it there is no device grant.
  ///   - sessions: who is signed in with which browser; without it there are no sessions.
  ///   - consents: what people have allowed; without it they are asked each time.
  ///   - usedTokenIDs: which assertions and proofs were used; without it none is taken.
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
