package import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import PixyAuth
internal import PixyTerminal
internal import TokenStorage

/// `pixy storage`: shows the token stores of this machine, and moves tokens between them.
package struct StorageCommand: AsyncParsableCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "storage",
    abstract: "Show the token stores, or move tokens.",
    discussion: """
      The first sign-in chooses the most secure store of the machine, and later sign-ins keep it: the keyring \
      (secret-service, or keychain on a Mac), files sealed with a passphrase (file-passphrase; PIXY_PASSPHRASE_FILE \
      names the file with the passphrase), or files sealed with a key beside them (file).
      """,
    subcommands: [Show.self, Move.self], defaultSubcommand: Show.self
  ).withExamples(of: "storage")

  /// `pixy storage show`: lists the stores.
  struct Show: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "List the stores, their protection, and the one in use."
    ).withExamples(of: "storage show")

    @OptionGroup var profile: ProfileOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run(on console: Console) async throws {
      let survey = try await Storage.ladder(app: profile.app, environment: ProcessInfo.processInfo.environment)
        .survey()
      if json { return console.result(json: Self.members(of: survey)) }
      for finding in survey.findings { console.result("\(finding.rung == survey.chosenRung ? "*" : " ") \(finding)") }
      if let destination = survey.movingTo, let source = survey.chosenRung {
        console.result(
          "Moving the tokens to \(destination) isn't finished. `pixy storage move \(source)` takes it back.")
      }
    }

    private static func members(of survey: StorageSurvey) -> [String: JSONValue] {
      let stores = survey.findings.map { finding in
        var members: [String: JSONValue] = [
          "name": .string(finding.rung), "usable": .bool(finding.problem == nil),
          "chosen": .bool(finding.rung == survey.chosenRung),
        ]
        members["place"] = finding.location.map { .string($0.place) }
        members["protection"] = finding.location.map { .string($0.protection) }
        members["problem"] = finding.problem.map { .string($0.code) }
        return JSONValue.object(members)
      }
      var members: [String: JSONValue] = ["version": 1, "stores": .array(stores)]
      members["moving_to"] = survey.movingTo.map { .string($0) }
      return members
    }
  }

  /// `pixy storage move`: moves all tokens.
  struct Move: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "move", abstract: "Move all tokens to another store and use it from then on.",
      discussion: """
        If the other store refuses in the middle, the tokens are used from where they are. The same command goes on \
        with the move, and a move to the store in use takes it back.
        """
    ).withExamples(of: "storage move")

    @Argument(help: "Name of the store, as `pixy storage` shows it.")
    var store: String

    @OptionGroup var profile: ProfileOptions

    @Flag(help: "Print the moved accounts as JSON.")
    var json = false

    func run(on console: Console) async throws {
      let opened = try await Storage.ladder(app: profile.app, environment: ProcessInfo.processInfo.environment)
        .move(to: store)
      let count = opened.migration?.movedAccounts.count ?? 0
      console.say("Moved \(count) account\(count == 1 ? "" : "s"). \(opened.store.location.description)")
      for remainder in opened.migration?.remainders ?? [] {
        console.say("pixy: \(UntrustedText("\(remainder.account)")) was not moved. \(remainder.error)")
      }
      for problem in opened.migration?.problems ?? [] { console.say("pixy: \(problem)") }
      let isComplete = opened.migration.map { $0.remainders.isEmpty && $0.problems.isEmpty } ?? true
      if !isComplete, let source = opened.movedFrom {
        let command = "pixy storage move" + (profile.name.map { " --profile \(ShellWord.quoted($0))" } ?? "")
        console.say(
          """
          \(source) still has what was not moved. Once it can be read, `\(command) \(source)` uses \
          it again, and `\(command) \(store)` then moves all here.
          """)
      }
      if json {
        console.result(json: [
          "version": 1, "store": .string(store),
          "moved": .array((opened.migration?.movedAccounts ?? []).map { .object($0.members) }),
          "left": .array((opened.migration?.remainders ?? []).map { .object($0.account.members) }),
        ])
      }
      guard isComplete else { throw ExitStatus.failure }
    }
  }
}
