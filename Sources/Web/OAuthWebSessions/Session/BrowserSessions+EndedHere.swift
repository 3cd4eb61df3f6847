internal import HTTPTypes

/// The sessions in cookies that ended in one browser.
///
/// An answer that began before a sign-out can set the session's cookie anew after it. Another instance
/// doesn't know of the sign-out if there is no store, so the browser itself says which sessions ended.
extension BrowserSessions {
  private static let maximumCount = 4

  private var endedHere: BrowserCookie { cookie.other("signed-out") }

  /// Returns whether a session in a cookie ended in the browser of a request.
  func hasEndedHere(_ session: BrowserSession, in fields: HTTPFields) -> Bool {
    !storage.isOnServer && marks(in: fields).contains(Self.mark(session))
  }

  /// Returns the `Set-Cookie` field by which the browser remembers that the session of its cookie has
  /// ended; `nil` if there is none in the cookie itself.
  func endingField(of fields: HTTPFields) -> String? {
    guard let mark = sealedSession(in: fields).map(Self.mark) else { return nil }
    let marks = [mark] + marks(in: fields).filter { $0 != mark }
    return endedHere.setting(
      marks.prefix(Self.maximumCount).joined(separator: "."), for: lifetimes.longest.components.seconds)
  }

  /// 96 bits of the session's name: enough to tell one browser's sessions apart.
  private static func mark(_ session: BrowserSession) -> String { String(session.name.text.prefix(16)) }

  private func marks(in fields: HTTPFields) -> [String] {
    (endedHere.value(in: fields) ?? "").split(separator: ".").prefix(Self.maximumCount).map(String.init)
  }
}
