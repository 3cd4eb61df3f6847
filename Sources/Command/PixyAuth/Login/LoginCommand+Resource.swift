internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import PixyConnection

extension LoginCommand {
  /// Whether the argument may be a protected resource instead of an issuer.
  var mayNameResource: Bool { server.mayNameResource && request.resource.isEmpty }

  /// Whether a client is found or registered if none was named.
  var findsClient: Bool {
    mayNameResource && (grant.grant.needsUser || grant.grant == .identityAssertion)
  }

  /// Returns the same sign-in with the options that the protected resource at the URL asks for: its
  /// authorization server, resource and scope, and an existing or a new client if none was named.
  ///
  /// - Parameter say: Reports the authorization server.
  /// - Returns: `nil` if the URL publishes no metadata of a protected resource.
  /// - Throws: The errors of ``NamedResource/find(at:for:grant:challengedBy:needing:saying:)``.
  func forResource(saying say: (String) -> Void) async throws -> LoginCommand? {
    var endpoints: Set<EndpointName> = authorization.par ? [.pushedAuthorizationRequest] : []
    if grant.grant == .device { endpoints.insert(.deviceAuthorization) }
    if !client.isNamed, grant.grant != .identityAssertion { endpoints.insert(.registration) }
    let found = try await NamedResource.find(
      at: server, for: client, grant: grant.grant, challengedBy: request.challenge, needing: endpoints, saying: say)
    guard let resource = found else { return nil }
    var command = self
    command.server.address.issuer = resource.issuer.text
    command.server.published = resource.metadata
    command.request.resource = [resource.resource]
    if request.scope.isEmpty { command.request.scope = resource.scope }
    if resource.bindsTokens { command.request.dpop = true }
    if grant.grant == .identityAssertion {
      guard client.isNamed || resource.document != nil else {
        throw ValidationError("Give the --client-id that \(resource.issuer) and your identity provider know.")
      }
      if !client.isNamed { command.client.clientID = resource.document }
    } else if !client.isNamed {
      command.registration.usesExistingClient = !registration.register
      command.registration.document = resource.document
      command.registration.register = true
    }
    return command
  }
}

extension ServerOptions {
  /// Whether the argument may be a protected resource instead of an issuer.
  var mayNameResource: Bool { address.issuer != nil && !isProvider && !choice.needsNoMetadata }
}
