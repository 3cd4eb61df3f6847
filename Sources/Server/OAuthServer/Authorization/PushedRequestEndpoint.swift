internal import DPoPVerification
internal import FoundationBasics
internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The pushed authorization request endpoint (RFC 9126 §2).
///
/// It rejects everything that the authorization endpoint would reject, before a browser is
/// involved. Only checks that depend on the user are left to the authorization endpoint.
struct PushedRequestEndpoint: ClientEndpoint {
  let core: ServerCore
  let authenticator: ClientAuthenticator
  let parser: AuthorizationRequestParser
  let pushedRequests: any PushedRequestOperations
  let unproven: UnauthenticatedRequestCheck
  let binding: TokenBinding

  /// The parameters of pushed requests: those of authorization requests, and those of client
  /// authentication.
  private static let knownParameters =
    AuthorizationRequestParser.knownParameters + ["client_secret", "client_assertion", "client_assertion_type"]

  var description: EndpointDescription {
    EndpointDescription(
      name: "pushedRequest", paths: [configuration.pushedRequestEndpoint.parts.path], methods: [.post],
      errors: .json(requests: "pushed authorization requests", rule: "RFC 9126 section 2.1"), allowsOtherOrigins: true,
      events: [.requestRejection],
      operations: [
        OpenAPIOperation(
          method: "post", summary: "Accepts a pushed authorization request (RFC 9126)",
          headers: [.proof],
          body: .form(
            [OpenAPIOperation.Field].clientCredentials.filter { $0.name != "client_id" } + .authorizationRequest),
          answers: [
            201: [OpenAPIOperation.json], 400: [OpenAPIOperation.json], 401: [OpenAPIOperation.json],
            413: [OpenAPIOperation.json], 429: [OpenAPIOperation.json], 500: [OpenAPIOperation.json],
          ], security: ["client"])
      ])
  }

  var metadata: [String: JSONValue] {
    [
      "pushed_authorization_request_endpoint": .string(configuration.pushedRequestEndpoint.text),
      "require_pushed_authorization_requests": .bool(configuration.requests.requiresPushed),
    ]
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringClient {
      let form = try exchange.clientForm(knownParameters: Self.knownParameters)
      let client = try await authenticator.client(exchange, form)
      let checkedForm = try await checked(form, of: client, exchange)
      // The limit is checked before the proof is marked as used, because used proofs are stored
      // too.
      try unproven.count(client, exchange)
      // A request object replaces all other parameters (RFC 9126 §3), so the key is added to its
      // parameters.
      let parameters = try await boundToProof(checkedForm, of: client, exchange)
      let reference = PushedRequestReference(from: exchange.secrets, at: clock.now())
      try await pushedRequests.savePushedRequest(parser.record(reference, parameters, of: client))
      logger.info("An authorization request was pushed", metadata: ["client_id": "\(client.id)"])
      return .json(
        [
          "request_uri": .string(reference.text),
          "expires_in": .integer(configuration.requests.boundedPushedLifetime.components.seconds),
        ], status: .created)
    }
  }

  /// Returns the parameters to store, after checking the whole request. Errors have the form of RFC
  /// 6749 §5.2 here (RFC 9126 §2.3).
  private func checked(
    _ form: FormParameters, of client: RegisteredClient, _ exchange: Exchange
  ) async throws -> FormParameters {
    do {
      let resolvedRequest = try await parser.resolve(form, of: client, at: .pushing, from: exchange.context.address)
      _ = try parser.request(resolvedRequest, try parser.answerAddress(resolvedRequest.parameters, client))
      return resolvedRequest.parameters
    } catch let refusal as RedirectRefusal {
      throw Refusal(refusal.error)
    } catch let refusal as PageRefusal {
      throw Refusal(.invalidRequest, Self.words(refusal.reason))
    }
  }

  /// Returns the reason of an error page in words for the client's developer.
  private static func words(_ reason: ErrorPage.Reason) -> String {
    switch reason {
    case .missing(let name): "\(name) is missing"
    case .repeated(let name): "\(name) appears more than once"
    case .unregisteredRedirectURI: "redirect_uri is not one that this client registered"
    case .unsupportedResponseMode: "response_mode is not supported for this client and redirect_uri"
    case .developersFault(let detail): detail
    default: "the request is malformed"
    }
  }

  /// Returns the parameters with the key of the request's DPoP proof as `dpop_jkt` (RFC 9449
  /// §10.1), which binds the code to that key. The proof is marked as used.
  private func boundToProof(
    _ form: FormParameters, of client: RegisteredClient, _ exchange: Exchange
  ) async throws -> FormParameters {
    guard let dpop = binding.dpop, !exchange.request.headerFields[values: .dpop].isEmpty else { return form }
    let thumbprint = form.value("dpop_jkt")
    let proof = try await binding.spendProof(
      exchange, client, dpop, at: configuration.pushedRequestEndpoint, boundTo: thumbprint)
    guard thumbprint == nil else { return form }
    var bound = form
    bound.append("dpop_jkt", proof.keyThumbprint)
    return bound
  }
}
