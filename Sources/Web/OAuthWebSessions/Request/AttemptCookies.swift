package import FoundationBasics
internal import Crypto
package import HTTPTypes
package import OAuthCore
internal import PKCE

/// The cookies of the sign-ins that are under way in one browser, one for each tab.
///
/// Their names are numbered, so that a browser never has more of them, however many sign-ins begin
/// at once. A value has four parts: the time with the choice to stay signed in, the hash of the
/// `state`, the sealed attempt, and the path to return to. Only the attempt is secret, and the path is
/// checked again when it is used.
package struct AttemptCookies: Sendable {
  /// The maximum number of sign-ins under way in one browser. A further one drops the oldest.
  package static let maximumCount = 6
  /// The maximum of all cookies of a request in bytes. Servers such as nginx accept 8 KB of a field.
  package static let maximumBytes = 6_000

  /// A sign-in that a callback may complete.
  package struct Found: Sendable {
    /// The cookie.
    package let cookie: BrowserCookie
    /// The sealed attempt. It may come from an attacker.
    package let sealedAttempt: Secret
    /// The path to return to.
    package let returnPath: ReturnPath
    /// The name of a long path, whose cookie browsers don't send with a posted callback.
    package let longPathName: String?
    /// Whether the user chose to stay signed in.
    package let isRemembered: Bool
  }

  private let cookies: [BrowserCookie]
  private let returnCookie: ReturnCookie
  private let lifetime: Duration

  /// - Parameters:
  ///   - names: The names of the application's cookies.
  ///   - lifetime: The time that a sign-in may take.
  package init(names: CookieNames, lifetime: Duration) {
    cookies = (0..<Self.maximumCount).map { BrowserCookie("sign-in-\($0)", in: names) }
    returnCookie = ReturnCookie(names: names, lifetime: lifetime)
    self.lifetime = lifetime
  }

  /// Returns the `Set-Cookie` fields for a new sign-in: its own cookie, and the deletion of the
  /// oldest ones if there are too many, or if the cookies would be too long.
  ///
  /// Sign-ins that begin at once don't know of each other, and can replace each other.
  ///
  /// - Parameters:
  ///   - state: The `state` of the sign-in.
  ///   - sealedAttempt: The sealed attempt.
  ///   - returnPath: The path to return to.
  ///   - isRemembered: Whether the user chose to stay signed in.
  ///   - isPosted: Whether the provider's page posts the callback. The cookie then has to be sent
  ///     with other sites' requests.
  ///   - fields: The fields of the request.
  ///   - now: The current time.
  package func adding(
    _ state: String, sealed sealedAttempt: Secret, returnPath: ReturnPath, isRemembered: Bool = false, isPosted: Bool,
    to fields: HTTPFields, now: Date
  ) -> [String] {
    let time = "\(Int64(max(now.timeIntervalSince1970, 0)))" + (isRemembered ? Self.rememberedMark : "")
    let path = ReturnCookie.swapped(ReturnCookie.reference(returnPath))
    let value = "\(time).\(Self.hash(state)).\(sealedAttempt.reveal()).\(path)"
    let present = all(in: fields).sorted { $0.time > $1.time }
    let bytes = BrowserCookie.bytes(cookies[0].name, value)
    let otherBytes =
      BrowserCookie.all(in: fields).reduce(0) { $0 + BrowserCookie.bytes($1.name, $1.value) }
      - present.reduce(0) { $0 + $1.bytes }
    // Of those that begin at once, each chooses among so few cookies that all of them have room.
    let count = min(max((Self.maximumBytes - otherBytes) / bytes, 1), Self.maximumCount)
    var room = Self.maximumBytes - otherBytes - bytes
    var kept: Set<Int> = []
    for attempt in present where attempt.slot < count && kept.count < count - 1 && attempt.bytes <= room {
      kept.insert(attempt.slot)
      room -= attempt.bytes
    }
    let free = (0..<count).filter { !kept.contains($0) }
    let slot = free[Int(Array(SHA256.hash(data: Array(state.utf8)))[0]) % free.count]
    return present.map(\.slot).filter { $0 != slot && !kept.contains($0) }.map { cookies[$0].deleting }
      + [cookies[slot].setting(value, for: lifetime.components.seconds, isPosted ? .none : .lax)]
  }

  /// Returns the sign-in with a `state`; `nil` if this browser hasn't begun it, or has begun too
  /// many since.
  package func attempt(_ state: String, in fields: HTTPFields) -> Found? {
    let hash = Self.hash(state)
    for cookie in cookies {
      guard let value = cookie.value(in: fields), let parts = Self.parts(value),
        parts.hash.utf8.elementsEqual(hash.utf8)
      else { continue }
      let reference = ReturnCookie.swapped(parts.path)
      return Found(
        cookie: cookie, sealedAttempt: Secret(String(parts.sealedAttempt)),
        returnPath: returnCookie.path(reference, in: fields) ?? .root,
        longPathName: ReturnCookie.isName(reference) ? reference : nil,
        isRemembered: parts.time.hasSuffix(Self.rememberedMark))
    }
    return nil
  }

  private func all(in fields: HTTPFields) -> [(slot: Int, time: Int64, bytes: Int)] {
    cookies.enumerated().compactMap { slot, cookie in
      guard let value = cookie.value(in: fields) else { return nil }
      let time = Self.parts(value).flatMap { Int64($0.time.prefix { $0.isNumber }) }
      return (slot, time ?? 0, BrowserCookie.bytes(cookie.name, value))
    }
  }

  /// The end of the time if the user chose to stay signed in.
  private static let rememberedMark = "r"

  /// 96 bits of the state's hash: enough to tell one browser's sign-ins apart. The attempt compares
  /// the whole state.
  private static func hash(_ state: String) -> String {
    Base64URL.encode(SHA256.hash(data: Array(state.utf8)).prefix(12))
  }

  // The path begins with the first slash or the mark of a name: what is sealed has neither.
  private static func parts(
    _ value: String
  ) -> (time: Substring, hash: Substring, sealedAttempt: Substring, path: Substring)? {
    let parts = value.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let start = parts[2].utf8.firstIndex(where: { "/~".utf8.contains($0) }),
      parts[2][..<start].utf8.last == UInt8(ascii: ".")
    else { return nil }
    return (parts[0], parts[1], parts[2][..<start].dropLast(), parts[2][start...])
  }
}
