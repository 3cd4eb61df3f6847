import OAuthCore
import OAuthServer
import Synchronization

/// A user directory with Ada and Grace, whose accounts can be deleted.
final class PeopleWhoLeave: UserDirectory {
  static let grace = User(subject: Subject(rawValue: "7"), username: "grace", name: "Grace Hopper")

  private let everybody = InMemoryUserDirectory([
    TestServer.ada, (grace, Secret(TestServer.password)),
  ])
  private let gone = Mutex<Set<Subject>>([])

  func close(_ subject: Subject) {
    _ = gone.withLock { $0.insert(subject) }
  }

  func authenticate(username: String, password: Secret) async throws -> Subject? {
    guard let subject = try await everybody.authenticate(username: username, password: password) else { return nil }
    return gone.withLock { $0.contains(subject) } ? nil : subject
  }

  func user(_ subject: Subject) async throws -> User? {
    let isGone = gone.withLock { $0.contains(subject) }
    return isGone ? nil : try await everybody.user(subject)
  }
}
