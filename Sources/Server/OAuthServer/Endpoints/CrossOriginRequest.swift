internal import HTTPTypes
internal import OAuthCore

/// A request from a script of another origin (Fetch §3.2, the CORS protocol).
///
/// Every origin is allowed. Such an endpoint decides by the request's content and never by cookies,
/// so a browser adds nothing that a script could not send from its own server. Without these header
/// fields, a client in a browser could not read its tokens (OpenID Connect Discovery §3).
struct CrossOriginRequest {
  private let description: EndpointDescription
  private let isPreflight: Bool

  /// Returns `nil` for other requests, and for endpoints that other origins may not call.
  init?(_ request: HTTPRequest, to description: EndpointDescription) {
    guard request.headerFields.contains(.origin), description.allowsOtherOrigins else { return nil }
    self.description = description
    isPreflight = request.method == .options && request.headerFields.contains(.accessControlRequestMethod)
  }

  /// The response to a preflight request; `nil` for any other request.
  var preflightAnswer: HTTPAnswer? {
    guard isPreflight else { return nil }
    return HTTPAnswer(
      HTTPResponse(
        status: .noContent,
        headerFields: [
          .accessControlAllowOrigin: "*",
          .accessControlAllowMethods: description.methods.map(\.rawValue).joined(separator: ", "),
          // Clients for the Model Context Protocol send their protocol version with every request,
          // also with those for the server's metadata (MCP 2025-11-25, Transports).
          .accessControlAllowHeaders: "Authorization, Content-Type, DPoP, MCP-Protocol-Version",
          .accessControlMaxAge: "7200",
        ]))
  }

  /// Returns the response with the header fields that let a script read it and its next steps.
  func readable(_ answer: HTTPAnswer) -> HTTPAnswer {
    var answer = answer
    answer.response.headerFields[.accessControlAllowOrigin] = "*"
    answer.response.headerFields[.accessControlExposeHeaders] = "DPoP-Nonce, Retry-After, WWW-Authenticate"
    return answer
  }
}
