internal import HTTPTypes
internal import OAuthCore

/// An address of the server, and the code that answers its requests.
///
/// ``ServerParts`` creates one value for each offered endpoint. Routing, the metadata and
/// `/openapi.json` are assembled from the descriptions, so an endpoint is defined in one place.
protocol HTTPEndpoint: Sendable {
  /// The address, the methods and the operations.
  var description: EndpointDescription { get }
  /// The members that the endpoint adds to the server's metadata (RFC 8414 §2).
  var metadata: [String: JSONValue] { get }
  /// Answers a request that has one of the endpoint's methods and a body of an acceptable size.
  /// - Throws: Any error. The caller logs it and answers with status 500.
  func answer(_ exchange: Exchange) async throws -> HTTPAnswer
}

extension HTTPEndpoint {
  var metadata: [String: JSONValue] { [:] }
}

/// The parts of an endpoint that routing, cross-origin rules and the OpenAPI description need.
struct EndpointDescription: Sendable {
  /// The form of errors that the endpoint doesn't create itself: a wrong method, a body that is too
  /// large, a failure inside the server.
  enum ErrorForm: Sendable, Hashable {
    /// A page, because a user's browser shows it.
    case page
    /// A line of text.
    case text
    /// A JSON object (RFC 6749 §5.2), with the name of these requests and the rule that demands
    /// POST.
    case json(requests: String, rule: String)
  }

  /// The endpoint's name in logs and metrics.
  let name: String
  /// The paths; the first one is published. A path may end with ``clientIDPlaceholder``.
  let paths: [String]
  /// The methods, in the order in which `Allow` lists them.
  let methods: [HTTPRequest.Method]
  /// The form of errors.
  let errors: ErrorForm
  /// Whether scripts of other origins may call the endpoint (Fetch §3.2). Such an endpoint must not
  /// depend on cookies.
  let allowsOtherOrigins: Bool
  /// The events that requests may record in the audit log. Another one ends a debug build.
  let events: Set<AuditRecord.Event>
  /// The operations, one for each method but HEAD.
  let operations: [OpenAPIOperation]

  /// The placeholder for a client's identifier in a path.
  static let clientIDPlaceholder = "{client_id}"
}
