internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve user unlock`: lets a user sign in again after too many wrong passwords.
struct UserUnlockCommand: OneUserCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "Let a user sign in again after too many wrong passwords.",
    discussion: """
      Wrong passwords count for the user name, for the address, and for both together. The database has only hashes \
      of them, so --address is needed for a user who mistyped the password: the audit log has it (pixy serve audit \
      --outcome locked_out). Without --address, only the count of the user name at all addresses is removed.
      """
  ).withExamples(of: "serve user unlock")

  @OptionGroup var common: SettingsOptions
  @OptionGroup var user: UserArgument

  @Option(help: ArgumentHelp("The address from which the user signs in.", valueName: "ip"))
  var address: String?

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    _ = try await database.subject(of: username, settings)
    let address = try address.map { text in
      guard let address = ClientAddress(text) else {
        throw BadValue(
          "\(UntrustedText(text)) is no IP address.", remedy: "Give one such as 203.0.113.7 or 2001:db8::7.")
      }
      return address
    }
    let count = try await database.contents.removeSignInCounts(SignInAttemptKey.keys(of: username, at: address))
    console.say("Counts of wrong passwords removed: \(count).")
    if address == nil { console.say("A user who mistyped the password at one address needs --address too.") }
  }
}
