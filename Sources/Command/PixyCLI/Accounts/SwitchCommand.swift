internal import ArgumentParser
internal import OAuthCore
internal import TokenStorage

/// `pixy switch`: sets the default account.
struct SwitchCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch",
    abstract: "Set the default account.",
    discussion: "`pixy status` lists the accounts. --account and PIXY_ACCOUNT take precedence over the default account."
  )

  @Argument(
    help: "Account: its name, its server, or NAME@SERVER. Write -- before it if it begins with a hyphen.",
    completion: .custom { words, _, _ in await AccountCompletion.names(words) })
  var account: String

  @OptionGroup var profile: ProfileOptions

  @Flag(help: "Print the account as JSON.")
  var json = false

  func run(on console: Console) async throws {
    let book = try await AccountBook.existing(profile)
    let kept: StoredAccount
    do {
      kept = try await book.account(account)
    } catch AccountChoiceError.several(let accounts) {
      throw AccountChoiceError.severalToSwitchTo(accounts, in: try await book.accounts())
    }
    try await book.choose(kept.account)
    if json { return console.result(json: ["version": 1, "account": .object(kept.account.members)]) }
    console.say("The default account is now \(UntrustedText("\(kept.account.name)@\(kept.server)")).")
  }
}
