internal import HTTPTypes
internal import OAuthCore

/// The OpenAPI 3.1 description of the server, assembled from the descriptions of all endpoints.
///
/// Programs that test servers read it. Clients and their developers read the metadata.
struct OpenAPIEndpoint: HTTPEndpoint, ServerPart {
  let core: ServerCore
  /// The other endpoints.
  let endpoints: [any HTTPEndpoint]
  private let document = PublishedAnswer()

  var description: EndpointDescription {
    EndpointDescription(
      name: "openAPI", paths: [issuer.pathPrefix + AuthorizationServerConfiguration.Path.openAPI],
      methods: [.get, .head], errors: .text, allowsOtherOrigins: true,
      events: [],
      operations: [.document("Returns this description")])
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    document.answer(edition: configuration.keysEdition) { openAPI }
  }

  private var openAPI: [String: JSONValue] {
    var paths: [String: JSONValue] = [:]
    for description in endpoints.map(\.description) + [description] {
      var operations: [String: JSONValue] = [:]
      for var operation in description.operations {
        // A body that is too large is rejected before any other check, whatever the method.
        let mediaType = if case .json = description.errors { OpenAPIOperation.json } else { OpenAPIOperation.text }
        operation.answers[413, default: []].append(mediaType)
        operations[operation.method] = operation.description(id: "\(operation.method)-\(description.name)")
      }
      for path in description.paths.prefix(1) { paths[path] = .object(operations) }
    }
    return [
      "openapi": "3.1.0",
      "info": ["title": "An authorization server (OAuth 2.1, OpenID Connect)", "version": "1"],
      "servers": [["url": .string(issuer.origin)]],
      "paths": .object(paths),
      "components": [
        "securitySchemes": [
          "client": ["type": "http", "scheme": "basic"], "token": ["type": "http", "scheme": "bearer"],
        ]
      ],
    ]
  }
}
