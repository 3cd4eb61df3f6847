internal import ArgumentParser
internal import PixyTerminal

/// `pixy serve key`: administers the signing keys of a server.
struct KeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "List, rotate, revoke and reset a server's signing keys.",
    discussion: """
      A running server rotates its keys every 90 days. It reads keys from the database at most once a minute, when \
      it answers requests.
      """,
    subcommands: [KeyListCommand.self, KeyRotateCommand.self, KeyRevokeCommand.self, KeyResetCommand.self]
  ).withExamples(of: "serve key")
}
