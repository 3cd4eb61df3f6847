public import OAuthCore

extension BackchannelAuthentication {
  /// Seals the request, so that another process can go on waiting.
  ///
  /// The text expires with the request. The authorization server issues the tokens once, whatever
  /// the number of processes that ask for them; still, let one process ask at a time.
  ///
  /// - Parameter sealer: The application's sealer.
  /// - Returns: The sealed request, for the application's database.
  /// - Throws: ``SealingError/tooLong`` if the server's identifier of the request has many thousand
  ///   characters.
  public func sealed(by sealer: AttemptSealer) throws(SealingError) -> Secret {
    var members: [String: JSONValue] = [
      "auth_req_id": .string(requestID.reveal()), "expires_in": .integer(expiresIn.components.seconds),
      "interval": .integer(interval.components.seconds),
    ]
    members.addTimes(receivedAt: receivedAt, expiresIn: expiresIn)
    return try sealer.seal(members, for: .backchannel, of: client)
  }

  init(_ members: SealedMembers, of client: ClientIdentity) throws(SealingError) {
    requestID = try members.secret("auth_req_id")
    expiresIn = .seconds(try members.seconds("expires_in"))
    interval = .seconds(try members.seconds("interval"))
    receivedAt = try members.exactTime("received_at")
    self.client = client
  }
}
