internal import OAuthCore
internal import Synchronization

/// People and hashes of their passwords in this process's memory. User names are compared octet for octet.
public final class InMemoryPasswordStore: PasswordStore {
  private struct State {
    var users: [Subject: User] = [:]
    /// By the octets of the user name: strings are equal that are written with other octets, and wrong passwords are counted by octets.
    var accounts: [[UInt8]: PasswordAccount] = [:]
  }

  private let state: Mutex<State>

  /// Knows exactly these people.
  /// - Parameter people: who they are, and the hashes of their passwords. If two have one user name or one subject, the last one counts.
  public init(_ people: [(user: User, password: PasswordHash)]) {
    var state = State()
    for (user, password) in people {
      state.users[user.subject] = user
      state.accounts[Array(user.username.utf8)] = PasswordAccount(subject: user.subject, password: password)
    }
    self.state = Mutex(state)
  }

  /// Who has exactly this user name.
  public func account(_ username: String) async throws -> PasswordAccount? {
    state.withLock { $0.accounts[Array(username.utf8)] }
  }

  /// The person with this subject identifier.
  public func user(_ subject: Subject) async throws -> User? {
    state.withLock { $0.users[subject] }
  }

  /// Compares and replaces under a lock.
  public func replace(_ old: PasswordHash, with new: PasswordHash, of subject: Subject) async throws {
    state.withLock { state in
      for (username, account) in state.accounts where account.subject == subject && account.password == old {
        state.accounts[username] = PasswordAccount(subject: subject, password: new)
      }
    }
  }
}
