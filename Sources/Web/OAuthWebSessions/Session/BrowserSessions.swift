internal import FoundationBasics
package import HTTPTypes
package import OAuth
package import OAuthCore
internal import OAuthSessions
package import PKCE
internal import Synchronization
package import TokenStorage

/// The sessions of one application: finds them in requests, begins, extends and ends them.
package struct BrowserSessions: Sendable {
  package let keys: SealingKeys
  package let storage: SessionStorage
  package let lifetimes: SessionLifetimes
  package let cookie: BrowserCookie
  package let clock: WallClock
  package let random: any RandomSource
  /// The ended sessions and used sign-ins. Without a store of the application's it is this
  /// process's memory.
  package let store: any SessionStore
  private let origin: String
  private let swept = SweepTime()

  package init(
    origin: String, cookie: BrowserCookie, keys: SealingKeys, storage: SessionStorage,
    lifetimes: SessionLifetimes, clock: WallClock, random: any RandomSource
  ) {
    self.origin = origin
    self.cookie = cookie
    self.keys = keys
    self.storage = storage
    self.lifetimes = lifetimes
    self.clock = clock
    self.random = random
    store = storage.store ?? MemorySessionStore(clock: clock)
  }

  /// The list of ended sessions in the application's store, if the sessions are in cookies.
  private var endedList: EndedList? { storage.isOnServer ? nil : storage.store.map(EndedList.init) }

  /// Returns the session of a request; `nil` if there is none, or if it has expired or ended.
  ///
  /// - Parameters:
  ///   - fields: The fields of the request.
  ///   - isUse: Whether the idle time begins anew with the request. Default: yes.
  /// - Throws: The errors of the store.
  package func session(in fields: HTTPFields, isUse: Bool = true) async throws -> FoundSession? {
    guard let value = cookie.value(in: fields), var session = try await session(value) else { return nil }
    let now = clock.now()
    guard !session.isExpired(at: now, lifetimes), !hasEndedHere(session, in: fields) else { return nil }
    if let endedList, try await endedList.identity(now: now) != session.endedList { return nil }
    guard try await !isEnded(session) else {
      // The provider ended it. Its tokens are of no use any longer. If the store can't delete them
      // now, it does at their expiry.
      try? await delete(session)
      return nil
    }
    // Writing the idle time anew at each request would set a cookie with every response.
    let idle = lifetimes.idle(of: session).inSeconds
    guard isUse, now.timeIntervalSince(session.usedAt) >= idle / 10 else {
      return FoundSession(session: session, isExtended: false)
    }
    session.usedAt = now
    if storage.isOnServer {
      do {
        try await store.extend(session.name, until: now.addingTimeInterval(idle))
      } catch {
        // A full disk: the session is valid, and the next request tries again.
        return FoundSession(session: session, isExtended: false)
      }
    }
    return FoundSession(session: session, isExtended: true)
  }

  /// Returns whether a session was ended: by a sign-out, or by its provider.
  ///
  /// - Throws: The errors of the store.
  package func isEnded(_ session: BrowserSession) async throws -> Bool {
    try await store.isEnded(session.endingNames, since: session.user.signedInAt)
  }

  private func session(_ value: String) async throws -> BrowserSession? {
    guard storage.isOnServer else {
      guard value.utf8.count <= BrowserCookie.maximumBytes else { return nil }
      return open(Secret(value), [.string(origin)])
    }
    guard value.utf8.count == 43 else { return nil }
    let name = SessionName.session(Secret(value))
    return try await store.session(name, now: clock.now()).flatMap(session)
  }

  /// Returns the sessions in the store with the account of a session, or with its user.
  ///
  /// - Throws: The errors of the store.
  func all(like current: BrowserSession) async throws -> [BrowserSession] {
    let now = clock.now()
    var sessions: [BrowserSession] = []
    for record in try await store.sessions(of: current.listName, now: now) {
      guard let session = session(record), session.listName == current.listName,
        !session.isExpired(at: now, lifetimes), try await !isEnded(session)
      else { continue }
      sessions.append(session)
    }
    return sessions
  }

  /// Opens a session in the store.
  private func session(_ record: SessionRecord) -> BrowserSession? {
    let name = record.name
    guard var session = open(Secret(record.content), [.string(origin), .string(name.text)]), session.name == name
    else { return nil }
    session.usedAt = record.idleEnd.addingTimeInterval(-lifetimes.idle(of: session).inSeconds)
    return session
  }

  /// Returns the form token of a request's cookie without asking the store, so the session may have
  /// ended; `nil` if there is no cookie.
  func formToken(in fields: HTTPFields) -> Secret? {
    guard storage.isOnServer else { return sealedSession(in: fields)?.formToken }
    return cookie.value(in: fields).map { BrowserSession.formToken(of: Secret($0)) }
  }

  /// Returns the session in a request's cookie, which may have ended; `nil` if sessions are in a store.
  func sealedSession(in fields: HTTPFields) -> BrowserSession? {
    guard !storage.isOnServer else { return nil }
    return cookie.value(in: fields).flatMap { open(Secret($0), [.string(origin)]) }
  }

  /// The maximum of a session's cookie in bytes. nginx accepts 4 KB of an answer's fields by
  /// default; the others take up to 900 bytes.
  package static let maximumCookieBytes = 2_600
  /// The maximum of a kept ID token in bytes. It is part of an address at the sign-out, and servers
  /// accept 8 KB of one.
  static let maximumIDTokenBytes = 4_096
  /// The maximum of what is encrypted in a store, in characters: 1 MiB of JSON.
  private static let maximumStoredLength = 1_400_000

  /// Begins a session, with a new secret (RFC 6265 §8.4: session fixation).
  ///
  /// - Parameters:
  ///   - user: The user who signed in.
  ///   - tokens: The tokens to keep, if sessions are in a store.
  ///   - idToken: The ID token, for the sign-out at the provider. It is left out if it is too long
  ///     for an address, or if the cookie has no room for it; the provider then asks the user to
  ///     confirm the sign-out.
  ///   - isRemembered: Whether the user chose to stay signed in.
  ///   - device: The browser and the system, which only a store keeps.
  /// - Throws: ``SessionTooLarge``; the errors of the store.
  package func begin(
    _ user: SessionUser, tokens: StoredTokens?, idToken: Secret?, isRemembered: Bool = false,
    device: SessionDevice? = nil
  ) async throws -> BrowserSession {
    let now = clock.now()
    // What has expired isn't used, and the next sweep deletes it: no user waits or fails for it.
    if swept.isDue(now) { try? await store.deleteExpired(now: now) }
    let secret = Secret(Base64URL.encode(random.exactly(32)))
    var session = BrowserSession(
      secret: secret, user: user, isRemembered: isRemembered, device: storage.isOnServer ? device : nil,
      idToken: idToken.flatMap { $0.byteCount <= Self.maximumIDTokenBytes ? $0 : nil }, usedAt: now)
    guard storage.isOnServer else {
      session.endedList = try await endedList?.identity(now: now, random: random)
      if (try? cookieField(session)) == nil { session.idToken = nil }
      _ = try cookieField(session)
      return session
    }
    let name = session.name
    try await store.insert(
      SessionRecord(
        name: name, user: session.listName,
        content: try seal(session, [.string(origin), .string(name.text)]).reveal(),
        tokens: try tokens.map { try seal($0, of: name) },
        idleEnd: now.addingTimeInterval(lifetimes.idle(of: session).inSeconds), end: session.end(lifetimes)))
    return session
  }

  /// Returns the `Set-Cookie` field of a session.
  ///
  /// - Throws: ``SessionTooLarge`` if it is longer than proxies pass on.
  package func cookieField(_ session: BrowserSession) throws -> String {
    let value = try value(of: session)
    // Without a lifetime the cookie ends with the browser.
    let lifetime = session.isRemembered ? session.end(lifetimes).timeIntervalSince(clock.now()) : nil
    let field = cookie.setting(value.reveal(), for: lifetime.map { Int64(max($0, 0)) })
    guard field.utf8.count <= Self.maximumCookieBytes else { throw SessionTooLarge() }
    return field
  }

  /// Returns the value of a session's cookie.
  private func value(of session: BrowserSession) throws -> Secret {
    if storage.isOnServer { return session.secret }
    let value = Result { () throws(SealingError) in try seal(session, [.string(origin)]) }
    if case .failure(.tooLong) = value { throw SessionTooLarge() }
    return try value.get()
  }

  /// Ends a session, so that no copy of its cookie is accepted.
  ///
  /// - Throws: The errors of the store.
  package func end(_ session: BrowserSession) async throws {
    try await endForever(session.name)
  }

  /// Ends all sessions that belong to a session at the provider.
  ///
  /// - Parameters:
  ///   - sid: The provider's session, which never begins again.
  ///   - issuer: The provider.
  /// - Throws: The errors of the store.
  package func endProviderSession(_ sid: String, at issuer: String) async throws {
    try await endForever(.providerSession(sid, at: issuer))
  }

  /// Ends all sessions of a user at a provider that have begun until now, by this instance's clock.
  ///
  /// - Parameters:
  ///   - subject: The user.
  ///   - issuer: The provider.
  /// - Throws: The errors of the store.
  package func endUser(_ subject: String, at issuer: String) async throws {
    let now = clock.now()
    try await store.end(
      .user(subject, at: issuer), at: now, until: now.addingTimeInterval(lifetimes.longest.inSeconds))
  }

  /// Returns whether no instance has accepted a logout token yet (Back-Channel Logout §2.6). A
  /// second one would end sessions that began meanwhile.
  ///
  /// - Throws: The errors of the store.
  func isNew(_ tokenID: String, of issuer: String) async throws -> Bool {
    try await !store.isEnded([.logoutToken(tokenID, of: issuer)], since: Date(timeIntervalSince1970: 0))
  }

  /// Remembers a logout token that was accepted, in all instances.
  ///
  /// - Throws: The errors of the store.
  func remember(_ tokenID: String, of issuer: String, until end: Date) async throws {
    try await store.end(.logoutToken(tokenID, of: issuer), at: clock.now(), until: end)
  }

  /// Ends a session that can't begin again, whatever the other instances' clocks say.
  private func endForever(_ name: SessionName) async throws {
    let end = clock.now().addingTimeInterval(lifetimes.longest.inSeconds)
    try await store.end(name, at: end, until: end)
  }

  /// Deletes a session from the store, with its tokens.
  package func delete(_ session: BrowserSession) async throws {
    if storage.isOnServer { try await store.delete(session.name) }
  }

  // A sealed session or its tokens open only for the same application, and in a store only under
  // the same name.
  private func seal(_ session: BrowserSession, _ context: [JSONValue]) throws(SealingError) -> Secret {
    try keys.seal(
      session.bytes, for: Self.sessionPurpose, context: context, random: random, upTo: Self.maximumStoredLength)
  }

  private func open(_ sealedText: Secret, _ context: [JSONValue]) -> BrowserSession? {
    (try? keys.open(sealedText, for: Self.sessionPurpose, context: context, upTo: Self.maximumStoredLength))
      .flatMap(BrowserSession.init(bytes:))
  }

  private static let sessionPurpose = "web session"
  private static let tokensPurpose = "web session's tokens"
  /// The place of the tokens, for errors.
  static let tokensPlace = "the session store"

  /// Decrypts the tokens of a session.
  func open(tokens sealedTokens: String, of name: SessionName) throws(TokenStoreError) -> StoredTokens {
    let context: [JSONValue] = [.string(origin), .string(name.text)]
    guard
      let text = try? keys.open(
        Secret(sealedTokens), for: Self.tokensPurpose, context: context, upTo: Self.maximumStoredLength)
    else { throw TokenStoreError(.damaged, place: Self.tokensPlace) }
    return try StoredTokens(text: Secret(String(decoding: text, as: UTF8.self)), place: Self.tokensPlace)
  }

  /// Encrypts the tokens of a session.
  func seal(_ tokens: StoredTokens, of name: SessionName) throws(TokenStoreError) -> String {
    let text = try tokens.checkedText(place: Self.tokensPlace)
    do {
      return try keys.seal(
        Array(text.reveal().utf8), for: Self.tokensPurpose, context: [.string(origin), .string(name.text)],
        random: random, upTo: Self.maximumStoredLength
      ).reveal()
    } catch {
      throw TokenStoreError(.failed, place: Self.tokensPlace, cause: error.code)
    }
  }
}

/// The session of a request.
package struct FoundSession: Sendable {
  package let session: BrowserSession
  /// Whether the idle time begins anew with this request, so that a cookie has to be set.
  package let isExtended: Bool
}

/// The time of the last deletion of expired sessions, for all copies of a value.
private final class SweepTime: Sendable {
  private static let interval: Double = 60
  private let last = Mutex<Date?>(nil)

  /// Returns whether a minute has passed, and remembers the time.
  func isDue(_ now: Date) -> Bool {
    last.withLock { last in
      if let last, abs(now.timeIntervalSince(last)) < Self.interval { return false }
      last = now
      return true
    }
  }
}
