internal import FoundationBasics
internal import OAuthCore
internal import OAuthProviders

extension BrowserSession {
  private static let version: Int64 = 1

  /// The session as JSON, with short names: a cookie has little room.
  package var bytes: [UInt8] {
    var members: [String: JSONValue] = [
      "v": .integer(Self.version), "k": .string(secret.reveal()), "p": .string(user.provider),
      "i": .string(user.issuer), "s": .string(user.profile.id),
      "t": .number(user.signedInAt.timeIntervalSince1970), "u": .number(usedAt.timeIntervalSince1970),
    ]
    members["l"] = user.profile.login.map { .string($0) }
    members["n"] = user.profile.name.map { .string($0) }
    members["a"] = user.profile.picture.map { .string($0.text) }
    members["e"] = user.profile.email.map { .string($0) }
    members["f"] = user.profile.isEmailVerified.map { .bool($0) }
    members["c"] = user.claims.isEmpty ? nil : .object(user.claims)
    members["o"] = user.scope.map { .string($0.parameter) }
    members["d"] = user.providerSession.map { .string($0) }
    members["x"] = user.sessionExpiresAt.map { .number($0.timeIntervalSince1970) }
    members["r"] = isRemembered ? true : nil
    members["b"] = device.map { .array([$0.browser, $0.system].map { $0.map { .string($0) } ?? .null }) }
    members["y"] = user.account.map { .string($0) }
    members["m"] = user.authenticatedAt.map { .number($0.timeIntervalSince1970) }
    members["q"] = user.authenticationContext.map { .string($0) }
    members["h"] = idToken.map { .string($0.reveal()) }
    members["z"] = endedList.map { .string($0) }
    return JSONValue.object(members).bytes()
  }

  /// Reads ``bytes``; `nil` if another version wrote them.
  package init?(bytes: [UInt8]) {
    guard let members = (try? JSONValue(bytes: bytes))?.object, members["v"] == .integer(Self.version),
      let secret = members["k"]?.string, let provider = members["p"]?.string, let issuer = members["i"]?.string,
      let subject = members["s"]?.string, let signedInAt = Self.date(members["t"]),
      let usedAt = Self.date(members["u"])
    else { return nil }
    // A session whose end can't be read must not last longer than the provider allows.
    let sessionExpiresAt = Self.date(members["x"])
    guard members["x"] == nil || sessionExpiresAt != nil else { return nil }
    let profile = Profile(
      id: subject, login: members["l"]?.string, name: members["n"]?.string,
      picture: members["a"]?.string.flatMap { try? Endpoint($0) }, email: members["e"]?.string,
      isEmailVerified: members["f"]?.bool)
    let user = SessionUser(
      provider: provider, issuer: issuer, profile: profile, claims: members["c"]?.object ?? [:],
      scope: members["o"]?.string.flatMap { try? Scope(parameter: $0) }, signedInAt: signedInAt,
      providerSession: members["d"]?.string, sessionExpiresAt: sessionExpiresAt, account: members["y"]?.string,
      authenticatedAt: Self.date(members["m"]), authenticationContext: members["q"]?.string)
    self.init(
      secret: Secret(secret), user: user, isRemembered: members["r"] == true, device: Self.device(members["b"]),
      idToken: members["h"]?.string.map { Secret($0) }, usedAt: usedAt)
    endedList = members["z"]?.string
  }

  private static func device(_ value: JSONValue?) -> SessionDevice? {
    guard let words = value?.array, words.count == 2 else { return nil }
    return SessionDevice(browser: words[0].string, system: words[1].string)
  }

  static func date(_ value: JSONValue?) -> Date? {
    switch value {
    case .number(let seconds): Date(timeIntervalSince1970: seconds)
    case .integer(let seconds): Date(timeIntervalSince1970: Double(seconds))
    default: nil
    }
  }
}
