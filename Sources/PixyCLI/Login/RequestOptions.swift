internal import ArgumentParser
internal import JOSE
internal import OAuth
internal import OAuthCore

/// What the authorization request asks for, and how it and its answer travel.
struct RequestOptions: ParsableArguments {
  @Option(help: "What to ask for; repeat it, or separate by spaces. With openid the ID token is verified.")
  var scope: [String] = []

  @Option(help: "A resource that the token is for, as an absolute URI (RFC 8707); repeat it for more.")
  var resource: [String] = []

  @Option(help: "One more authorization parameter, as name=value; repeat it for more.")
  var parameter: [String] = []

  @Option(help: "How the answer comes back: query, fragment, form_post, jwt, query.jwt, fragment.jwt, form_post.jwt.")
  var responseMode: String?

  @Flag(help: "Send the request to the server first, so that the browser gets a reference only (PAR, RFC 9126).")
  var par = false

  @Flag(help: "Sign the request with the client's key (JAR, RFC 9101).")
  var signedRequest = false

  @Flag(name: .customLong("dpop"), help: "Bind the tokens to a fresh key (DPoP, RFC 9449).")
  var dpop = false

  func validate() throws {
    if let responseMode, ResponseMode(rawValue: responseMode) == nil {
      throw ValidationError(
        "--response-mode takes \(ResponseMode.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    for text in parameter {
      guard let separator = text.firstIndex(of: "="), separator != text.startIndex else {
        throw ValidationError("--parameter takes name=value.")
      }
    }
  }

  /// The options that are for issuers: a provider's name says how its requests are made.
  var forIssuers: [String] {
    [
      resource.isEmpty ? nil : "--resource", responseMode == nil ? nil : "--response-mode", par ? "--par" : nil,
      signedRequest ? "--signed-request" : nil, dpop ? "--dpop" : nil,
    ].compactMap { $0 }
  }

  /// The options that are for the browser's part of a sign-in.
  var forBrowser: [String] {
    [responseMode == nil ? nil : "--response-mode", par ? "--par" : nil, signedRequest ? "--signed-request" : nil]
      .compactMap { $0 }
  }

  /// What to ask for; `nil` if nothing was said.
  func givenScope() throws -> Scope? {
    scope.isEmpty ? nil : try Scope(parameter: scope.joined(separator: " "))
  }

  /// The additional parameters.
  var givenParameters: FormParameters {
    var parameters = FormParameters()
    for text in parameter {
      guard let separator = text.firstIndex(of: "=") else { continue }
      parameters.append(String(text[..<separator]), String(text[text.index(after: separator)...]))
    }
    return parameters
  }

  /// The request without its redirect URI, which the user agent decides.
  func request(key: SigningKey?) throws -> @Sendable (RedirectURI) throws -> AuthorizationRequest {
    guard !signedRequest || key != nil else { throw ValidationError("--signed-request needs --client-key-file.") }
    let given = givenParameters
    let scope = try givenScope() ?? .none
    let mode = responseMode.flatMap(ResponseMode.init(rawValue:))
    let (resources, isPushed, signingKey) = (resource, par, signedRequest ? key : nil)
    return { redirectURI in
      var request = AuthorizationRequest(redirectURI: redirectURI, scope: scope, parameters: given)
      request.resources = resources
      request.responseMode = mode
      request.isPushed = isPushed
      request.requestObjectKey = signingKey
      return request
    }
  }
}
