internal import ArgumentParser
internal import OAuthCore

/// The origins that may receive the token in addition to the account's.
struct OriginOptions: ParsableArguments {
  @Option(
    help: "Another URL whose origin may receive the token. Repeatable. `pixy login --origin` saves it.")
  var origin: [String] = []

  func validate() throws {
    for text in origin where (try? Endpoint(text)) == nil {
      throw ValidationError("--origin must be a URL such as https://api.example.com.")
    }
  }

  var endpoints: [Endpoint] { origin.compactMap { try? Endpoint($0) } }
}
