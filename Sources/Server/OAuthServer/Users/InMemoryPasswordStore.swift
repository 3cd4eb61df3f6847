internal import OAuthCore
internal import Synchronization

/// A store of users and their password hashes in this process's memory. User names are compared
/// byte by byte.
public final class InMemoryPasswordStore: PasswordStore {
  private struct State {
    var users: [Subject: User] = [:]
    /// The accounts by the bytes of their user names. Equal strings may have different bytes, and
    /// wrong passwords are counted by bytes.
    var accounts: [[UInt8]: PasswordAccount] = [:]
  }

  private let state: Mutex<State>

  /// Creates a store with a fixed list of users.
  /// - Parameter people: The users and their password hashes. If two have one user name or one
  ///   subject, the last one wins.
  public init(_ people: [(user: User, password: PasswordHash)]) {
    var state = State()
    for (user, password) in people {
      state.users[user.subject] = user
      state.accounts[Array(user.username.utf8)] = PasswordAccount(subject: user.subject, password: password)
    }
    self.state = Mutex(state)
  }

  /// Returns the account with exactly this user name.
  public func account(_ username: String) async throws -> PasswordAccount? {
    state.withLock { $0.accounts[Array(username.utf8)] }
  }

  /// Returns the user with this subject identifier.
  public func user(_ subject: Subject) async throws -> User? {
    state.withLock { $0.users[subject] }
  }

  /// Compares and replaces a password hash, atomically.
  public func replace(_ old: PasswordHash, with new: PasswordHash, of subject: Subject) async throws {
    state.withLock { state in
      for (username, account) in state.accounts where account.subject == subject && account.password == old {
        state.accounts[username] = PasswordAccount(subject: subject, password: new)
      }
    }
  }
}
