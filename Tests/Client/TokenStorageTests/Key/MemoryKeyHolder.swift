import OAuthCore
import Synchronization
import TokenStorage

/// A keyring in memory.
final class MemoryKeyHolder: KeyHolder {
  private let kept = Mutex<Secret?>(nil)

  var location: StorageLocation { StorageLocation(.memory, place: "a test's memory", protection: "Nothing.") }

  func key() -> Secret? { kept.withLock { $0 } }

  func keepKey(_ key: Secret) {
    kept.withLock { $0 = $0 ?? key }
  }

  func replace(_ key: Secret?) {
    kept.withLock { $0 = key }
  }
}
