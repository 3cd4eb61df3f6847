internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServer {
  /// The server described for programs (OpenAPI 3.1): every address that it has, with what may be sent and what is answered.
  ///
  /// Programs that test servers read it. People and clients read the metadata.
  var openAPI: JSONValue {
    var paths: [String: JSONValue] = [:]
    for route in Route.allCases where route.isOffered(configuration, stores) {
      var operations: [String: JSONValue] = [:]
      for var operation in route.operations {
        // A body that is too large is refused before anything is looked at, whatever the method.
        operation.answers[413, default: []].append(
          route.clientRequest == nil ? OpenAPIOperation.text : OpenAPIOperation.json)
        operations[operation.method] = operation.description(id: "\(operation.method)-\(route.rawValue)")
      }
      paths[route.path(configuration)] = .object(operations)
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

  func answerOpenAPI() -> HTTPAnswer {
    parts.published.answer(.openAPI, edition: configuration.keysEdition) { openAPI.object ?? [:] }
  }
}
