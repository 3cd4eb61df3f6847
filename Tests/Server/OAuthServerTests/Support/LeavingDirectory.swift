import OAuthCore
import OAuthServer
import Synchronization

/// A user directory with one user, who can be deleted.
final class LeavingDirectory: UserDirectory {
  private let user: User
  private let isThere = Mutex(true)

  init(_ user: User) {
    self.user = user
  }

  func leave() {
    isThere.withLock { $0 = false }
  }

  func authenticate(username: String, password: Secret) async throws -> Subject? {
    nil
  }

  func user(_ subject: Subject) async throws -> User? {
    isThere.withLock { $0 } && subject == user.subject ? user : nil
  }
}
