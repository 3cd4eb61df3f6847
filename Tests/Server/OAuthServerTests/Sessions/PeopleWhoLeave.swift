import OAuthCore
import OAuthServer
import Synchronization

/// A user directory with Ada and Grace, whose accounts can be deleted and whose passwords can change.
final class PeopleWhoLeave: PasswordChanging {
  static let grace = User(subject: Subject(rawValue: "7"), username: "grace", name: "Grace Hopper")

  private let everybody = InMemoryUserDirectory([
    TestServer.ada, (grace, Secret(TestServer.password)),
  ])
  private let gone = Mutex<Set<Subject>>([])
  private let changed = Mutex<[String: Secret]>([:])

  private let locked = Mutex<Set<Subject>>([])

  func lock(_ subject: Subject, _ isLocked: Bool) {
    locked.withLock { locked in
      if isLocked { locked.insert(subject) } else { locked.remove(subject) }
    }
  }

  func isLockedOut(_ subject: Subject) async throws -> Bool { locked.withLock { $0.contains(subject) } }

  func close(_ subject: Subject) {
    _ = gone.withLock { $0.insert(subject) }
  }

  func authenticate(username: String, password: Secret) async throws -> Subject? {
    let new = changed.withLock { $0[username] }
    guard new == nil || new == password,
      let subject = try await everybody.authenticate(
        username: username, password: new == nil ? password : Secret(TestServer.password))
    else { return nil }
    return gone.withLock { $0.contains(subject) } ? nil : subject
  }

  func canChangePassword(of subject: Subject) async throws -> Bool { subject != Self.grace.subject }

  func changePassword(of username: String, from current: Secret, to new: Secret) async throws -> Subject? {
    guard let subject = try await authenticate(username: username, password: current) else { return nil }
    changed.withLock { $0[username] = new }
    return subject
  }

  func user(_ subject: Subject) async throws -> User? {
    let isGone = gone.withLock { $0.contains(subject) } || locked.withLock { $0.contains(subject) }
    return isGone ? nil : try await everybody.user(subject)
  }
}
