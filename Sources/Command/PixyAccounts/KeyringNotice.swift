internal import OAuthCore

/// The words about a keyring that asks the user.
package enum KeyringNotice {
  /// Returns the message.
  ///
  /// - Parameter limit: The time that the user has.
  package static func text(limit: Duration) -> String {
    """
    pixy: Your keyring's program asks for permission in a window of its own. Answer there within \
    \(limit.inWords).
    """
  }
}
