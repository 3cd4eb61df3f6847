internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import PixyAuth

/// The options that exchange an account's token for another one.
struct ExchangeOptions: ParsableArguments {
  @Option(
    name: .customLong("requested-token-type"),
    help: ArgumentHelp("The type of token to print: access_token, id_token, id-jag, or a URI.", valueName: "type"))
  var requestedTokenType: String?

  @Option(help: "The audience of the token; for id-jag, the issuer of the other authorization server. Repeatable.")
  var audience: [String] = []

  @Option(help: ArgumentHelp("A resource that the token is for (RFC 8707). Repeatable.", valueName: "uri"))
  var resource: [String] = []

  @Option(help: "The scopes of the token, repeated or separated by spaces.")
  var scope: [String] = []

  /// The requested type; `nil` for no exchange.
  var type: TokenTypeIdentifier? {
    requestedTokenType.map(TokenTypeIdentifier.init(name:))
  }

  func validate() throws {
    guard requestedTokenType != nil || (audience.isEmpty && resource.isEmpty && scope.isEmpty) else {
      throw ValidationError("--audience, --resource and --scope need --requested-token-type.")
    }
    guard type != .idJAG || audience.count == 1 else {
      throw ValidationError("--requested-token-type id-jag needs --audience ISSUER.")
    }
    for text in resource where !ParsedURI.isResource(text) { throw ValidationError(ResourceOption.wrongValue) }
  }
}
