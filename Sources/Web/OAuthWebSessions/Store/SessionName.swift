internal import Crypto
package import OAuthCore
internal import PKCE

/// The name of a session, of a user's sessions, or of a sign-in, in a ``SessionStore``.
///
/// It is a SHA-256, so a store contains neither cookies nor users' identifiers.
public struct SessionName: Sendable, Hashable, CustomStringConvertible {
  /// The name: 43 characters of base64url.
  public let text: String

  /// Creates a name from its parts.
  ///
  /// Each part is preceded by its length, so that no two lists of parts have the same name.
  package init(_ parts: String...) {
    let text = parts.map { "\($0.utf8.count) \($0)" }.joined(separator: " ")
    self.text = Base64URL.encode(Array(SHA256.hash(data: Array(text.utf8))))
  }

  /// Creates a name that a store has saved.
  ///
  /// - Parameter text: The saved ``text``.
  public init(text: String) { self.text = text }

  /// The name itself. It reveals nothing.
  public var description: String { text }

  /// The name of one session.
  package static func session(_ secret: Secret) -> SessionName { SessionName("session", secret.reveal()) }
  /// The name of all sessions of a user at a provider.
  package static func user(_ subject: String, at issuer: String) -> SessionName {
    SessionName("user", issuer, subject)
  }
  /// The name of all sessions of an account.
  static func account(_ id: String) -> SessionName { SessionName("account", id) }
  /// The name of the sessions that belong to a session at a provider.
  package static func providerSession(_ sid: String, at issuer: String) -> SessionName {
    SessionName("provider session", issuer, sid)
  }
  /// The name of a logout token that was accepted.
  static func logoutToken(_ tokenID: String, of issuer: String) -> SessionName {
    SessionName("logout token", issuer, tokenID)
  }
}
