internal import HTTPTypes
internal import OAuthCore

/// The metadata document (RFC 8414 §3, OpenID Connect Discovery §4), assembled from the members of
/// all endpoints.
///
/// Without the scope `openid` the document has no `subject_types_supported` and no
/// `id_token_signing_alg_values_supported`. The server is then an OAuth server and no OpenID
/// Provider, at every address of the document.
struct MetadataEndpoint: HTTPEndpoint, ServerPart {
  let core: ServerCore
  /// The endpoints whose members are in the document.
  let endpoints: [any HTTPEndpoint]
  private let document = PublishedAnswer()

  var description: EndpointDescription {
    let first = issuer.pathPrefix + "/.well-known/openid-configuration"
    return EndpointDescription(
      name: "metadata", paths: [first] + configuration.metadataPaths.subtracting([first]).sorted(),
      methods: [.get, .head], errors: .text, allowsOtherOrigins: true,
      events: [],
      operations: [.document("Returns the server's metadata (RFC 8414, OpenID Connect Discovery)")])
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    document.answer(edition: configuration.keysEdition) {
      var members: [String: JSONValue] = ["issuer": .string(issuer.text)]
      // A list without elements must be left out (RFC 8414 §3.2).
      if !configuration.scopes.isEmpty {
        members["scopes_supported"] = .array(configuration.scopes.tokens.map { .string($0) })
      }
      for endpoint in endpoints { members.merge(endpoint.metadata) { $1 } }
      return members.merging(configuration.documents.members) { $1 }
    }
  }
}
