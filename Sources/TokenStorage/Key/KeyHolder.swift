public import OAuthCore

/// Where the key of encrypted files can be kept: a keyring that the system protects.
///
/// The file store asks for the key when it is first used in a process, and for a new one when the store is made.
public protocol KeyHolder: Sendable {
  /// What kind of place it is, where, and what protects it.
  var location: StorageLocation { get }

  /// The key that is kept.
  ///
  /// - Returns: the text that ``keepKey(_:)`` was given; `nil` if there is none.
  /// - Throws: ``TokenStoreError`` if the place can't be read: that says nothing about whether there is one.
  func key() async throws(TokenStoreError) -> Secret?

  /// Keeps a new key. When it returns, that is durable. If another one came first, that one stays.
  ///
  /// - Parameter key: 43 characters of base64url: 32 random octets.
  /// - Throws: ``TokenStoreError`` if it couldn't be kept.
  func keepKey(_ key: Secret) async throws(TokenStoreError)
}
