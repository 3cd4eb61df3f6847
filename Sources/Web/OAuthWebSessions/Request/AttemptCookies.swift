package import FoundationBasics
internal import Crypto
package import HTTPTypes
package import OAuthCore
internal import PKCE

/// The cookies of the sign-ins that are under way in one browser, one for each tab.
///
/// A cookie's name is derived from the sign-in's `state`, so a callback finds its own. Its value
/// has three parts: the time with the choice to stay signed in, the path to return to, and the sealed attempt. The first two aren't
/// secret, and the path is checked again when it is used.
package struct AttemptCookies: Sendable {
  /// The maximum number of sign-ins under way in one browser. A further one drops the oldest.
  package static let maximumCount = 4

  /// A sign-in that a callback may complete.
  package struct Found: Sendable {
    /// The cookie.
    package let cookie: BrowserCookie
    /// The sealed attempt. It may come from an attacker.
    package let sealedAttempt: Secret
    /// The path to return to.
    package let returnPath: ReturnPath
    /// Whether the user chose to stay signed in.
    package let isRemembered: Bool
  }

  private let names: CookieNames
  private let lifetime: Duration

  /// - Parameters:
  ///   - names: The names of the application's cookies.
  ///   - lifetime: The time that a sign-in may take.
  package init(names: CookieNames, lifetime: Duration) {
    self.names = names
    self.lifetime = lifetime
  }

  /// Returns the `Set-Cookie` fields for a new sign-in: its own cookie, and the deletion of the
  /// oldest ones if there are too many.
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
    let path = Base64URL.encode(Array(returnPath.text.utf8))
    let cookie = cookie(Self.suffix(state))
    let present = all(in: fields).sorted { $0.time < $1.time }
    let excess = max(0, present.count - (Self.maximumCount - 1))
    return present.prefix(excess).map(\.cookie.deleting)
      + [
        cookie.setting(
          "\(time).\(path).\(sealedAttempt.reveal())", for: lifetime.components.seconds, isPosted ? .none : .lax)
      ]
  }

  /// Returns the sign-in with a `state`; `nil` if this browser hasn't begun it.
  package func attempt(_ state: String, in fields: HTTPFields) -> Found? {
    let cookie = cookie(Self.suffix(state))
    guard let value = cookie.value(in: fields), let parts = Self.parts(value) else { return nil }
    let path = (try? Base64URL.decode(parts.path)).map { String(decoding: $0, as: UTF8.self) }
    return Found(
      cookie: cookie, sealedAttempt: Secret(String(parts.sealedAttempt)),
      returnPath: path.flatMap { ReturnPath($0) } ?? .root, isRemembered: parts.time.hasSuffix(Self.rememberedMark))
  }

  private func all(in fields: HTTPFields) -> [(cookie: BrowserCookie, time: Int64)] {
    BrowserCookie.all(in: fields).compactMap { name, value in
      guard let bare = names.bare(name), bare.hasPrefix(Self.prefix), bare.utf8.count == Self.prefix.utf8.count + 16,
        let time = Self.parts(value).flatMap({ Int64($0.time.prefix { $0.isNumber }) })
      else { return nil }
      return (BrowserCookie(bare, in: names), time)
    }
  }

  private static let prefix = "sign-in-"
  /// The end of the time if the user chose to stay signed in.
  private static let rememberedMark = "r"

  private func cookie(_ suffix: String) -> BrowserCookie {
    BrowserCookie(Self.prefix + suffix, in: names)
  }

  /// 96 bits of the state's hash: enough to tell one browser's sign-ins apart. The attempt compares
  /// the whole state.
  private static func suffix(_ state: String) -> String {
    Base64URL.encode(SHA256.hash(data: Array(state.utf8)).prefix(12))
  }

  private static func parts(_ value: String) -> (time: Substring, path: Substring, sealedAttempt: Substring)? {
    let parts = value.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? (parts[0], parts[1], parts[2]) : nil
  }
}
