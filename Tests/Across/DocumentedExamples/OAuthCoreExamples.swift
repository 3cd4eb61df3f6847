import HTTPTypes
import OAuthCore

/// Writes the form of a refresh.
func formOfARefresh(refreshToken: Secret) throws -> (Endpoint, FormParameters) {
  let endpoint = try Endpoint("https://login.example.com/token")
  let scope = try Scope(["openid", "profile"])

  var form = FormParameters()
  form.append("grant_type", "refresh_token")
  form.append("refresh_token", refreshToken.reveal())
  form.append("scope", scope.parameter)
  return (endpoint, form)
}

/// Writes parameters as a literal.
func parametersOfALiteral() -> FormParameters {
  let parameters: FormParameters = ["access_type": "offline", "prompt": "consent"]
  return parameters
}

/// Finds out that a request lacked a scope.
func insufficientScope(of answer: HTTPAnswer) throws {
  let challenges = try AuthenticateChallenge.read(answer)
  if let challenge = challenges.first(where: { $0.isScheme("Bearer") }),
    challenge.error == .insufficientScope
  {
    print("The token needs the scope", challenge.scope?.parameter ?? "(unknown)")
  }
}

/// Shows the code and the remedy of an error.
func codeAndRemedyOfAnError() {
  do {
    let endpoint = try Endpoint("http://login.example.com/token")
    print(endpoint)
  } catch {
    print(error.code)  // "uri_not_https"
    print(error.category)  // mistake
    print(error.remedy)  // the recommended action
  }
}

/// Prints a text that another party sent.
func printUntrustedText() {
  print(UntrustedText("denied\u{1B}[2J"))  // "denied[2J"
}

/// Reads a callback's query, and writes the form of a token request.
func readAndWriteForms() throws -> String {
  let form = try FormParameters(decoding: "code=abc&state=xyz")
  let code = try form.single("code")  // "abc"

  var request = FormParameters()
  request.append("grant_type", "authorization_code")
  request.append("code", ifPresent: code)
  let body = request.formEncoded()  // "grant_type=authorization_code&code=abc"
  return body
}

/// Reads and writes a JSON document.
func readAndWriteJSON() throws -> (String?, String) {
  let document = try JSONValue(bytes: Array(#"{"name": "Ada", "age": 36}"#.utf8))
  let name = document.object?["name"]?.string  // "Ada"
  let text = String(decoding: document.bytes(), as: UTF8.self)  // {"age":36,"name":"Ada"}
  return (name, text)
}

/// Describes a server that publishes no metadata.
func metadataWithoutDiscovery() throws -> AuthorizationServerMetadata {
  let metadata = AuthorizationServerMetadata(
    issuer: try Issuer("https://login.example.com"),
    authorizationEndpoint: try Endpoint("https://login.example.com/authorize"),
    tokenEndpoint: try Endpoint("https://login.example.com/token"))
  return metadata
}

/// Compares two scopes.
func compareScopes() throws -> (Bool, String) {
  let granted = try Scope(parameter: "openid profile email")
  let needed = try Scope(["openid", "email"])
  let isGranted = needed.isSubset(of: granted)  // true
  let parameter = needed.parameter  // "openid email"
  return (isGranted, parameter)
}

/// Prints a secret, and sends one.
func printAndSendASecret() -> String {
  let token = Secret("2YotnFZFEjr1zCsicMWpAA")
  print(token)  // [redacted]
  let field = "Bearer \(token.reveal())"
  return field
}

/// Finds the access token of a request.
func accessTokenOfARequest(_ request: HTTPRequest) throws -> HTTPResponse {
  guard let presented = try PresentedAccessToken.find(in: request) else {
    return HTTPResponse(status: .unauthorized)
  }
  print(presented)
  return HTTPResponse(status: .ok)
}

/// Reads the origin of an endpoint.
func originOfAnEndpoint() throws -> String {
  let endpoint = try Endpoint("https://login.example.com/token")
  let origin = endpoint.origin  // "https://login.example.com"
  return origin
}

/// Compares two issuers that differ only in the last character.
func compareIssuers() throws -> (Bool, String) {
  let issuer = try Issuer("https://login.example.com/main")
  let isSame = try issuer == Issuer("https://login.example.com/main/")  // false
  let origin = issuer.origin  // "https://login.example.com"
  return (isSame, origin)
}

/// Compares a client's redirect URI with the registered one.
func compareRedirectURIs() throws -> Bool {
  let registered = try RedirectURI("http://127.0.0.1/callback")
  let sent = try RedirectURI("http://127.0.0.1:49152/callback")
  let isAllowed = registered.matches(sent)  // true: loopback redirects match any port
  return isAllowed
}

/// Creates a scope from a literal.
func scopeFromALiteral() -> Scope {
  let scope: Scope = "openid profile email"
  return scope
}

enum ShopError: ExplainedError {
  case soldOut(String)

  var facts: ErrorFacts {
    switch self {
    case .soldOut(let article):
      ErrorFacts(
        "sold_out", at: .resource, .temporary, "\(article) is sold out.", remedy: "Ask again tomorrow.")
    }
  }
}
