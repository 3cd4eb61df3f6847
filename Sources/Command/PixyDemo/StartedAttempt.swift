internal import OAuth
internal import Synchronization

/// The attempt that a user agent began, saved so that the demonstration can show it afterwards.
final class StartedAttempt: Sendable {
  private let storage = Mutex<AuthorizationAttempt?>(nil)

  func keep(_ attempt: AuthorizationAttempt) -> AuthorizationAttempt {
    storage.withLock { $0 = attempt }
    return attempt
  }

  func attempt() throws -> AuthorizationAttempt {
    guard let attempt = storage.withLock({ $0 }) else { throw DemoError.unexpected("no sign-in was started") }
    return attempt
  }
}
