internal import ArgumentParser
internal import OAuthCore
internal import PixyAccounts
internal import TokenStorage

/// The options for storing a sign-in as an account.
struct AccountStorageOptions: ParsableArguments {
  @Flag(
    name: .customLong("no-keep"),
    help: "Store nothing. The tokens are lost when this command ends, except those that it prints.")
  var forgets = false

  @Option(
    help: "The name of the account. Default: the user name from the server; for a resource its host and path.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      """
      A further origin that `pixy request`, `pixy curl` and helpers may send the tokens to, besides the server's own. \
      Repeatable.
      """, valueName: "url"))
  var origin: [String] = []

  @OptionGroup var profile: ProfileOptions

  func validate() throws {
    guard !forgets || (name == nil && origin.isEmpty && profile.profile == nil) else {
      throw ValidationError("--no-keep can't be combined with --name, --origin and --profile.")
    }
    if let name, (try? Account(provider: "any", name: name)) == nil {
      throw ValidationError(
        "--name accepts 1 to \(Account.maximumBytes) bytes of text without control characters.")
    }
    for text in origin where (try? Endpoint(text)) == nil {
      throw ValidationError("--origin accepts a URL such as https://api.example.com.")
    }
  }

  /// Opens the directory for the account; `nil` with `--no-keep`.
  func directory() async throws -> AccountDirectory? {
    forgets ? nil : try await AccountDirectory.open(profile)
  }

  /// Rejects a name that another client's account at the same server already has. Otherwise the name
  /// would be ambiguous for every later command.
  ///
  /// - Parameters:
  ///   - directory: The directory that gets the account.
  ///   - provider: The server's name in the store for the new account.
  /// - Throws: ``NameInUse``.
  func requireUnambiguousName(in directory: AccountDirectory, at provider: String) async throws {
    guard let name else { return }
    let account = try Account(provider: provider, name: name)
    let accounts = try await directory.accounts()
    guard !accounts.contains(account),
      let other = accounts.first(where: { $0.name == name && $0.server == account.server })
    else { return }
    throw NameInUse(
      usage: ValidationError(
        """
        \(UntrustedText(name)) is already the name of another client's account at \(UntrustedText(account.server)): \
        \(UntrustedText("\(other.name)@\(other.provider)")). Give another --name.
        """))
  }

  /// The name of the new account is another client's account at the same server.
  struct NameInUse: Error {
    let usage: ValidationError
  }
}
