internal import FoundationBasics
internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The device authorization endpoint (RFC 8628 §3.1, §3.2).
struct DeviceAuthorizationEndpoint: ClientEndpoint {
  let core: ServerCore
  let authenticator: ClientAuthenticator
  let devices: any DeviceAuthorizationOperations
  let unproven: UnauthenticatedRequestCheck

  /// The parameters that may not be repeated (RFC 8628 §3.1). `resource` may (RFC 8707 §2). Other
  /// parameters are ignored.
  private static let knownParameters = ["scope", "authorization_details"] + ClientCredentials.parameters

  var description: EndpointDescription {
    EndpointDescription(
      name: "deviceAuthorization", paths: [configuration.deviceAuthorizationEndpoint.parts.path], methods: [.post],
      errors: .json(requests: "device authorization requests", rule: "RFC 8628 section 3.1"), allowsOtherOrigins: true,
      events: [.requestRejection],
      operations: [
        .client(
          "Starts a sign-in on a device (RFC 8628)",
          .clientCredentials + [.text("scope"), .text("resource"), .text("authorization_details")])
      ])
  }

  var metadata: [String: JSONValue] {
    ["device_authorization_endpoint": .string(configuration.deviceAuthorizationEndpoint.text)]
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringClient {
      let form = try exchange.clientForm(knownParameters: Self.knownParameters)
      let client = try await authenticator.client(exchange, form)
      guard client.grants.contains(.deviceCode) else {
        report(.grant, of: client.id, GrantType.deviceCode.rawValue)
        throw Refusal(.unauthorizedClient, "this client may not use the device authorization grant")
      }
      let scope = try scope(form, client)
      var details = ApprovalDetails()
      details.resources = try configuration.resources(form, client)
      // RFC 9396 §3: authorization details are allowed wherever a scope is.
      details.authorizationDetails = try configuration.authorizationDetails(form, client)
      guard details.isShallowEnough else {
        throw Refusal(.invalidAuthorizationDetails, "authorization_details is nested too deeply")
      }
      try unproven.count(client, exchange)
      let (deviceCode, userCode) = try await newDeviceCodes(client, scope, details, exchange)
      logger.info("A device requested a sign-in", metadata: ["client_id": "\(client.id)"])
      let shownCode = userCode.displayText.reveal()
      var query = FormParameters()
      query.append(PageField.userCode, shownCode)
      let address = configuration.deviceVerificationEndpoint
      return .json([
        "device_code": .string(deviceCode.reveal()),
        "user_code": .string(shownCode),
        "verification_uri": .string(address.text),
        "verification_uri_complete": .string(address.adding(query)),
        "expires_in": .integer(configuration.lifetimes.deviceCode.components.seconds),
        "interval": .integer(configuration.boundedDevicePollInterval.components.seconds),
      ])
    }
  }

  /// Generates codes until the database accepts a pair. With a million waiting sign-ins, one user code
  /// in 25,600 is in use. Eight collisions in a row therefore mean that something else is broken.
  private func newDeviceCodes(
    _ client: RegisteredClient, _ scope: Scope, _ details: ApprovalDetails, _ exchange: Exchange
  ) async throws -> (deviceCode: Secret, userCode: UserCode) {
    let now = clock.now()
    for _ in 0..<8 {
      let deviceCode = exchange.secrets.secret()
      let userCode = UserCode(from: exchange.secrets)
      let record = DeviceCodeRecord(
        deviceCode: SecretHash(of: deviceCode), userCode: userCode.hash, clientID: client.id, scope: scope,
        details: details, expires: now + configuration.lifetimes.deviceCode,
        interval: configuration.boundedDevicePollInterval)
      if try await devices.beginDeviceAuthorization(record, at: now) { return (deviceCode, userCode) }
    }
    throw NoFreeUserCode()
  }
}

/// No unused user code was found in eight attempts: the randomness or the database is broken.
struct NoFreeUserCode: Error {}
