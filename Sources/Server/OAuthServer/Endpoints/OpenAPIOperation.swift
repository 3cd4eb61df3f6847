internal import OAuthCore

/// An operation of an endpoint, as OpenAPI describes it (OpenAPI 3.1 §4.8.10).
struct OpenAPIOperation: Sendable {
  /// A parameter, or a field of a body.
  struct Field: Sendable {
    let name: String
    let schema: JSONValue
    let isRequired: Bool

    /// Returns an optional string.
    static func text(_ name: String) -> Field { Field(name: name, schema: ["type": "string"], isRequired: false) }

    /// Returns a required string.
    static func required(_ name: String) -> Field { Field(name: name, schema: ["type": "string"], isRequired: true) }

    /// Returns a required string with these possible values.
    static func one(_ name: String, of values: [String]) -> Field {
      Field(
        name: name, schema: ["type": "string", "enum": .array(values.map { .string($0) })], isRequired: true)
    }

    static func list(_ name: String) -> Field {
      Field(name: name, schema: ["type": "array", "items": ["type": "string"]], isRequired: false)
    }

    fileprivate func parameter(in place: JSONValue) -> JSONValue {
      ["name": .string(name), "in": place, "required": .bool(isRequired), "schema": schema]
    }
  }

  /// The content of a request.
  enum Body: Sendable {
    case none
    /// `application/x-www-form-urlencoded`
    case form([Field])
    /// `application/json`
    case json([Field])
  }

  static let json = "application/json"
  static let html = "text/html"
  static let text = "text/plain"

  let method: String
  let summary: String
  var path: [Field] = []
  var query: [Field] = []
  var headers: [Field] = []
  var body = Body.none
  /// The media types by status; an empty array for a response without a body.
  var answers: [Int: [String]]
  /// The names of the security schemes that the caller may use; empty if it needs none.
  var security: [String] = []

  /// Returns the Operation Object.
  /// - Parameter id: The `operationId`, which is unique in the document.
  func description(id: String) -> JSONValue {
    var members: [String: JSONValue] = ["operationId": .string(id), "summary": .string(summary)]
    let parameters =
      path.map { $0.parameter(in: "path") } + query.map { $0.parameter(in: "query") }
      + headers.map { $0.parameter(in: "header") }
    if !parameters.isEmpty { members["parameters"] = .array(parameters) }
    members["requestBody"] = requestBody
    var responses: [String: JSONValue] = [:]
    for (status, mediaTypes) in answers { responses[String(status)] = Self.response(status, mediaTypes) }
    members["responses"] = .object(responses)
    if !security.isEmpty { members["security"] = .array(security.map { .object([$0: []]) }) }
    return .object(members)
  }

  private var requestBody: JSONValue? {
    switch body {
    case .none: nil
    case .form(let fields): Self.content("application/x-www-form-urlencoded", fields)
    case .json(let fields): Self.content(Self.json, fields)
    }
  }

  private static func content(_ mediaType: String, _ fields: [Field]) -> JSONValue {
    var schema: [String: JSONValue] = [
      "type": "object",
      "properties": .object(Dictionary(fields.map { ($0.name, $0.schema) }, uniquingKeysWith: { $1 })),
    ]
    let requiredNames = fields.filter(\.isRequired).map(\.name)
    if !requiredNames.isEmpty { schema["required"] = .array(requiredNames.map { .string($0) }) }
    return ["required": true, "content": .object([mediaType: ["schema": .object(schema)]])]
  }

  private static func response(_ status: Int, _ mediaTypes: [String]) -> JSONValue {
    var members: [String: JSONValue] = ["description": .string(meaning(status))]
    if !mediaTypes.isEmpty {
      members["content"] = .object(
        Dictionary(
          mediaTypes.map { ($0, ["schema": $0 == json ? ["type": "object"] : ["type": "string"]]) },
          uniquingKeysWith: { $1 }))
    }
    return .object(members)
  }

  private static func meaning(_ status: Int) -> String {
    switch status {
    case 200: "Success, or a page."
    case 201: "Created."
    case 204: "Deleted."
    case 303: "The browser is redirected to another address."
    case 401: "The caller is not authenticated."
    case 403: "Forbidden with these credentials."
    case 413: "The request is too large."
    case 415: "The body has a media type that this address does not accept."
    case 429: "Too many requests: try again later."
    case 503: "Temporarily unavailable."
    default: "Rejected; the response contains the reason."
    }
  }
}

extension OpenAPIOperation {
  /// Returns an operation that reads a public document.
  static func document(_ summary: String) -> OpenAPIOperation {
    OpenAPIOperation(method: "get", summary: summary, answers: [200: [json]])
  }

  /// Returns an operation of a client, with its credentials in the form or in the `Authorization`
  /// field.
  ///
  /// - Parameters:
  ///   - summary: One line about the operation.
  ///   - fields: The form's fields.
  ///   - headers: The header fields.
  ///   - mediaTypes: The media types of a successful answer; none if it has no body.
  static func client(
    _ summary: String, _ fields: [Field], headers: [Field] = [], mediaTypes: [String] = [json]
  ) -> OpenAPIOperation {
    OpenAPIOperation(
      method: "post", summary: summary, headers: headers, body: .form(fields),
      answers: [200: mediaTypes, 400: [json], 401: [json], 413: [json], 429: [json], 500: [json]], security: ["client"])
  }
}

extension OpenAPIOperation.Field {
  /// The header field of a DPoP proof (RFC 9449 §4.1).
  static let proof = OpenAPIOperation.Field.text("DPoP")
}
