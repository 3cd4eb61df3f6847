package import ArgumentParser
internal import FoundationBasics
internal import PixyAccounts

/// The option that chooses a set of accounts.
package struct ProfileOptions: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp(
      "A separate set of accounts, such as work. Default: PIXY_PROFILE, or the default set.", valueName: "name"))
  package var profile: String?

  package func validate() throws {
    guard let name, AccountSet(name) == nil else { return }
    throw ValidationError("A profile's name has 1 to 64 letters, digits, full stops, hyphens and underscores.")
  }

  /// The name of the set in keyrings and folders.
  package var app: String { Self.app(of: name) }

  /// The name of a set of accounts in keyrings and folders; the default set's for `nil`.
  package static func app(of profile: String?) -> String { (profile.flatMap(AccountSet.init) ?? .usual).app }

  /// The given name; `nil` for the default set.
  package var name: String? { AccountSet.name(option: profile, environment: ProcessInfo.processInfo.environment) }
}
