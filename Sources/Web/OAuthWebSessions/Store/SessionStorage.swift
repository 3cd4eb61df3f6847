/// The place of an application's sessions.
///
/// | | cookie until expiry | cookie, ended ones in a store | store |
/// |---|---|---|---|
/// | the browser has | the encrypted session | the encrypted session | a random number |
/// | tokens for calls to APIs | no | no | yes |
/// | a sign-out invalidates copies of the cookie | in the same process | yes | yes |
/// | back-channel logout | no | yes | yes |
/// | several instances share | the key | the key and the store | the key and the store |
public struct SessionStorage: Sendable {
  /// The store, if there is one.
  package let store: (any SessionStore)?
  /// Whether the store contains the sessions themselves.
  package let isOnServer: Bool

  private init(_ store: (any SessionStore)?, isOnServer: Bool) {
    self.store = store
    self.isOnServer = isOnServer
  }

  /// The session is encrypted in a cookie, and valid until it expires: instances share only the key, so
  /// none knows which sessions ended at another one, or before a restart.
  ///
  /// A sign-out ends the session in its browser, at all instances. A copy of the cookie elsewhere ends
  /// only in the same process. The provider can't end the session, and tokens aren't kept.
  public static let cookieUntilExpiry = SessionStorage(nil, isOnServer: false)

  /// The session is encrypted in a cookie, and a store lists the sessions that have ended. Tokens
  /// aren't kept.
  ///
  /// - Parameter store: The store, which all instances share. Each request reads it.
  public static func cookie(endedIn store: any SessionStore) -> SessionStorage {
    SessionStorage(store, isOnServer: false)
  }

  /// The session is in a store, with the tokens for calls to APIs. The cookie has a random number.
  ///
  /// - Parameter store: The store, which all instances share. Each request reads it.
  public static func store(_ store: any SessionStore) -> SessionStorage {
    SessionStorage(store, isOnServer: true)
  }
}
