#if CLI
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuth
internal import OAuthCore
internal import TokenStorage

/// Lets one `pixy` at a time sign in to a server as a client: the others wait for it and use what it got, instead of opening a window
/// each.
struct SignInTurns: Sendable {
  let book: AccountBook
  /// What ``SignIn/provider(_:_:clientID:)`` calls it.
  let provider: String
  let scope: Scope
  let patience: Duration
  let clock: WallClock = .system

  /// Does it when it is this process's turn, unless another one has done it by then.
  ///
  /// - Parameter say: told that there is somebody to wait for.
  /// - Returns: what another process got while this one waited; `nil` if this one did it.
  func take(
    saying say: @escaping @Sendable (String) -> Void, _ signIn: @Sendable () async throws -> Void
  ) async throws -> KeptAccount? {
    let began = clock.now()
    let locks = AccountLocks(folder: book.folders.locks, patience: patience).scoped("sign-in")
    let notice = Task {
      try await Task.sleep(for: .seconds(1))
      say("Another pixy is signing in there; waiting for it.")
    }
    defer { notice.cancel() }
    return try await locks.withLock(
      on: try Account(provider: provider, name: scope.parameter.isEmpty ? "-" : scope.parameter)
    ) {
      notice.cancel()
      if let kept = try await signedIn(since: began) { return kept }
      try await signIn()
      return nil
    }
  }

  private func signedIn(since began: Date) async throws -> KeptAccount? {
    for account in try await book.accounts() where account.provider == provider {
      if let kept = try await book.kept(account), kept.tokens.receivedAt > began, kept.record.scope == scope {
        return kept
      }
    }
    return nil
  }
}
#endif
