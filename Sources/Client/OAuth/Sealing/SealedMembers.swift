package import FoundationBasics
package import OAuthCore

/// The members of an opened text. The application's key sealed them, so a wrong one means that
/// another version of Pixy did.
package struct SealedMembers: Sendable {
  let members: [String: JSONValue]

  /// Returns the string with a name, which must be present.
  package func text(_ name: String) throws(SealingError) -> String {
    guard let text = try optionalText(name) else { throw .invalid }
    return text
  }

  /// Returns the string with a name, or `nil` if it is absent.
  package func optionalText(_ name: String) throws(SealingError) -> String? {
    guard let member = members[name] else { return nil }
    guard let text = member.string else { throw .invalid }
    return text
  }

  /// Returns the secret with a name, which must be present.
  package func secret(_ name: String) throws(SealingError) -> Secret { Secret(try text(name)) }

  /// Returns the secret with a name, or `nil` if it is absent.
  package func optionalSecret(_ name: String) throws(SealingError) -> Secret? {
    try optionalText(name).map { Secret($0) }
  }

  /// Returns the whole seconds with a name, or `nil` if they are absent: up to a hundred years.
  package func optionalSeconds(_ name: String) throws(SealingError) -> Int64? {
    guard let member = members[name] else { return nil }
    guard case .integer(let seconds) = member, (0...3_162_240_000).contains(seconds) else { throw .invalid }
    return seconds
  }

  /// Returns the whole seconds with a name, which must be present.
  package func seconds(_ name: String) throws(SealingError) -> Int64 {
    guard let seconds = try optionalSeconds(name) else { throw .invalid }
    return seconds
  }

  /// Returns the redirect URI with a name, or `nil` if it is absent.
  package func optionalRedirectURI(_ name: String) throws(SealingError) -> RedirectURI? {
    guard let text = try optionalText(name) else { return nil }
    guard let uri = try? RedirectURI(text) else { throw .invalid }
    return uri
  }

  /// Returns the address with a name, or `nil` if it is absent.
  func optionalEndpoint(_ name: String) throws(SealingError) -> Endpoint? {
    guard let text = try optionalText(name) else { return nil }
    guard let endpoint = try? Endpoint(text) else { throw .invalid }
    return endpoint
  }

  /// Returns the time with a name in seconds since 2001, which a `Date` holds exactly.
  func exactTime(_ name: String) throws(SealingError) -> Date {
    let seconds: Double
    switch members[name] {
    case .integer(let value): seconds = Double(value)
    case .number(let value): seconds = value
    default: throw .invalid
    }
    guard (-978_307_200...252_424_094_399).contains(seconds) else { throw .invalid }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  /// Checks the `exp`, in whole seconds since 1970.
  ///
  /// - Returns: The expiry.
  /// - Throws: ``SealingError/expired`` if the time has come.
  package func checkExpiry(now: Date) throws(SealingError) -> Date {
    guard case .integer(let seconds) = members["exp"], (0...253_402_300_799).contains(seconds) else { throw .invalid }
    let end = Date(timeIntervalSince1970: Double(seconds))
    guard now < end else { throw .expired }
    return end
  }
}

extension [String: JSONValue] {
  /// Adds the time of an answer, and the expiry of its codes.
  mutating func addTimes(receivedAt: Date, expiresIn: Duration) {
    self["received_at"] = .number(receivedAt.timeIntervalSinceReferenceDate)
    addExpiry(receivedAt.addingTimeInterval(Double(expiresIn.components.seconds)))
  }

  /// Adds the `exp`, in whole seconds since 1970, of which the year 9999 has the last.
  package mutating func addExpiry(_ end: Date) {
    self["exp"] = .integer(Int64(Swift.min(Swift.max(end.timeIntervalSince1970, 0), 253_402_300_799)))
  }
}
