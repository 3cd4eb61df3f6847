package import ArgumentParser
internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import PixyAccounts
internal import PixyAuth
package import PixyTerminal
internal import TokenStorage

/// `pixy status`: shows the accounts and their tokens' remaining lifetimes. The JSON also has the
/// place of the tokens.
package struct StatusCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the accounts and their tokens' lifetimes.",
    discussion: """
      Sends no request. A star marks the default account. The exit status is 0 if that account, or the one given with \
      --account, has a valid token or can get one without the user. It is 4 if the user has to sign in. Each account \
      says when that will be, if the server reported it.
      """
  ).withExamples(of: "status")

  @OptionGroup(title: "Account") var account: AccountOptions

  @Flag(help: "Print JSON. It contains no secrets.")
  var json = false

  package func run(on console: Console) async throws {
    let report = try await report(AccountDirectory.openExisting(account.profile), now: Date())
    if json {
      console.result(json: report.members)
    } else {
      report.lines(console.resultStyle).forEach(console.result)
    }
    if let problem = report.problem { throw problem }
    guard report.isUsable else { throw ExitStatus.signInNeeded }
  }

  private func report(_ directory: AccountDirectory?, now: Date) async throws -> StatusReport {
    guard let directory else {
      if let choice = account.choice { throw SignInNeeded(.unknown(choice), profile: account.profile.name) }
      let problem = SignInNeeded(.noAccount, profile: account.profile.name)
      return StatusReport(accounts: [], current: nil, location: nil, now: now, problem: problem)
    }
    let accounts = try await directory.accounts { Console.standard.report($0) }
    var chosen: Account?
    if let choice = account.choice {
      do {
        chosen = try AccountDirectory.account(choice, in: accounts)
      } catch let error as SignInNeeded {
        throw directory.endedSession(of: choice) ?? SignInNeeded(error.reason, profile: directory.profile)
      }
    }
    let current = if let chosen { chosen } else { try await directory.currentAccount() }
    var readable: [StoredAccount] = []
    var damaged: DamagedAccount?
    for account in chosen.map({ [$0] }) ?? accounts {
      let storedAccount: StoredAccount?
      do {
        storedAccount = try await directory.storedAccount(account)
      } catch let error as DamagedAccount where chosen == nil {
        // The other accounts are shown nevertheless.
        damaged = error
        Console.standard.report(error)
        continue
      }
      guard let storedAccount else {
        Console.standard.say(
          """
          pixy: \(UntrustedText("\(account.name)@\(account.server)")) was saved by another version of pixy. It is left \
          out.
          """
        )
        continue
      }
      readable.append(storedAccount)
    }
    return StatusReport(
      accounts: readable, current: current, location: directory.store.location, now: now,
      problem: chosen == nil ? try await problem(directory, accounts, damaged) : nil)
  }

  /// Returns the reason why commands find no usable default account; `nil` if there is no such reason.
  ///
  /// - Parameters:
  ///   - accounts: All accounts of the directory.
  ///   - damaged: The error of a damaged account, which was reported already.
  private func problem(
    _ directory: AccountDirectory, _ accounts: [Account], _ damaged: DamagedAccount?
  ) async throws -> (any Error)? {
    if let damaged, try await damaged.account == directory.currentAccount() { return ExitStatus.status(of: damaged) }
    return await directory.problem(with: accounts)
  }
}
