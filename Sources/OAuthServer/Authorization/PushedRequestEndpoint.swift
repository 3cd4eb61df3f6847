internal import DPoPVerification
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The pushed authorization request endpoint (RFC 9126 §2).
///
/// Everything that the authorization endpoint would reject is rejected here, before a browser is sent anywhere. Only what
/// depends on the user is left to it.
struct PushedRequestEndpoint: ClientEndpoint {
  let core: ServerCore
  let authenticator: ClientAuthenticator
  let parser: AuthorizationRequestParser
  let pushedRequests: any PushedRequestStore
  let unproven: UnprovenRequestCheck
  let binding: TokenBinding

  /// The parameters of pushed requests besides those of authorization requests.
  private static let understood =
    AuthorizationRequestParser.understood + ["client_secret", "client_assertion", "client_assertion_type"]

  var description: EndpointDescription {
    EndpointDescription(
      name: "pushedRequest", paths: [configuration.pushedRequestEndpoint.parts.path], methods: [.post],
      errors: .json(requests: "pushed authorization requests", rule: "RFC 9126 section 2.1"), allowsOtherOrigins: true,
      operations: [
        OpenAPIOperation(
          method: "post", summary: "Accepts an authorization request before the browser comes (RFC 9126)",
          headers: [.proof],
          body: .form([OpenAPIOperation.Field].clientCredentials.filter { $0.name != "client_id" } + .authorizationRequest),
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
      let form = try exchange.clientForm(understood: Self.understood)
      let client = try await authenticator.client(exchange, form)
      let checked = try await checked(form, of: client, exchange)
      // Before a proof is spent, which is kept too.
      try unproven.count(client, exchange)
      // Of a request object its own parameters count and no others (RFC 9126 §3): the key belongs among those.
      let parameters = try await boundToProof(checked, exchange)
      let reference = PushedRequestReference(from: secrets, at: clock.now())
      try await pushedRequests.save(parser.record(reference, parameters, of: client))
      logger.info("An authorization request was pushed", metadata: ["client_id": "\(client.id)"])
      return .json(
        [
          "request_uri": .string(reference.text),
          "expires_in": .integer(configuration.requests.boundedPushedLifetime.components.seconds),
        ], status: .created)
    }
  }

  /// The parameters to keep, after the whole request was checked. Refusals have the form of RFC 6749 §5.2 here
  /// (RFC 9126 §2.3).
  private func checked(
    _ form: FormParameters, of client: RegisteredClient, _ exchange: Exchange
  ) async throws -> FormParameters {
    do {
      let found = try await parser.resolve(form, of: client, at: .pushing, from: exchange.context.address)
      _ = try parser.request(found, try parser.answerAddress(found.parameters, client))
      return found.parameters
    } catch let refusal as RedirectRefusal {
      throw Refusal(refusal.error)
    } catch let refusal as PageRefusal {
      throw Refusal(.invalidRequest, Self.words(refusal.reason))
    }
  }

  /// What a page would tell the person, for the client's developer.
  private static func words(_ reason: ErrorPage.Reason) -> String {
    switch reason {
    case .missing(let name): "\(name) is missing"
    case .repeated(let name): "\(name) appears more than once"
    case .unregisteredRedirectURI: "redirect_uri is not one that this client registered"
    case .unsupportedResponseMode: "response_mode is not supported for this client and redirect_uri"
    case .developersFault(let detail): detail
    default: "the request cannot be read"
    }
  }

  /// The parameters of a pushed request, with the key of its DPoP proof as `dpop_jkt` (RFC 9449 §10.1): the code is then
  /// bound to that key. The proof is spent.
  private func boundToProof(_ form: FormParameters, _ exchange: Exchange) async throws -> FormParameters {
    guard let dpop = binding.dpop, !exchange.request.headerFields[values: .dpop].isEmpty else { return form }
    let named = form.value("dpop_jkt")
    let proof = try await binding.spendProof(exchange, dpop, at: configuration.pushedRequestEndpoint, boundTo: named)
    guard named == nil else { return form }
    var bound = form
    bound.append("dpop_jkt", proof.keyThumbprint)
    return bound
  }
}
