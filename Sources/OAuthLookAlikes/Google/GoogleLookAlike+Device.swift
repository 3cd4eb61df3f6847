internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer

extension GoogleLookAlike {
  /// Where a device asks for its codes. Clients of other kinds are refused, and the page's address has a name of Google's own.
  func answerDeviceCode(_ body: [UInt8]) async -> HTTPAnswer {
    guard let form = try? FormParameters(decoding: body),
      let client = form.first("client_id").flatMap({ server.clients[$0] })
    else { return GoogleRefusal.unknownClient.answer }
    guard client.kind == .googleDevice else { return GoogleRefusal.otherKindOfClient.answer }
    let asked = FormParameters().setting("scope", form.first("scope"))
    let endpoint = server.inner.configuration.deviceAuthorizationEndpoint
    guard case .given(var members) = await server.post(asked, of: client, to: endpoint) else {
      return GoogleRefusal(error: "invalid_scope", description: "A scope is not one that devices may ask for.").answer
    }
    members["verification_uri"] = nil
    members["verification_uri_complete"] = nil
    members["verification_url"] = .string(server.address.text(Origin.web, "/device"))
    return .reply(.object(members))
  }

  /// Ends a token of either kind and all that the person agreed to with its client, other sign-ins included. No client has to say who it is.
  func answerRevocation(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    let token =
      (try? FormParameters(decoding: body))?.first("token")
      ?? (try? FormParameters(decoding: request.query))?.first("token") ?? ""
    guard let prefix = [Self.accessPrefix, Self.refreshPrefix].first(where: token.hasPrefix),
      let record = try? await server.tokens.find(SecretHash(ofToken: Secret(String(token.dropFirst(prefix.count))))),
      server.clock.now() < record.expires, (try? await server.tokens.endAll(of: record.clientID)) != nil
    else { return GoogleRefusal(error: "invalid_token", description: "Token expired or revoked").answer }
    consents.forget(record.clientID)
    return .reply([:])
  }
}
