internal import Crypto
package import OAuthCore
internal import PKCE
internal import Synchronization

internal import FoundationBasics

extension FileTokenStore {
  /// The key of the open store, for another process of the same program. It saves that process the
  /// derivation from a passphrase, or a question of the keyring. `nil` before the first use.
  package var openedKey: Secret? {
    // Safe: the bytes are copied while the key lends them.
    state.withLock { $0.openKey }.map {
      Secret($0.id + " " + Base64URL.encode(unsafe $0.key.withUnsafeBytes { unsafe Array($0) }))
    }
  }

  /// Uses the key that another process has opened. If the store has another key, it is opened as
  /// usual.
  ///
  /// - Parameter key: The value of ``openedKey``.
  package func use(openedKey key: Secret) {
    let parts = key.reveal().split(separator: " ")
    guard parts.count == 2, let bytes = try? Base64URL.decode(String(parts[1])) else { return }
    state.withLock { $0.openKey = DataKey(id: String(parts[0]), key: SymmetricKey(data: bytes)) }
  }
}
