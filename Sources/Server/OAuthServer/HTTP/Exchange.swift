internal import HTTPTypes

/// One request and its context, from its arrival to the response.
struct Exchange: Sendable {
  /// The method and the header fields, as received.
  let request: HTTPRequest
  /// The path and the query.
  let target: RequestTarget
  /// The complete body.
  let body: [UInt8]
  /// The client's address and certificate, as the transport reports them.
  let context: RequestContext
  /// The generator of this request's secrets.
  let secrets: SecretGenerator
  /// The key of this request, with which the database's operations can be repeated.
  let key: RequestKey

  /// - Parameter secrets: The generator of the server's secrets.
  init(
    _ request: HTTPRequest, _ target: RequestTarget, _ body: [UInt8], _ context: RequestContext,
    _ secrets: SecretGenerator
  ) {
    self.request = request
    self.target = target
    self.body = body
    self.context = context
    self.secrets = secrets.forRequest()
    key = self.secrets.requestKey()
  }

  /// The languages that the user's browser prefers.
  var languages: LanguagePreference {
    LanguagePreference(acceptLanguage: request.headerFields[values: .acceptLanguage])
  }
}
