internal import ArgumentParser
internal import OAuthCore

/// Which addresses may get the token beside those of its account.
struct OriginOptions: ParsableArguments {
  @Option(
    help: "Another address whose origin may get the token; repeat it for more. `pixy login --origin` says it for good.")
  var origin: [String] = []

  func validate() throws {
    for text in origin where (try? Endpoint(text)) == nil {
      throw ValidationError("--origin takes an address such as https://api.example.com.")
    }
  }

  var endpoints: [Endpoint] { origin.compactMap { try? Endpoint($0) } }
}
