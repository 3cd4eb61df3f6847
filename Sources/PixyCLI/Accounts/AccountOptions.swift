internal import ArgumentParser
internal import Logging
internal import OAuthCore
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import PixyAccounts

/// Which of the accounts that somebody has signed in to.
struct AccountOptions: ParsableArguments {
  @Option(
    help: """
      The account: its name, its server, or both as NAME@SERVER. Otherwise PIXY_ACCOUNT, the one that `pixy switch` chose, or the only one.
      """)
  var account: String?

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var tracing: TraceOptions

  /// What was asked for here or in the environment.
  var choice: String? {
    account ?? ProcessInfo.processInfo.environment["PIXY_ACCOUNT"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The account, and what keeps its tokens valid. Nothing is sent while they are good.
  ///
  /// - Parameters:
  ///   - need: how long the access token has to be good for; `nil` if the server is asked in any case.
  ///   - console: told what happens.
  ///   - isVerbose: whether each step is.
  ///   - isDryRun: whether requests are shown instead of sent.
  /// - Throws: ``SignInNeeded``; ``AccountChoiceError``; `TokenStoreError`; what finding the server's metadata throws.
  func session(
    validFor need: Duration? = .zero, on console: Console, isVerbose: Bool = false, isDryRun: Bool = false
  ) async throws -> (AccountBook, AccountSession) {
    let book = try await AccountBook.existing(profile)
    let kept = try await book.account(choice)
    let server = kept.record.server
    // Who wants a trace knows that it can't be written before anything is sent.
    _ = try tracing.recorder()
    let session = try await AccountSession(
      kept, in: book,
      through: LazyTransport {
        let transport = try tracing.transport(server.transport())
        return isDryRun ? DryRunTransport(transport, curl: server.curlOptions, console: console) : transport
      },
      validFor: need, logger: console.logger(isVerbose: isVerbose))
    return (book, session)
  }
}

/// Which set of accounts.
struct ProfileOptions: ParsableArguments {
  @Option(help: "A set of accounts of its own, such as work. Otherwise PIXY_PROFILE, or the usual one.")
  var profile: String?

  func validate() throws {
    guard let name, AccountSet(name) == nil else { return }
    throw ValidationError("A profile's name has 1 to 64 letters, digits, points, hyphens and underscores.")
  }

  /// What keyrings and folders call the set.
  var app: String { (name.flatMap(AccountSet.init) ?? .usual).app }

  /// The name that was given; `nil` for the usual set.
  var name: String? {
    profile ?? ProcessInfo.processInfo.environment["PIXY_PROFILE"].flatMap { $0.isEmpty ? nil : $0 }
  }
}
