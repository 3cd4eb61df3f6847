internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer

/// The decision of a provider's rules about an authorization request.
enum Admission: Sendable {
  /// The inner server answers the request with these parameters. It redirects to this redirect URI
  /// only. Without a redirect URI it shows an error page.
  case admitted(FormParameters, RedirectURI?)
  /// The provider answers the request itself.
  case answered(HTTPAnswer)
}

/// A provider's rules for authorization requests.
protocol AuthorizationRules: Sendable {
  var server: LookAlikeServer { get }

  /// Applies the provider's rules to an authorization request.
  ///
  /// The admitted parameters are admitted again when the user submits the form. A second admission
  /// must therefore change nothing.
  func admit(_ parameters: FormParameters, of client: LookAlikeClient) -> Admission

  /// The `iss` of the provider's callbacks (RFC 9207), or `nil` if they have none.
  var callbackIssuer: String? { get }

  /// Records an issued code with the parameters of its authorization request.
  func gave(code: Secret, for parameters: FormParameters) async
}

extension AuthorizationRules {
  /// Answers the authorization endpoint.
  func answerAuthorization(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    let text = request.method == .post ? String(decoding: body, as: UTF8.self) : request.query
    var serverRequest = request
    serverRequest.method = request.method == .head ? .head : .get
    let endpoint = server.inner.configuration.authorizationEndpoint
    guard let parameters = try? FormParameters(decoding: text), let client = client(in: parameters) else {
      return await server.ask(endpoint, serverRequest, query: text)
    }
    switch admit(parameters, of: client) {
    case .answered(let answer): return answer
    case .admitted(let admittedParameters, let redirectURI):
      let answer = await LookAlikeClientStore.$redirectURI.withValue(redirectURI) {
        await server.ask(endpoint, serverRequest, query: admittedParameters.queryEncoded())
      }
      return withIssuer(answer)
    }
  }

  /// Answers the form with the user's decision. A hidden field has the authorization request.
  func answerDecision(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    let endpoint = server.inner.configuration.authorizationEndpoint
    guard let decision = try? Endpoint(endpoint.text + "/decision") else { return .nothing }
    guard let form = try? FormParameters(decoding: body),
      let parameters = try? FormParameters(decoding: form.first(PageField.request) ?? ""),
      let client = client(in: parameters)
    else { return await server.ask(decision, request, body: body) }
    switch admit(parameters, of: client) {
    case .answered(let answer): return answer
    case .admitted(let admittedParameters, let redirectURI):
      let body = Array(form.setting(PageField.request, admittedParameters.formEncoded()).formEncoded().utf8)
      let answer = await LookAlikeClientStore.$redirectURI.withValue(redirectURI) {
        await server.ask(decision, request, body: body)
      }
      if let code = Callback(answer)?.parameters.first("code") {
        await gave(code: Secret(code), for: admittedParameters)
      }
      return withIssuer(answer)
    }
  }

  private func client(in parameters: FormParameters) -> LookAlikeClient? {
    parameters.first("client_id").flatMap { server.clients[$0] }
  }

  /// Replaces the `iss` of a callback with the provider's.
  private func withIssuer(_ answer: HTTPAnswer) -> HTTPAnswer {
    guard var callback = Callback(answer) else { return answer }
    let issuer = server.quirks.contains(.wrongIssuerInCallback) ? "https://mixed-up.example" : callbackIssuer
    callback.parameters = callback.parameters.setting("iss", issuer)
    var answer = answer
    answer.response.headerFields[.location] = callback.text
    return answer
  }
}

/// A redirect to a client, split into its address and parameters.
private struct Callback {
  let address: Substring
  var parameters: FormParameters

  init?(_ answer: HTTPAnswer) {
    guard let location = answer.response.headerFields[.location], let mark = location.firstIndex(of: "?"),
      let parameters = try? FormParameters(decoding: location[location.index(after: mark)...])
    else { return nil }
    address = location[..<mark]
    self.parameters = parameters
  }

  var text: String { address + "?" + parameters.queryEncoded() }
}
