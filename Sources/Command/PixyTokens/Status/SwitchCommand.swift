package import ArgumentParser
internal import OAuthCore
internal import PixyAuth
package import PixyTerminal
internal import TokenStorage

/// `pixy switch`: sets the default account, or lists the accounts.
package struct SwitchCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "switch",
    abstract: "Set the default account.",
    discussion: """
      Without an account, the command lists the accounts, with a star before the default account. --account and \
      PIXY_ACCOUNT take precedence over the default account.
      """
  ).withExamples(of: "switch")

  @Argument(
    help: "Account: its name, its server, or NAME@SERVER. Write -- before it if it begins with a hyphen.",
    completion: .custom { words, _, _ in await AccountCompletion.names(words) })
  var account: String?

  @OptionGroup var profile: ProfileOptions

  @Flag(help: "Print the account, or the accounts, as JSON.")
  var json = false

  package func run(on console: Console) async throws {
    let directory = try await AccountDirectory.existing(profile)
    guard let account else { return try await list(directory, on: console) }
    let storedAccount: StoredAccount
    do {
      storedAccount = try await directory.account(account)
    } catch AccountChoiceError.several(let accounts) {
      throw AccountChoiceError.severalToSwitchTo(accounts, in: try await directory.accounts())
    }
    try await directory.choose(storedAccount.account)
    if json { return console.result(json: ["version": 1, "account": .object(storedAccount.account.members)]) }
    console.say("The default account is now \(UntrustedText("\(storedAccount.account.name)@\(storedAccount.server)")).")
  }

  /// Prints the accounts as this command accepts them.
  private func list(_ directory: AccountDirectory, on console: Console) async throws {
    let accounts = try await directory.accounts { console.report($0) }
    let current = try await directory.currentAccount()
    guard !accounts.isEmpty else {
      throw await directory.problem(with: accounts) ?? SignInNeeded(.noAccount, profile: profile.name)
    }
    if json {
      let list = accounts.map { account in
        JSONValue.object(account.members.merging(["current": .bool(account == current)]) { $1 })
      }
      return console.result(json: ["version": 1, "accounts": .array(list)])
    }
    for account in accounts {
      console.result("\(account == current ? "*" : " ") \(UntrustedText(account.choice(among: accounts)))")
    }
    console.say("Set the default account: \(SignInNeeded.switchCommand(profile: profile.name))")
  }
}
