internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer

/// What a provider's rules say about an authorization request.
enum Admission: Sendable {
  /// The server inside answers it, in these words. It may lead to this redirect URI and no other; without one the server shows a page.
  case admitted(FormParameters, RedirectURI?)
  /// The provider has an answer of its own.
  case answered(HTTPAnswer)
}

/// How a provider deals with people's browsers.
protocol AuthorizationRules: Sendable {
  var server: LookAlikeServer { get }

  /// Applies the provider's rules. The answer's words are admitted again when the form comes back, so that a second admission must
  /// change nothing.
  func admit(_ parameters: FormParameters, of client: LookAlikeClient) -> Admission

  /// What the callback's `iss` is; `nil` for none.
  var callbackIssuer: String? { get }

  /// Told of every code that is given, with the request that it answers.
  func gave(code: Secret, for parameters: FormParameters) async
}

extension AuthorizationRules {
  /// The authorization endpoint.
  func answerAuthorization(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    let text = request.method == .post ? String(decoding: body, as: UTF8.self) : request.query
    var asked = request
    asked.method = request.method == .head ? .head : .get
    let endpoint = server.inner.configuration.authorizationEndpoint
    guard let parameters = try? FormParameters(decoding: text), let client = client(in: parameters) else {
      return await server.ask(endpoint, asked, query: text)
    }
    switch admit(parameters, of: client) {
    case .answered(let answer): return answer
    case .admitted(let admitted, let redirectURI):
      let answer = await LookAlikeClientStore.$redirectURI.withValue(redirectURI) {
        await server.ask(endpoint, asked, query: admitted.queryEncoded())
      }
      return withIssuer(answer)
    }
  }

  /// What the person decided: the form has the authorization request in a hidden field.
  func answerDecision(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    let endpoint = server.inner.configuration.authorizationEndpoint
    guard let decision = try? Endpoint(endpoint.text + "/decision") else { return .nothing }
    guard let form = try? FormParameters(decoding: body),
      let parameters = try? FormParameters(decoding: form.first(PageField.request) ?? ""),
      let client = client(in: parameters)
    else { return await server.ask(decision, request, body: body) }
    switch admit(parameters, of: client) {
    case .answered(let answer): return answer
    case .admitted(let admitted, let redirectURI):
      let body = Array(form.setting(PageField.request, admitted.formEncoded()).formEncoded().utf8)
      let answer = await LookAlikeClientStore.$redirectURI.withValue(redirectURI) {
        await server.ask(decision, request, body: body)
      }
      if let code = Callback(answer)?.parameters.first("code") { await gave(code: Secret(code), for: admitted) }
      return withIssuer(answer)
    }
  }

  private func client(in parameters: FormParameters) -> LookAlikeClient? {
    parameters.first("client_id").flatMap { server.clients[$0] }
  }

  /// The answer with the `iss` that the provider's callbacks have.
  private func withIssuer(_ answer: HTTPAnswer) -> HTTPAnswer {
    guard var callback = Callback(answer) else { return answer }
    let issuer = server.quirks.contains(.wrongIssuerInCallback) ? "https://mixed-up.example" : callbackIssuer
    callback.parameters = callback.parameters.setting("iss", issuer)
    var answer = answer
    answer.response.headerFields[.location] = callback.text
    return answer
  }
}

/// A redirect to a client, taken apart.
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
