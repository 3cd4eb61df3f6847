internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import PixyAccounts
internal import TokenStorage

/// What of the tokens is printed, and how much is said on the way.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the access token.")
  var token = false

  @Flag(help: "Print the tokens and what was verified as JSON. It holds secrets.")
  var json = false

  @Flag(help: "Say what happens, step by step; never a secret.")
  var verbose = false

  func validate() throws {
    guard !(token && json) else { throw ValidationError("Give --token or --json, not both.") }
  }

  /// Keeps what a sign-in gave, if it is to be kept, and prints what was asked for.
  ///
  /// - Parameter members: what `--json` prints, but the account.
  func show(
    _ signIn: SignIn, _ members: [String: JSONValue], in book: AccountBook?, _ keep: KeepOptions, on console: Console
  ) async throws {
    var members = members
    if let book {
      let account = try await signIn.keep(in: book, keep)
      console.say("Kept as \(UntrustedText("\(account.name)@\(account.server)")).")
      members["account"] = .object(account.members)
    }
    show(members, signIn.tokens.tokens.accessToken, on: console)
  }

  /// Makes the account current that another process has signed in to meanwhile, and prints what was asked for.
  func show(_ kept: KeptAccount, in book: AccountBook, on console: Console) async throws {
    console.say("Another pixy has just signed in as \(UntrustedText("\(kept.account.name)")); those tokens are used.")
    try await book.choose(kept.account)
    show(kept.members, kept.tokens.accessToken, on: console)
  }

  /// Prints what was asked for.
  func show(_ members: [String: JSONValue], _ accessToken: Secret, on console: Console) {
    if token { console.result(accessToken.reveal()) }
    if json { console.result(json: members) }
  }
}

extension Account {
  /// What JSON says of it.
  var members: [String: JSONValue] {
    ["name": .string(name), "server": .string(server), "provider": .string(provider)]
  }
}
