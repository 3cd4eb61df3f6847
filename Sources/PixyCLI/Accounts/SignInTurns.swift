#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuth
internal import OAuthCore
internal import TokenStorage

/// Lets one `pixy` at a time do the same sign-in: the others wait for it and use what it got, instead of opening a window each.
struct SignInTurns: Sendable {
  let book: AccountBook
  /// What ``SignIn/provider(_:_:clientID:)`` calls it.
  let provider: String
  /// What is asked for, as in ``AccountRecord/request``.
  let request: String
  let patience: Duration
  let clock: WallClock = .system

  /// How long somebody may take with another device: codes live for half an hour at most servers.
  static let devicePatience = Duration.seconds(1_860)

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
      on: try Account(provider: "sign-in", name: request)
    ) {
      notice.cancel()
      if let kept = try await signedIn(since: began) { return kept }
      try await signIn()
      return nil
    }
  }

  private func signedIn(since began: Date) async throws -> KeptAccount? {
    for account in try await book.accounts() where account.provider == provider {
      // A refresh is no sign-in, and tokens for something else aren't what was asked for.
      if let kept = try await book.kept(account), kept.record.request == request,
        let moment = kept.record.signedInAt, moment >= began
      {
        return kept
      }
    }
    return nil
  }
}

extension KeptAccount {
  /// What a program gets to read of a sign-in that another process made: all but what was verified, since nothing was here.
  var members: [String: JSONValue] {
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
