internal import OAuthServer
internal import ServiceLifecycle

/// Keeps the signing keys current without requests, until the server ends: a revoked key must not
/// sign or be published once more because no request came for an hour.
struct SigningKeyService: Service {
  let keyRing: SigningKeyRing
  /// The time between two looks at the clock. The ring decides whether it reads the database.
  let interval: Duration

  func run() async {
    await cancelWhenGracefulShutdown {
      while (try? await Task.sleep(for: interval)) != nil { _ = keyRing.reloadIfDue() }
    }
  }
}
