internal import ArgumentParser
internal import JOSE
internal import OAuth
internal import OAuthCore

/// The options for the authorization request and its response.
struct RequestOptions: ParsableArguments {
  @Option(help: "The scopes to request, repeated or separated by spaces. With openid, the ID token is verified.")
  var scope: [String] = []

  @Option(help: ArgumentHelp("A resource that the token is for (RFC 8707). Repeatable.", valueName: "uri"))
  var resource: [String] = []

  @Option(
    help: ArgumentHelp(
      "A WWW-Authenticate field of the request that a protected resource rejected. Repeatable.", valueName: "field"))
  var challenge: [String] = []

  @Option(
    help: ArgumentHelp(
      "The claims to request in the ID token, such as email,groups (OpenID Connect Core §5.5).", valueName: "names"))
  var claims: ClaimNames?

  @Option(help: ArgumentHelp("A further authorization parameter. Repeatable.", valueName: "name=value"))
  var parameter: [String] = []

  @Option(
    help: ArgumentHelp(
      "The response mode: query, fragment, form_post, jwt, query.jwt, fragment.jwt, form_post.jwt.", valueName: "mode"))
  var responseMode: String?

  @Flag(help: "Push the request to the server first, so that the browser gets only a reference (PAR, RFC 9126).")
  var par = false

  @Flag(help: "Sign the request with the client's key (JAR, RFC 9101).")
  var signedRequest = false

  @Flag(help: "Encrypt the signed request for the server, so that the browser can't read it (RFC 9101 §6.1).")
  var encryptedRequest = false

  @Flag(name: .customLong("dpop"), help: "Bind the tokens to a new key (DPoP, RFC 9449).")
  var dpop = false

  func validate() throws {
    for text in resource where !ParsedURI.isResource(text) {
      throw ValidationError(Self.wrongResource)
    }
    if let responseMode, ResponseMode(rawValue: responseMode) == nil {
      throw ValidationError(
        "--response-mode accepts \(ResponseMode.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    guard signedRequest || !encryptedRequest else {
      throw ValidationError("--encrypted-request needs --signed-request, because encryption doesn't prove the client.")
    }
    for text in parameter {
      guard let separator = text.firstIndex(of: "="), separator != text.startIndex else {
        throw ValidationError("--parameter accepts name=value.")
      }
      guard claims == nil || text[..<separator] != "claims" else {
        throw ValidationError("Give --claims or --parameter claims=…, not both.")
      }
    }
    guard claims == nil || scope.isEmpty || scope.contains(where: { $0.split(separator: " ").contains("openid") })
    else {
      throw ValidationError("--claims needs the scope openid, because it requests claims in the ID token.")
    }
  }

  /// The error for a value of `--resource`.
  static let wrongResource =
    "--resource accepts an absolute URI without a fragment, such as https://api.example.com (RFC 8707 §2)."

  /// The given options that only issuers support: a named provider determines the form of its
  /// requests.
  var forIssuers: [String] {
    [
      resource.isEmpty ? nil : "--resource", responseMode == nil ? nil : "--response-mode", par ? "--par" : nil,
      signedRequest ? "--signed-request" : nil, encryptedRequest ? "--encrypted-request" : nil, dpop ? "--dpop" : nil,
    ].compactMap { $0 }
  }

  /// The given options that need a browser.
  var forBrowser: [String] {
    [
      responseMode == nil ? nil : "--response-mode", par ? "--par" : nil, signedRequest ? "--signed-request" : nil,
      encryptedRequest ? "--encrypted-request" : nil, claims == nil ? nil : "--claims",
    ].compactMap { $0 }
  }

  /// Returns the requested scope; `nil` without `--scope`.
  func givenScope() throws -> Scope? {
    scope.isEmpty ? nil : try Scope(parameter: scope.joined(separator: " "))
  }

  /// The further parameters, with the `claims` parameter that `--claims` stands for.
  var givenParameters: FormParameters {
    var parameters = namedParameters
    parameters.append("claims", ifPresent: claims?.requestParameter)
    return parameters
  }

  /// The parameters of `--parameter`.
  var namedParameters: FormParameters {
    var parameters = FormParameters()
    for text in parameter {
      guard let separator = text.firstIndex(of: "=") else { continue }
      parameters.append(String(text[..<separator]), String(text[text.index(after: separator)...]))
    }
    return parameters
  }

  /// Creates the request for the redirect URI of the user agent.
  /// - Parameter key: The client's key, for `--signed-request`.
  /// - Throws: `ValidationError` if the key is missing; `ScopeError`.
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
