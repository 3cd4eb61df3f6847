internal import HTTPTypes
internal import OAuthCore

/// A request that a page's script sends from another origin (Fetch §3.2, the CORS protocol).
///
/// Every origin may: the addresses go by what is in a request, and never by cookies, so that a browser adds nothing that a page couldn't send
/// from a server of its own. Without this a client in a browser couldn't read its tokens (OpenID Connect Discovery §3).
struct CrossOriginRequest {
  private let route: Route
  private let isPreflight: Bool

  /// Nil for a request of another kind, or to an address that isn't for scripts.
  init?(_ request: HTTPRequest, to route: Route) {
    guard request.headerFields.contains(.origin), route.isForScripts else { return nil }
    self.route = route
    isPreflight = request.method == .options && request.headerFields.contains(.accessControlRequestMethod)
  }

  /// For a browser that asks before it sends a request; nil for any other request.
  var preflightAnswer: HTTPAnswer? {
    guard isPreflight else { return nil }
    return HTTPAnswer(
      HTTPResponse(
        status: .noContent,
        headerFields: [
          .accessControlAllowOrigin: "*",
          .accessControlAllowMethods: route.methods.map(\.rawValue).joined(separator: ", "),
          .accessControlAllowHeaders: "Authorization, Content-Type, DPoP",
          .accessControlMaxAge: "7200",
        ]))
  }

  /// The answer as a script may read it, with the fields that tell clients what to do next.
  func readable(_ answer: HTTPAnswer) -> HTTPAnswer {
    var answer = answer
    answer.response.headerFields[.accessControlAllowOrigin] = "*"
    answer.response.headerFields[.accessControlExposeHeaders] = "DPoP-Nonce, Retry-After, WWW-Authenticate"
    return answer
  }
}
