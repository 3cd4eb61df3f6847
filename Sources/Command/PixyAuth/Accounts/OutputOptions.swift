internal import ArgumentParser
internal import OAuth
package import OAuthCore
internal import PixyAccounts
internal import PixyConnection
internal import PixyTerminal
internal import TokenStorage

/// The options for the output of a sign-in.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the access token.")
  var token = false

  @Flag(help: "Print the tokens and the verified claims as JSON. It contains secrets.")
  var json = false

  @Flag(help: "Print each step. Secrets are never printed.")
  var verbose = false

  func validate() throws {
    guard !(token && json) else { throw ValidationError("Give --token or --json, not both.") }
  }

  /// Stores a sign-in, if there is a directory, and prints the requested output.
  func show(_ outcome: SignInOutcome, in directory: AccountDirectory?, on console: Console) async throws {
    var members = outcome.members
    let missing = outcome.missingScopes
    if !missing.isEmpty {
      console.say("The server didn't grant these requested scopes: \(UntrustedText(missing.joined(separator: " "))).")
    }
    if let directory {
      let before = try? await directory.currentAccount()
      let (account, replaces) = try await outcome.keep(in: directory, saying: console.say)
      let isOther = before.map { $0 != account } ?? false
      let choice = UntrustedText(account.choice(among: try await directory.accounts())).description
      console.say(
        "Stored as \(choice)" + (replaces ? ", in place of its earlier tokens." : ".")
          + (isOther
            ? outcome.record.mayBeDefault
              ? " Commands use this account from now on."
              : " The default account stays the same; `pixy request` and `pixy mcp` use this one for its resource."
            : ""))
      if choice != UntrustedText("\(account.name)@\(account.server)").description {
        console.say(
          """
          Another client's account at this server has the same name. Choose this account with --account \
          \(ShellWord.quoted(choice)).
          """)
      }
      members["account"] = .object(account.members)
    } else if !token, !json {
      console.say("The tokens are neither stored nor printed, so they are revoked if the server can do it.")
      await outcome.client.revokeUnused(outcome.tokens)
    } else if token, outcome.tokens.refreshToken != nil {
      console.say("The refresh token is neither stored nor printed, and stays valid. --json prints it.")
    }
    show(members, outcome.tokens.accessToken, on: console)
  }

  /// Makes the account of another process's sign-in the default, as that sign-in does, and prints the requested output.
  func show(_ storedAccount: StoredAccount, in directory: AccountDirectory, on console: Console) async throws {
    console.say(
      """
      Another pixy process has just signed in as \
      \(UntrustedText("\(storedAccount.account.name)@\(storedAccount.server)")). Its tokens are used.
      """)
    if storedAccount.record.mayBeDefault { try await directory.choose(storedAccount.account) }
    show(storedAccount.members, storedAccount.tokens.accessToken, on: console)
  }

  /// Prints the requested output.
  func show(_ members: [String: JSONValue], _ accessToken: Secret, on console: Console) {
    if token { console.result(accessToken.reveal()) }
    if json { console.result(json: members) }
  }
}

extension Account {
  /// The account in JSON output.
  package var members: [String: JSONValue] {
    ["name": .string(name), "server": .string(server), "provider": .string(provider)]
  }
}
