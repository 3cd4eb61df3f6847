internal import ArgumentParser
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuth
internal import OAuthCore
internal import PixyAccounts
internal import TokenStorage

/// `pixy status`: who is signed in, where the tokens are, and for how long they are good.
struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the accounts, where their tokens are, and how long they are good.",
    discussion: """
      Asks no server. A star marks the account that commands use when they aren't told. The exit status is 0 if that account (or the one that is \
      named) has a token or can get one without anybody, and 4 if somebody has to sign in.
      """)

  @OptionGroup(title: "Account") var account: AccountOptions

  @Flag(help: "Print JSON. It holds no secret.")
  var json = false

  func run() async throws {
    let console = Console.standard
    do {
      let report = try await report(AccountBook.openExisting(account.profile), now: Date())
      if json {
        console.result(json: report.members)
      } else {
        report.lines(console.resultStyle).forEach(console.result)
      }
      guard report.isUsable else {
        if report.accounts.isEmpty { console.say("pixy: \(SignInNeeded(.noAccount, profile: account.profile.name))") }
        throw ExitStatus.signInNeeded
      }
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }

  private func report(_ book: AccountBook?, now: Date) async throws -> StatusReport {
    guard let book else {
      if let choice = account.choice { throw SignInNeeded(.unknown(choice), profile: account.profile.name) }
      return StatusReport(accounts: [], current: nil, location: nil, now: now)
    }
    let accounts = try await book.accounts()
    let chosen = try account.choice.map { try AccountBook.account($0, in: accounts) }
    let current = if let chosen { chosen } else { try await book.currentAccount() }
    var kept: [KeptAccount] = []
    for account in chosen.map({ [$0] }) ?? accounts {
      guard let found = try await book.kept(account) else {
        Console.standard.say(
          "pixy: \(UntrustedText("\(account.name)@\(account.server)")) was written down by another version of pixy, and is left out here."
        )
        continue
      }
      kept.append(found)
    }
    return StatusReport(accounts: kept, current: current, location: book.store.location, now: now)
  }
}
