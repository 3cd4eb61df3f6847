internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import TokenStorage

/// `pixy git-credential`: git's credential helper (gitcredentials(7)).
struct GitCredentialCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git-credential",
    abstract: "Answer git: a credential helper.",
    discussion: """
      git calls it. Set it up for one host, or for all:

        git config --global credential.https://git.example.com.helper '!pixy git-credential'
        git config --global credential.helper '!pixy git-credential'

      A token goes only to hosts of its account: the server's own, and those that --origin named at sign-in. For any other host it says \
      nothing, and git asks its next helper. Hosts that want bearer tokens get one from git 2.46 on, others a user name and the token as \
      password. It never asks anything, and never gives out a refresh token.
      """)

  @OptionGroup(title: "Account") var account: AccountOptions

  @OptionGroup(title: "Account") var origins: OriginOptions

  @Argument(help: "What git wants: get, store or erase. Others are left alone.")
  var operation: String

  func validate() throws {
    // git asks for every host: whose token it is must be said together with where it may go.
    guard origins.origin.isEmpty || account.account != nil else {
      throw ValidationError("--origin goes with --account.")
    }
  }

  func run() async throws {
    let console = Console.standard
    do {
      let octets = try FileInput.octets(of: "-", most: GitCredentialRequest.maximumOctets)
      // `store` has nothing for us: what git could have kept is what it was given.
      guard operation == "get" || operation == "erase" else { return }
      let request = try GitCredentialRequest(octets: octets)
      guard let place = request.origin, let book = try await HostAccounts.book(account.profile) else { return }
      let accounts = HostAccounts(book: book, choice: account.choice, further: origins.endpoints)
      if operation == "get" {
        try await answer(request, at: place, accounts, on: console)
      } else {
        try await distrust(request, at: place, accounts, on: console)
      }
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }

  private func answer(
    _ request: GitCredentialRequest, at place: String, _ accounts: HostAccounts, on console: Console
  ) async throws {
    guard let kept = try await accounts.account(for: [place], userName: request.userName) else { return }
    let session = try await account.session(of: kept, in: accounts.book, on: console)
    let handed = try await HandedToken.get(.access, of: session, in: accounts.book)
    let answer = GitCredentialAnswer(
      to: request, userName: TokenUserName(for: place, account: kept.account.name), token: handed.token,
      expiresAt: handed.expiresAt)
    guard let text = answer.text else { throw HelperTokenError.unwritable(kept.account) }
    console.result(text)
  }

  /// git's host refused a token: the next `get` refreshes before it gives another one.
  private func distrust(
    _ request: GitCredentialRequest, at place: String, _ accounts: HostAccounts, on console: Console
  ) async throws {
    guard let refused = request.credential ?? request.password else { return }
    for kept in try await accounts.all(for: [place]) where kept.tokens.accessToken == refused {
      guard try await accounts.book.endAccessToken(refused, of: kept) else {
        return console.say(
          "pixy: \(UntrustedText(place)) refused the token of \(UntrustedText(kept.account.name)), and it can't be renewed. If that lasts: \(kept.record.loginCommand)"
        )
      }
    }
  }
}

extension AccountBook {
  /// Has an access token count as ended, so that whoever asks next gets another one.
  ///
  /// - Returns: whether another one can be had without anybody; if not, nothing is changed, because a host may be wrong.
  fileprivate func endAccessToken(_ token: Secret, of kept: KeptAccount) async throws -> Bool {
    guard kept.tokens.refreshToken != nil || kept.record.grant == .clientCredentials else { return false }
    let (store, account) = (store, kept.account)
    try await store.withLock(on: account) {
      // Somebody may have refreshed by now.
      guard var tokens = try await store.tokens(for: account), tokens.accessToken == token else { return }
      tokens.expiresIn = .zero
      try await store.save(tokens, for: account)
    }
    return true
  }
}
