internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The authorization endpoint (RFC 6749 §3.1): GET with a query, or POST with a form (OpenID
/// Connect Core §3.1.2.1).
struct AuthorizationEndpoint: AuthorizingEndpoint {
  let flow: AuthorizationFlow

  var description: EndpointDescription {
    let fields: [OpenAPIOperation.Field] = .authorizationRequest
    let answers = [200: [OpenAPIOperation.html], 303: [], 400: [OpenAPIOperation.html], 500: [OpenAPIOperation.html]]
    let more = [413: [OpenAPIOperation.text], 415: [OpenAPIOperation.html]]
    return EndpointDescription(
      name: "authorization", paths: [configuration.authorizationEndpoint.parts.path], methods: [.get, .head, .post],
      errors: .page, allowsOtherOrigins: false,
      events: [.authorization, .sessionEnd],
      operations: [
        OpenAPIOperation(
          method: "get", summary: "Asks a user for access (RFC 6749)", query: fields, answers: answers),
        OpenAPIOperation(
          method: "post", summary: "Asks a user for access (OpenID Connect Core)", body: .form(fields),
          answers: answers.merging(more) { $1 }),
      ])
  }

  var metadata: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "authorization_endpoint": .string(configuration.authorizationEndpoint.text),
      "response_types_supported": ["code"],
      "response_modes_supported": .array(configuration.responseModes.map { .string($0.rawValue) }),
      "code_challenge_methods_supported": .array(configuration.codeChallenges.methodNames.map { .string($0) }),
      "authorization_response_iss_parameter_supported": true,
    ]
    members.merge(flow.parser.metadata) { $1 }
    if let keys = configuration.idTokenKeys { members.merge(configuration.openIDMembers(keys)) { $1 } }
    return members
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringAuthorization(exchange) {
      let checkedRequest = try await flow.parser.parse(try exchange.browserParameters(), from: exchange.context.address)
      let visitor = try await flow.sessions?.visitor(of: exchange)
      if exchange.request.method == .post, visitor?.isNew == true {
        // With `SameSite` cookies, a form posted from the client's site arrives without the session
        // cookie. The redirect that answers it carries the cookie.
        return .redirect(to: configuration.authorizationEndpoint.text + "?" + checkedRequest.encodedForm.reveal())
      }
      return try await flow.proceed(with: checkedRequest, visitor, exchange)
    }
  }
}

extension [OpenAPIOperation.Field] {
  /// The parameters of an authorization request.
  static var authorizationRequest: [OpenAPIOperation.Field] {
    [.required("client_id"), .required("redirect_uri")]
      + AuthorizationRequestParser.knownParameters.filter { !["client_id", "redirect_uri"].contains($0) }.map {
        .text($0)
      }
      + [.text("resource")]
  }
}

/// An endpoint of the authorization code flow in the browser. It can send errors to the client.
protocol AuthorizingEndpoint: BrowserEndpoint {
  var flow: AuthorizationFlow { get }
}

extension AuthorizingEndpoint {
  var core: ServerCore { flow.core }
  var pages: PageResponder { flow.pages }

  /// Runs `body`, and turns a refusal into a page or a redirect to the client.
  func answeringAuthorization(
    _ exchange: Exchange, _ body: () async throws -> HTTPAnswer
  ) async throws -> HTTPAnswer {
    try await answeringBrowser(exchange) { try await flow.redirecting(exchange, body) }
  }
}
