package import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import PixyAuth
package import PixyTerminal
internal import TokenStorage

/// `pixy git-credential`: a credential helper for git (gitcredentials(7)).
package struct GitCredentialCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "git-credential",
    abstract: "Serve credentials to git.",
    discussion: """
      git calls this command. Set it up for one host, or for all:

        git config --global credential.https://git.example.com.helper \\
          '!pixy git-credential'
        git config --global credential.helper '!pixy git-credential'

      A token is sent only to the account's hosts: the server's own, and those given with --origin at the sign-in. For \
      any other host the command prints nothing, and git uses its next helper. From git 2.46 on, hosts that request \
      bearer tokens receive one. Other hosts receive a user name, and the token as password. The command never prompts \
      and never prints a refresh token.
      """
  ).withExamples(of: "git-credential")

  @OptionGroup(title: "Account") var account: AccountOptions

  @OptionGroup(title: "Account") var origins: OriginOptions

  @Argument(help: "Git's request: get, store or erase. Others are ignored.")
  var operation: String

  package func validate() throws {
    // git calls the helper for every host, so extra origins are only valid for a named account.
    guard origins.origin.isEmpty || account.account != nil else {
      throw ValidationError("--origin requires --account.")
    }
  }

  package func run(on console: Console) async throws {
    let bytes = try FileInput.bytes(of: "-", most: GitCredentialRequest.maximumBytes)
    // `store` needs no action: git could only store what this helper returned.
    guard operation == "get" || operation == "erase" else { return }
    let request = try GitCredentialRequest(bytes: bytes)
    guard let place = request.origin, let directory = try await HostAccounts.directory(account.profile) else { return }
    let accounts = HostAccounts(directory: directory, choice: account.choice, further: origins.endpoints)
    if operation == "get" {
      try await answer(request, at: place, accounts, on: console)
    } else {
      try await distrust(request, at: place, accounts, on: console)
    }
  }

  private func answer(
    _ request: GitCredentialRequest, at place: String, _ accounts: HostAccounts, on console: Console
  ) async throws {
    guard let storedAccount = try await accounts.account(for: [place], userName: request.userName) else {
      // Without --account the command is called for hosts that no account is for, and stays silent.
      guard let name = account.account else { return }
      return console.say(
        """
        pixy: \(UntrustedText(place)) is none of the origins that the account \(UntrustedText(name)) sends its token \
        to. If that host accepts the token, add --origin \(UntrustedText(place)) to the helper in git's configuration.
        """)
    }
    let session = try await account.session(of: storedAccount, in: accounts.directory, on: console)
    let handedToken = try await HandedToken.get(.access, of: session, in: accounts.directory)
    let answer = GitCredentialAnswer(
      to: request, userName: TokenUserName(for: place, of: storedAccount), token: handedToken.token,
      expiresAt: handedToken.expiresAt)
    guard let text = answer.text else { throw HelperTokenError.unwritable(storedAccount.account) }
    console.result(text)
  }

  /// Handles a token that git's host rejected: the next `get` refreshes it first.
  private func distrust(
    _ request: GitCredentialRequest, at place: String, _ accounts: HostAccounts, on console: Console
  ) async throws {
    guard let refused = request.credential ?? request.password else { return }
    for storedAccount in try await accounts.all(for: [place]) where storedAccount.tokens.accessToken == refused {
      guard try await accounts.directory.endAccessToken(refused, of: storedAccount) else {
        return console.say(
          """
          pixy: \(UntrustedText(place)) rejected the token of \(UntrustedText(storedAccount.account.name)), and it \
          can't be refreshed. If this continues, sign in again: \(storedAccount.record.loginCommand)
          """
        )
      }
    }
  }
}

extension AccountDirectory {
  /// Marks an access token as expired, so that the next caller gets another one.
  ///
  /// - Returns: Whether another token can be obtained without the user. If not, nothing is changed,
  ///   because the host may be wrong.
  fileprivate func endAccessToken(_ token: Secret, of storedAccount: StoredAccount) async throws -> Bool {
    guard storedAccount.tokens.refreshToken != nil || storedAccount.record.grant.isRepeatable else {
      return false
    }
    let (store, account) = (store, storedAccount.account)
    try await store.withLock(on: account) {
      // Another process may have refreshed the token meanwhile.
      guard var tokens = try await store.tokens(for: account), tokens.accessToken == token else { return }
      tokens.expiresIn = .zero
      try await store.save(tokens, for: account)
    }
    return true
  }
}
