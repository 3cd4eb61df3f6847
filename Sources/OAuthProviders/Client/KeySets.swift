internal import JOSE
internal import OAuthCore
internal import Synchronization

/// A provider's key sets, which copies of a client share: a sign-in has spent its code by the time it needs them, and shouldn't depend on
/// their being fetched anew.
final class KeySets: Sendable {
  private let sets = Mutex<[Endpoint: RemoteKeySet]>([:])

  /// The key set of an address, made if there is none.
  func keys(at address: Endpoint, _ make: () -> RemoteKeySet) -> RemoteKeySet {
    sets.withLock { sets in
      if let known = sets[address] { return known }
      let made = make()
      sets[address] = made
      return made
    }
  }
}
