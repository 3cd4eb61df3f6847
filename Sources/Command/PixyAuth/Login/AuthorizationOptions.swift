internal import ArgumentParser
internal import JOSE
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import PixyConnection

/// The options for the authorization request in a browser and its response.
struct AuthorizationOptions: ParsableArguments {
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

  func validate() throws {
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
  }

  /// The given options that need a browser.
  var forBrowser: [String] {
    [
      responseMode == nil ? nil : "--response-mode", par ? "--par" : nil, signedRequest ? "--signed-request" : nil,
      encryptedRequest ? "--encrypted-request" : nil, claims == nil ? nil : "--claims",
    ].compactMap { $0 }
  }

  /// Rejects the options that a named provider doesn't support. An issuer's metadata only causes
  /// warnings, because it may be incomplete.
  ///
  /// - Parameters:
  ///   - record: The request.
  ///   - server: The provider's metadata.
  /// - Throws: `ValidationError`.
  func requireSupport(by record: AccountRecord, _ server: AuthorizationServerMetadata) throws {
    let provider = try record.server.provider()
    let modes =
      provider.quirks.contains(.formPost) ? ["form_post"] : server.responseModesSupported ?? ["query", "fragment"]
    let options: [(name: String, isUnsupported: Bool)] = [
      ("--register", record.isRegistered && server.registrationEndpoint == nil),
      ("--par", par && server.pushedAuthorizationRequestEndpoint == nil),
      ("--dpop", record.isBound && server.dpopSigningAlgValuesSupported == nil),
      ("--response-mode", responseMode.map { !modes.contains($0) } ?? false),
    ]
    if let option = options.first(where: \.isUnsupported) {
      throw ValidationError("\(provider.name) does not support \(option.name).")
    }
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

  /// Creates the authorization request.
  /// - Parameters:
  ///   - redirectURI: The redirect URI of the user agent.
  ///   - record: The client, whose key signs the request, the scope and the resources.
  ///   - server: The server's metadata.
  /// - Throws: The error of a key that can't be read, or of an encryption that isn't announced.
  func request(
    _ redirectURI: RedirectURI, for record: AccountRecord, at server: AuthorizationServerMetadata
  ) throws -> AuthorizationRequest {
    var request = AuthorizationRequest(redirectURI: redirectURI, scope: record.scope, parameters: givenParameters)
    request.resources = record.resources
    request.responseMode = responseMode.flatMap(ResponseMode.init(rawValue:))
    request.isPushed = par
    if signedRequest {
      request.requestObjectKey = try record.client.signingKey(announced: server.requestObjectSigningAlgValuesSupported)
    }
    if encryptedRequest { request.requestObjectEncryption = try RequestObjectEncryption(announcedBy: server) }
    return request
  }
}
