internal import FoundationBasics
internal import OAuth
package import OAuthCore
internal import PixyConnection
internal import TokenStorage

/// Serializes equal sign-ins of several `pixy` processes. The first one signs in; the others wait
/// and use its tokens.
struct SignInQueue: Sendable {
  let directory: AccountDirectory
  /// The server's names from ``ServerChoice/accountProvider(clientID:resources:)``, one for each client that may
  /// sign in.
  let providers: Set<String>
  /// The digest of the request, as in ``AccountRecord/request``.
  let request: String
  /// The time to wait for another process.
  let timeout: Duration
  let clock: WallClock = .system

  /// The timeout for device sign-ins: device codes expire after at most half an hour at most
  /// servers.
  static let deviceTimeout = Duration.seconds(1_860)

  /// Signs in when it is this process's turn, unless another process has signed in by then.
  ///
  /// - Parameters:
  ///   - say: Reports that this process waits for another one.
  ///   - signIn: Signs in and stores the account.
  /// - Returns: The account that another process stored meanwhile; `nil` if this process signed in.
  func take(
    saying say: @escaping @Sendable (String) -> Void, _ signIn: @Sendable () async throws -> Void
  ) async throws -> StoredAccount? {
    let began = clock.now()
    let locks = AccountLocks(folder: directory.folders.locks, patience: timeout).scoped("sign-in")
    let notice = Task {
      try await Task.sleep(for: .seconds(1))
      say("Another pixy process is signing in; waiting for it.")
    }
    defer { notice.cancel() }
    return try await locks.withLock(
      on: try Account(provider: "sign-in", name: request)
    ) {
      notice.cancel()
      if let storedAccount = try await signedIn(since: began) { return storedAccount }
      try await signIn()
      return nil
    }
  }

  private func signedIn(since began: Date) async throws -> StoredAccount? {
    for account in try await directory.accounts() where providers.contains(account.provider) {
      // Only the same request counts, and a refresh doesn't change the time of the sign-in.
      if let storedAccount = try await directory.keptUnlessDamaged(account), storedAccount.record.request == request,
        let moment = storedAccount.record.signedInAt, moment >= began
      {
        return storedAccount
      }
    }
    return nil
  }
}

extension StoredAccount {
  /// The `--json` output for a sign-in of another process. `verified` is empty, because this
  /// process verified nothing.
  package var members: [String: JSONValue] {
    var members = tokens.additionalMembers.filter { !$0.key.hasPrefix("pixy_") }
    members["version"] = 1
    members["access_token"] = .string(tokens.accessToken.reveal())
    members["token_type"] = .string(tokens.tokenType.rawValue)
    members["refresh_token"] = tokens.refreshToken.map { .string($0.reveal()) }
    members["expires_in"] = tokens.expiresIn.map { .integer($0.components.seconds) }
    members["scope"] = tokens.scope.map { .string($0.parameter) }
    members["client_id"] = .string(record.client.id)
    members["verified"] = .object([:])
    members["account"] = .object(account.members)
    return members
  }
}
