import OAuthCore
import OAuthWebSessions
import Synchronization

/// The accounts of a test's application, in memory. The hook follows the rules of `CompletedSignIn`.
final class AccountBook: Sendable {
  struct State {
    /// The accounts by issuer and subject.
    var identities: [String: String] = [:]
    /// The accounts by trusted e-mail address.
    var mails: [String: String] = [:]
    var roles: [String: Set<String>] = [:]
    /// What the hook received.
    var signIns: [CompletedSignIn] = []
    /// The error of the hook, and of the roles.
    var signInError: (any Error)?
    var rolesError: (any Error)?
  }

  private let state = Mutex(State())
  private let mailDomains: [String: Set<String>]

  init(trusting mailDomains: [String: Set<String>] = [:]) { self.mailDomains = mailDomains }

  subscript<Value: Sendable>(_ path: any WritableKeyPath<State, Value> & Sendable) -> Value {
    get { state.withLock { $0[keyPath: path] } }
    set { state.withLock { $0[keyPath: path] = newValue } }
  }

  var accounts: WebAccounts {
    WebAccounts(trustingMailDomains: mailDomains) { [self] signIn in
      try state.withLock { state in
        state.signIns.append(signIn)
        if let error = state.signInError { throw error }
        let identity = signIn.user.issuer + " " + signIn.user.subject
        let account =
          state.identities[identity] ?? signIn.linkingAccount ?? signIn.trustedEmail.flatMap { state.mails[$0] }
          ?? "account-\(state.roles.count + 1)"
        state.identities[identity] = account
        if let mail = signIn.trustedEmail { state.mails[mail] = account }
        if state.roles[account] == nil { state.roles[account] = [] }
        return account
      }
    } roles: { [self] account in
      try state.withLock { state in
        if let error = state.rolesError { throw error }
        return state.roles[account]
      }
    }
  }
}

/// An error whose description has a secret.
struct Careless: Error, CustomStringConvertible {
  static let secret = "hunter2-of-the-database"
  let description = "login failed with \(Careless.secret)"
}
