internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServer {
  func signInPage(
    for request: AuthorizationRequest, username: String, _ visitor: Visitor?, problem: String? = nil, status: HTTPResponse.Status = .ok
  ) throws -> HTTPAnswer {
    let page = SignInPage(
      clientName: request.client.name,
      permissions: request.scope.tokens.map(Self.phrase),
      destination: Self.destination(request.redirectURI),
      issuer: issuer.text,
      action: issuer.pathPrefix + AuthorizationServerConfiguration.Path.decision,
      hiddenFields: [SignInPage.HiddenField(name: SignInPage.Field.request, value: request.encoded)],
      username: username, problem: problem)
    return try answer(.signIn(page), status: status, answeredAt: request.redirectURI)
  }

  /// What a scope token means, for somebody who has never heard of scopes.
  static func phrase(_ token: String) -> String {
    switch token {
    case "openid": "recognize you when you sign in again"
    case "profile": "see your name, user name and picture"
    case "email": "see your email address"
    default: "use “\(token)”"
    }
  }

  /// Where the browser goes next, in words: an app that pretends to be another one can't pretend this.
  private static func destination(_ redirectURI: RedirectURI) -> String {
    let parts = redirectURI.parts
    if parts.isLoopback { return "an application on this device (\(parts.authority))" }
    if parts.scheme == "https" { return parts.authority }
    return "the application on this device that opens \(parts.scheme): links"
  }
}
