internal import JOSE
internal import OAuthCore
internal import Synchronization

/// The key sets of one provider, shared by all copies of a client.
///
/// A sign-in needs the keys after its authorization code is spent. Sharing the sets keeps such a
/// sign-in from failing because the keys can't be fetched again.
final class KeySets: Sendable {
  private let sets = Mutex<[Endpoint: RemoteKeySet]>([:])

  /// Returns the key set at an address, and creates it on the first call.
  func keys(at address: Endpoint, _ make: () -> RemoteKeySet) -> RemoteKeySet {
    sets.withLock { sets in
      if let keySet = sets[address] { return keySet }
      let keySet = make()
      sets[address] = keySet
      return keySet
    }
  }
}
