internal import ArgumentParser

/// `pixy serve key`: what a server signs with.
struct KeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "List a server's signing keys, and change them.",
    discussion: """
      Keys change by themselves every 90 days while a server runs. A server that is running on the database looks for new keys \
      once a minute, when requests come.
      """,
    subcommands: [KeyListCommand.self, KeyRotateCommand.self, KeyRevokeCommand.self])
}
