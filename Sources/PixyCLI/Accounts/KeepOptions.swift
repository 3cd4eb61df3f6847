internal import ArgumentParser
internal import OAuthCore
internal import TokenStorage

/// Whether, and under which name, a sign-in is kept.
struct KeepOptions: ParsableArguments {
  @Flag(
    name: .customLong("no-keep"),
    help: "Keep nothing: the tokens are gone when this command ends, unless it prints them.")
  var forgets = false

  @Option(help: "What to call the account, instead of what the server says of the person.")
  var name: String?

  @Option(
    help: """
      An address beside the server's own that the tokens may be sent to by `pixy request`, `pixy curl` and helpers; repeat it for more.
      """)
  var origin: [String] = []

  @OptionGroup var profile: ProfileOptions

  func validate() throws {
    guard !forgets || (name == nil && origin.isEmpty && profile.profile == nil) else {
      throw ValidationError("--no-keep leaves nothing for --name, --origin and --profile.")
    }
    if let name, (try? Account(provider: "any", name: name)) == nil {
      throw ValidationError(
        "--name takes 1 to \(Account.maximumOctets) octets of text, without control characters.")
    }
    for text in origin where (try? Endpoint(text)) == nil {
      throw ValidationError("--origin takes an address such as https://api.example.com.")
    }
  }

  /// The book to keep it in; `nil` if it isn't to be kept.
  func book() async throws -> AccountBook? {
    forgets ? nil : try await AccountBook.open(profile)
  }
}
