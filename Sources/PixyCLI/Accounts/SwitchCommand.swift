internal import ArgumentParser
internal import OAuthCore
internal import TokenStorage

/// `pixy switch`: chooses the account that commands are about when they aren't told.
struct SwitchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch",
    abstract: "Choose the account that commands use when they aren't told.",
    discussion: "`pixy status` lists the accounts. PIXY_ACCOUNT and --account go before it.")

  @Argument(help: "The account: its name, its server, or both as NAME@SERVER. After -- if it begins with a hyphen.")
  var account: String

  @OptionGroup var profile: ProfileOptions

  func run() async throws {
    let console = Console.standard
    do {
      let book = try await AccountBook.existing(profile)
      let kept = try await book.account(account)
      try await book.choose(kept.account)
      console.say("Commands are now about \(UntrustedText("\(kept.account.name)@\(kept.server)")).")
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }
}
