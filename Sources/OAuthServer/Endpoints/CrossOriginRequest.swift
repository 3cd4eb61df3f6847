internal import HTTPTypes
internal import OAuthCore

/// A request that a page's script sends from another origin (Fetch §3.2, the CORS protocol).
///
/// Every origin may: such an endpoint decides by the request's content and never by cookies, so a browser adds nothing
/// that the page could not send from a server of its own. Without these fields a client in a browser could not read
/// its tokens (OpenID Connect Discovery §3).
struct CrossOriginRequest {
  private let description: EndpointDescription
  private let isPreflight: Bool

  /// `nil` for a request of another kind, or to an endpoint that other origins may not call.
  init?(_ request: HTTPRequest, to description: EndpointDescription) {
    guard request.headerFields.contains(.origin), description.allowsOtherOrigins else { return nil }
    self.description = description
    isPreflight = request.method == .options && request.headerFields.contains(.accessControlRequestMethod)
  }

  /// The answer to a browser that asks before it sends a request; `nil` for any other request.
  var preflightAnswer: HTTPAnswer? {
    guard isPreflight else { return nil }
    return HTTPAnswer(
      HTTPResponse(
        status: .noContent,
        headerFields: [
          .accessControlAllowOrigin: "*",
          .accessControlAllowMethods: description.methods.map(\.rawValue).joined(separator: ", "),
          .accessControlAllowHeaders: "Authorization, Content-Type, DPoP",
          .accessControlMaxAge: "7200",
        ]))
  }

  /// The answer with the fields that let a script read it, and see what the client has to do next.
  func readable(_ answer: HTTPAnswer) -> HTTPAnswer {
    var answer = answer
    answer.response.headerFields[.accessControlAllowOrigin] = "*"
    answer.response.headerFields[.accessControlExposeHeaders] = "DPoP-Nonce, Retry-After, WWW-Authenticate"
    return answer
  }
}
