internal import ArgumentParser
internal import FoundationBasics
internal import OAuth
internal import OAuthCore

extension LoginCommand {
  /// Whether the argument may be a protected resource instead of an issuer.
  var mayNameResource: Bool {
    server.address.issuer != nil && !server.isProvider && !server.choice.needsNoMetadata && request.resource.isEmpty
      && grant.grant == .code
  }

  /// Returns the same sign-in with the options that the protected resource at the URL asks for: its
  /// authorization server, resource and scope, and an existing or a new client if none was named.
  ///
  /// - Parameter say: Reports the authorization server.
  /// - Returns: `nil` if the URL publishes no metadata of a protected resource.
  /// - Throws: ``ResourceLoginError``; `ProtectedResourceError`; the errors of the authorization
  ///   server's metadata and of the transport.
  func forResource(saying say: (String) -> Void) async throws -> LoginCommand? {
    guard let text = server.address.issuer else { return nil }
    let found: ProtectedResourceDiscovery
    do {
      found = try await .discover(try Endpoint(text), through: server.connection.transport())
    } catch ProtectedResourceError.notPublished {
      return nil
    }
    let command = try asking(for: found)
    say("\(found.resource.resource) accepts tokens of \(command.server.address.issuer ?? "an unknown server").")
    return command
  }

  /// Returns the same sign-in with the options for a resource that was found.
  func asking(for found: ProtectedResourceDiscovery) throws -> LoginCommand {
    guard let issuer = found.server.issuer else {
      throw ProtectedResourceError.noAuthorizationServer(found.resource.resource)
    }
    // Without the announcement a client can't know that the server checks the challenge (MCP
    // 2026-07-28, Security Considerations: Authorization Code Protection).
    guard let methods = found.server.codeChallengeMethodsSupported, methods.contains("S256") else {
      throw ResourceLoginError.noCodeChallenges(issuer)
    }
    var command = self
    command.server.address.issuer = issuer.text
    command.request.resource = [found.resource.resource.text]
    if request.scope.isEmpty { command.request.scope = found.scope.tokens }
    if found.resource.dpopBoundAccessTokensRequired { command.request.dpop = true }
    if client.isNamed {
      // A server that doesn't know metadata documents can't know this client (MCP 2026-07-28, Client ID
      // Metadata Documents).
      if client.clientID?.hasPrefix("https://") ?? false,
        !found.server.acceptsClientDocuments
      {
        throw ResourceLoginError.noMetadataDocuments(issuer)
      }
    } else {
      command.registration.usesExistingClient = !registration.register
      if found.server.acceptsClientDocuments {
        command.registration.document = try Settings.clientDocument(ProcessInfo.processInfo.environment)
      }
      command.registration.register = true
    }
    return command
  }
}

extension DiscoveryError {
  /// Whether the address isn't that of an issuer with metadata.
  var isNoIssuer: Bool {
    switch self {
    case .notPublished, .anotherIssuer: true
    case .unexpectedStatus, .malformed: false
    }
  }
}

/// The reason why `pixy login` doesn't sign in at the authorization server of a protected resource.
enum ResourceLoginError: Error, Hashable {
  /// The server doesn't announce PKCE with S256.
  case noCodeChallenges(Issuer)
  /// The client ID is a URL, and the server doesn't announce metadata documents.
  case noMetadataDocuments(Issuer)
  /// There is no client, and the server registers none.
  case noRegistration(Issuer, acceptsDocuments: Bool)
}

extension ResourceLoginError: ExplainedError {
  var code: String {
    switch self {
    case .noCodeChallenges: "no_code_challenges"
    case .noMetadataDocuments: "no_client_id_metadata_documents"
    case .noRegistration: "no_registration"
    }
  }
  var step: FlowStep { .discovery }
  var category: ErrorCategory { self.isMistake ? .mistake : .invalidInput }
  private var isMistake: Bool { if case .noCodeChallenges = self { false } else { true } }
  var explanation: String {
    switch self {
    case .noCodeChallenges(let issuer):
      "\(issuer) does not announce PKCE with S256, which protected resources require (MCP Authorization)."
    case .noMetadataDocuments(let issuer): "\(issuer) does not support URLs as client IDs."
    case .noRegistration(let issuer, _): "\(issuer) does not register clients on request."
    }
  }
  var remedy: String {
    switch self {
    case .noCodeChallenges: "Tell the server's operator. To sign in nevertheless, give the issuer and --resource URL."
    case .noMetadataDocuments: "Leave --client-id out, or give the ID of a client that is registered there."
    case .noRegistration(_, acceptsDocuments: false):
      "Register a client with the server's operator, and give its ID with --client-id."
    case .noRegistration(_, acceptsDocuments: true):
      "Host the document that `pixy client-document URL` prints, and run `pixy config set client-document URL`."
    }
  }
}
