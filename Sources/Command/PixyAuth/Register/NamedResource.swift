internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import PixyConnection
internal import PixyTerminal

/// A protected resource that was named instead of an authorization server, and what it asks for.
struct NamedResource {
  /// The authorization server of the resource.
  let issuer: Issuer
  /// The metadata of the authorization server.
  let metadata: AuthorizationServerMetadata
  let resource: String
  let scope: [String]
  /// Whether the resource accepts only tokens that are bound to a key (RFC 9728 §2, RFC 9449 §7.1).
  let bindsTokens: Bool
  /// The address of the user's metadata document, if the server accepts it.
  let document: String?

  /// Finds the resource at the URL that was given in place of an issuer.
  ///
  /// - Parameters:
  ///   - server: The options with the URL.
  ///   - client: The options for the client.
  ///   - grant: The grant of the sign-in.
  ///   - challenge: The `WWW-Authenticate` fields of a rejected request; empty to send the URL requests
  ///     without a token.
  ///   - endpoints: The endpoints of extensions that the sign-in needs.
  ///   - say: Reports the authorization server.
  /// - Returns: `nil` if the URL publishes no metadata of a protected resource.
  /// - Throws: ``ResourceLoginError``; ``ConfigError``; `ProtectedResourceError`; the errors of the
  ///   authorization server's metadata and of the transport.
  static func find(
    at server: ServerOptions, for client: ClientOptions, grant: AccountRecord.Grant, challengedBy challenge: [String],
    needing endpoints: Set<EndpointName>, saying say: (String) -> Void
  ) async throws -> NamedResource? {
    guard let text = server.address.issuer else { return nil }
    let discovery: ProtectedResourceDiscovery
    do {
      discovery = try await .discover(
        try Endpoint(text), challengedBy: challenge.isEmpty ? nil : ResourceChallenge(fields: challenge),
        through: server.connection.transport(), needing: endpoints.union([.revocation]))
    } catch let error as ProtectedResourceError where error.isNoResource {
      return nil
    } catch let error as DiscoveryError {
      throw ResourceLoginError.noMetadata(error, resource: text)
    }
    guard let issuer = discovery.server.issuer else {
      throw ProtectedResourceError.noAuthorizationServer(discovery.resource.resource)
    }
    // Without the announcement a client can't know that the server checks the challenge (MCP
    // 2026-07-28, Security Considerations: Authorization Code Protection). Only codes have one.
    let methods = discovery.server.codeChallengeMethodsSupported ?? []
    guard grant != .code || methods.contains("S256") else { throw ResourceLoginError.noCodeChallenges(issuer) }
    // A server that doesn't know metadata documents can't know such a client (MCP 2026-07-28, Client
    // ID Metadata Documents).
    guard discovery.server.acceptsClientDocuments || !(client.clientID?.hasPrefix("https://") ?? false) else {
      throw ResourceLoginError.noMetadataDocuments(issuer)
    }
    let resource = discovery.resource.resource
    say("\(resource) accepts tokens of \(issuer).")
    return NamedResource(
      issuer: issuer, metadata: discovery.server, resource: resource.text,
      // Only a user's sign-in is refreshed.
      scope: (grant == .code || grant == .device ? discovery.scope : discovery.requiredScope).tokens,
      bindsTokens: discovery.bindsTokens,
      document: discovery.server.acceptsClientDocuments
        ? try Settings.clientDocument(ProcessInfo.processInfo.environment) : nil)
  }
}

/// The reason why `pixy login` doesn't sign in at the authorization server of a protected resource.
enum ResourceLoginError: Error, Hashable {
  /// The authorization server publishes no usable metadata.
  case noMetadata(DiscoveryError, resource: String)
  /// The server doesn't announce PKCE with S256.
  case noCodeChallenges(Issuer)
  /// The client ID is a URL, and the server doesn't announce metadata documents.
  case noMetadataDocuments(Issuer)
  /// There is no client, and the server registers none.
  case noRegistration(Issuer, acceptsDocuments: Bool)
}

extension ResourceLoginError: ExplainedError {
  /// The facts of each case.
  var facts: ErrorFacts {
    switch self {
    case .noMetadata(let error, let resource):
      ErrorFacts(
        error.code, at: .discovery, error.category, error.explanation,
        remedy: """
          If the server is right, give its endpoints and a client that is registered there: pixy login \
          \(error.issuer) --authorization-endpoint URL --token-endpoint URL --client-id ID \
          --resource \(ShellWord.quoted(resource))
          """)
    case .noCodeChallenges(let issuer):
      ErrorFacts(
        "no_code_challenges", at: .discovery, .invalidInput,
        "\(issuer) does not announce PKCE with S256, which protected resources require (MCP Authorization).",
        remedy: "Tell the server's operator. To sign in nevertheless, give the issuer and --resource URL.")
    case .noMetadataDocuments(let issuer):
      ErrorFacts(
        "no_client_id_metadata_documents", at: .discovery, .mistake, "\(issuer) does not support URLs as client IDs.",
        remedy: "Leave --client-id out, or give the ID of a client that is registered there.")
    case .noRegistration(let issuer, let acceptsDocuments):
      ErrorFacts(
        "no_registration", at: .discovery, .mistake, "\(issuer) does not register clients on request.",
        remedy: acceptsDocuments
          ? "Host the document that `pixy client-document URL` prints, and run `pixy config set client-document URL`."
          : "Register a client with the server's operator, and give its ID with --client-id.")
    }
  }
}
