#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// The parameters of device authorization requests; none may appear twice (RFC 8628 §3.1). `resource` may (RFC 8707 §2). Others
  /// are ignored.
  private static let understood = ["scope", "authorization_details"] + ClientCredentials.parameters

  /// The device authorization endpoint (RFC 8628 §3.1, §3.2).
  func answerDeviceAuthorization(
    _ request: HTTPRequest, _ body: [UInt8], _ deviceCodes: any DeviceCodeStore
  ) async throws -> HTTPAnswer {
    try await answeringClient {
      let form = try clientForm(request, body, understood: Self.understood)
      let client = try await authenticatedClient(request, form)
      guard client.grants.contains(.deviceCode) else {
        throw Refusal(.unauthorizedClient, "this client may not use the device grant")
      }
      let scope = try requestParser.scope(form, client)
      var details = ApprovalDetails()
      details.resources = try requestParser.resources(form, client)
      // RFC 9396 §3: wherever there is a scope.
      details.authorizationDetails = try requestParser.authorizationDetails(form, client)
      guard details.leavesRoom else {
        throw Refusal(.invalidAuthorizationDetails, "authorization_details is nested too deeply")
      }
      try countUnproven(client)
      let (deviceCode, userCode) = try await newDeviceCodes(client, scope, details, deviceCodes)
      logger.info("A device asked for a sign-in", metadata: ["client_id": "\(client.id)"])
      let shown = userCode.shown.reveal()
      var query = FormParameters()
      query.append(PageField.userCode, shown)
      let address = configuration.deviceVerificationEndpoint
      return .json([
        "device_code": .string(deviceCode.reveal()),
        "user_code": .string(shown),
        "verification_uri": .string(address.text),
        "verification_uri_complete": .string(address.adding(query)),
        "expires_in": .integer(configuration.lifetimes.deviceCode.components.seconds),
        "interval": .integer(configuration.boundedDevicePollInterval.components.seconds),
      ])
    }
  }

  /// Draws codes until the store takes a pair. With a million sign-ins that wait, one user code in 25,600 is in use; so many
  /// in a row mean that something else is wrong.
  private func newDeviceCodes(
    _ client: RegisteredClient, _ scope: Scope, _ details: ApprovalDetails, _ deviceCodes: any DeviceCodeStore
  ) async throws -> (deviceCode: Secret, userCode: UserCode) {
    let now = clock.now()
    for _ in 0..<8 {
      let deviceCode = mint.secret()
      let userCode = UserCode(drawnBy: mint)
      let record = DeviceCodeRecord(
        deviceCode: SecretHash(of: deviceCode), userCode: userCode.hash, clientID: client.id, scope: scope,
        details: details, expires: now + configuration.lifetimes.deviceCode,
        interval: configuration.boundedDevicePollInterval)
      if try await deviceCodes.save(record, at: now) { return (deviceCode, userCode) }
    }
    throw NoFreeUserCode()
  }
}

/// No user code was free, though many were drawn: the randomness or the store is broken.
struct NoFreeUserCode: Error {}
