internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer

extension GoogleLookAlike {
  /// Answers the device authorization endpoint (RFC 8628 §3.1).
  ///
  /// Google rejects other kinds of client, and calls the page's address `verification_url`.
  func answerDeviceCode(_ body: [UInt8]) async -> HTTPAnswer {
    guard let form = try? FormParameters(decoding: body),
      let client = form.first("client_id").flatMap({ server.clients[$0] })
    else { return GoogleRefusal.unknownClient.answer }
    guard client.kind == .googleDevice else { return GoogleRefusal.otherKindOfClient.answer }
    let serverForm = FormParameters().setting("scope", form.first("scope"))
    let endpoint = server.inner.configuration.deviceAuthorizationEndpoint
    guard case .given(var members) = await server.post(serverForm, of: client, to: endpoint) else {
      return GoogleRefusal(error: "invalid_scope", description: "A scope is not allowed for devices.").answer
    }
    members["verification_uri"] = nil
    members["verification_uri_complete"] = nil
    members["verification_url"] = .string(server.address.text(Origin.web, "/device"))
    return .reply(.object(members))
  }

  /// Revokes an access or refresh token (RFC 7009).
  ///
  /// Google ends every grant of the user to that client, other sign-ins included. It requires no
  /// client authentication.
  func answerRevocation(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    let token =
      (try? FormParameters(decoding: body))?.first("token")
      ?? (try? FormParameters(decoding: request.query))?.first("token") ?? ""
    guard let prefix = [Self.accessPrefix, Self.refreshPrefix].first(where: token.hasPrefix),
      let record = try? await server.database.token(SecretHash(ofToken: Secret(String(token.dropFirst(prefix.count))))),
      server.clock.now() < record.expires, (try? await server.database.endAll(of: record.clientID)) != nil
    else { return GoogleRefusal(error: "invalid_token", description: "Token expired or revoked").answer }
    consents.forget(record.clientID)
    return .reply([:])
  }
}
