public import OAuthCore

/// A place for the key of encrypted files: a keyring that the system protects.
///
/// The file store reads the key when a process first uses the store, and saves a new key when it
/// creates a store.
public protocol KeyHolder: Sendable {
  /// The kind of place, where it is, and what protects it.
  var location: StorageLocation { get }

  /// Returns the stored key.
  ///
  /// - Returns: The text that was passed to ``keepKey(_:)``; `nil` if there is none.
  /// - Throws: ``TokenStoreError`` if the place can't be read. The error doesn't say whether there
  ///   is a key.
  func key() async throws(TokenStoreError) -> Secret?

  /// Stores a new key, durably when the call returns. If another key was stored first, that one
  /// stays.
  ///
  /// - Parameter key: The key: 32 random bytes as 43 characters of base64url.
  /// - Throws: ``TokenStoreError`` if the key couldn't be stored.
  func keepKey(_ key: Secret) async throws(TokenStoreError)
}
