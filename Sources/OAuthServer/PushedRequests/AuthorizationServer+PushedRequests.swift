#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// The parameters of pushed requests besides those of authorization requests.
  private static let understoodHere = ["client_secret", "client_assertion", "client_assertion_type"]

  /// The pushed authorization request endpoint (RFC 9126 §2).
  ///
  /// Everything that the authorization endpoint would refuse is refused here, before a browser is sent anywhere; only what
  /// depends on the person is left to it.
  func answerPushedRequest(
    _ request: HTTPRequest, _ body: [UInt8], _ pushedRequests: any PushedRequestStore
  ) async throws -> HTTPAnswer {
    try await answeringClient {
      let form = try clientForm(
        request, body, understood: AuthorizationRequestParser.understood + Self.understoodHere)
      let client = try await authenticatedClient(request, form)
      let parser = requestParser
      let checked = try await checkedForPushing(form, of: client, parser)
      // Before a proof is spent, which is kept too.
      try countUnproven(client)
      // Of a request object its own parameters count and no others (RFC 9126 §3): the key belongs among those.
      let parameters = try await boundToProof(checked, request)
      let reference = PushedRequestReference(drawnBy: mint, at: clock.now())
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
  private func checkedForPushing(
    _ form: FormParameters, of client: RegisteredClient, _ parser: AuthorizationRequestParser
  ) async throws -> FormParameters {
    do {
      let found = try await parser.resolve(form, of: client, at: .pushing)
      _ = try parser.request(found, try parser.answerAddress(found.parameters, client))
      return found.parameters
    } catch AuthorizationRefusal.redirect(_, let error) {
      throw Refusal(error)
    } catch AuthorizationRefusal.page(let reason) {
      throw Refusal(.invalidRequest, Self.words(reason))
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
}
