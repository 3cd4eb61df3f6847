public import OAuthCore

extension DeviceAuthorization {
  /// Seals the codes, so that another process can go on waiting.
  ///
  /// The text expires with the codes. The authorization server issues the tokens once, whatever the
  /// number of processes that ask for them; still, let one process ask at a time, because the server
  /// slows down clients that ask too often (RFC 8628 §3.5).
  ///
  /// - Parameter sealer: The application's sealer.
  /// - Returns: The sealed codes, for the application's database.
  /// - Throws: ``SealingError/tooLong`` if the server's codes and addresses have many thousand
  ///   characters.
  public func sealed(by sealer: AttemptSealer) throws(SealingError) -> Secret {
    var members: [String: JSONValue] = [
      "device_code": .string(deviceCode.reveal()), "user_code": .string(userCode),
      "verification_uri": .string(verificationURI.text), "expires_in": .integer(expiresIn.components.seconds),
      "interval": .integer(interval.components.seconds),
    ]
    members["verification_uri_complete"] = verificationURIComplete.map { .string($0.text) }
    members.addTimes(receivedAt: receivedAt, expiresIn: expiresIn)
    return try sealer.seal(members, for: .device, of: client)
  }

  init(_ members: SealedMembers, of client: ClientIdentity) throws(SealingError) {
    guard let address = try members.optionalEndpoint("verification_uri") else { throw .invalid }
    deviceCode = try members.secret("device_code")
    userCode = try members.text("user_code")
    verificationURI = address
    verificationURIComplete = try members.optionalEndpoint("verification_uri_complete")
    expiresIn = .seconds(try members.seconds("expires_in"))
    interval = .seconds(try members.seconds("interval"))
    receivedAt = try members.exactTime("received_at")
    self.client = client
  }
}
