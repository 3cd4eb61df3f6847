internal import HTTPTypes
internal import OAuthCore

/// The server's own address, which leads to the account page.
struct HomeEndpoint: HTTPEndpoint {
  let account: AccountPages

  var description: EndpointDescription {
    let path = account.issuer.pathPrefix + AuthorizationServerConfiguration.Path.home
    return EndpointDescription(
      name: "home", paths: account.issuer.pathPrefix.isEmpty ? [path] : [path, account.issuer.pathPrefix],
      methods: [.get, .head], errors: .text, allowsOtherOrigins: false,
      events: [],
      operations: [OpenAPIOperation(method: "get", summary: "Leads to the account page", answers: [303: []])])
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer { .redirect(to: account.address) }
}
