internal import OAuth
internal import OAuthCore
internal import PixyConnection

/// The selection of a sign-in's client: the given one, an existing one, or a new one.
struct ClientSelection: Sendable {
  /// The given client. Without ID, it has the options for the client that is found or registered.
  let client: ClientChoice
  /// The clients that may be used instead of a new one; `nil` if only a new one may.
  var existing: ExistingClients?
  let initialAccessToken: Secret?
  let transport: any HTTPTransport

  /// The selected client.
  struct Selected: Sendable {
    var choice: ClientChoice
    /// The client's registration; `nil` for a client that no sign-in registered.
    var registration: RegistrationRecord?
    /// The origin, which decides what happens if the sign-in fails.
    var origin: Origin
  }

  /// The origin of a client.
  enum Origin: Sendable {
    case given
    case known
    case document
    case new(ClientRegistration)
  }

  /// Selects an existing client, or registers a new one.
  ///
  /// - Parameters:
  ///   - server: The server's metadata.
  ///   - isUsable: Returns whether a known client can be used. Called at most until the first one.
  ///   - metadata: Returns the metadata of a new client.
  ///   - say: Reports the client.
  /// - Throws: ``ResourceLoginError/noRegistration(_:acceptsDocuments:)``; ``ClientChoiceError``; the
  ///   errors of the registration.
  func select(
    at server: AuthorizationServerMetadata, usingKnown isUsable: (KnownClient) async throws -> Bool,
    registering metadata: () throws -> ClientMetadata, saying say: (String) -> Void
  ) async throws -> Selected {
    for known in existing?.known ?? [] where try await isUsable(known) {
      say(
        "Using the client \(UntrustedText(known.client.id)), which an earlier sign-in registered. If the server's page "
          + "rejects it, stop, and add --register to pixy login.")
      return Selected(choice: known.client, registration: known.registration, origin: .known)
    }
    if let document = existing?.document {
      var choice = client
      choice.id = document
      _ = try choice.authentication(at: server)
      say("Using the client of your metadata document, \(UntrustedText(document)).")
      return Selected(choice: choice, origin: .document)
    }
    if existing != nil, server.registrationEndpoint == nil, let issuer = server.issuer {
      throw ResourceLoginError.noRegistration(issuer, acceptsDocuments: server.acceptsClientDocuments)
    }
    let requestedMetadata = try metadata()
    let registration = try await ClientRegistration.register(
      requestedMetadata, at: server, initialAccessToken: initialAccessToken, through: transport)
    var choice = client
    choice.id = registration.clientID
    choice.secret = registration.clientSecret
    let selected = RegistrationRecord(registration, requested: requestedMetadata)
    say("Registered as \(UntrustedText(registration.clientID)).")
    do {
      choice.method = try Self.method(of: registration, asked: client.requestedMethod(at: server))
      choice.idTokenAlgorithms = try Self.idTokenAlgorithms(of: registration, asked: client.idTokenAlgorithms)
      // A missing key fails here, before the user signs in.
      _ = try choice.authentication(at: server)
    } catch {
      await discard(registration, saying: say)
      throw error
    }
    return Selected(choice: choice, registration: selected, origin: .new(registration))
  }

  /// Returns the authentication method of the new client. Servers may choose another than the
  /// requested one (RFC 7591 §3.2.1).
  private static func method(
    of registration: ClientRegistration, asked: ClientOptions.Method
  ) throws -> ClientOptions.Method {
    let name = registration.tokenEndpointAuthMethod
    if asked == .clientSecretBasicWithoutEncoding, name == ClientOptions.Method.clientSecretBasic.rawValue {
      return asked
    }
    guard let method = ClientOptions.Method(rawValue: name) else { throw ClientChoiceError.unknownMethod(name) }
    if registration.clientSecret == nil, method.needsSecret { throw ClientChoiceError.noIssuedSecret(method) }
    return method
  }

  /// Returns the accepted algorithms of ID tokens: the server's choice among several (OpenID Connect
  /// RP Metadata Choices 1.0 §2). Without a choice, they stay as they are.
  private static func idTokenAlgorithms(
    of registration: ClientRegistration, asked: [String]
  ) throws(ClientChoiceError) -> [String] {
    guard asked.count > 1, let choice = registration.choice(of: .idTokenAlgorithms) else { return asked }
    guard asked.contains(choice) else { throw .otherAlgorithm(choice) }
    return [choice]
  }

  /// Deletes the client of a sign-in that failed (RFC 7592 §2.3), because nothing else keeps its ID
  /// and its secret.
  func discard(_ registration: ClientRegistration, saying say: (String) -> Void) async {
    let id = UntrustedText(registration.clientID)
    guard let address = registration.registrationClientURI, let token = registration.registrationAccessToken else {
      return say("The client \(id) stays registered at the server, which issued no token to delete it.")
    }
    // A task of its own: the sign-in may have been cancelled.
    let isDeleted = await Task { [transport] in
      do {
        try await ClientRegistration.delete(at: address, with: token, through: transport)
        return true
      } catch {
        return false
      }
    }.value
    say(
      isDeleted
        ? "Deleted the registration of \(id), because the sign-in failed."
        : "The client \(id) stays registered at the server, which did not delete it.")
  }

  /// Returns whether an error of a sign-in is the server's refusal of the client itself.
  static func isAboutUnknownClient(_ error: any Error) -> Bool {
    switch error {
    case CallbackError.refused(let response): response.isAboutUnknownClient
    case let error as EndpointError: error.isAboutClient || error.refusal?.isAboutUnknownClient ?? false
    default: false
    }
  }
}

extension AuthorizationServerMetadata {
  /// Whether the server accepts the address of a metadata document as a client ID
  /// (draft-ietf-oauth-client-id-metadata-document-02 §6).
  var acceptsClientDocuments: Bool { members["client_id_metadata_document_supported"] == true }
}
