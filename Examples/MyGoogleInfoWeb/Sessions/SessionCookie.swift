internal import Hummingbird
internal import HummingbirdCore
internal import OAuthCore

/// The cookie that names a session.
///
/// Its prefix makes the browser itself refuse one that isn't `Secure`, was set by another host, or is for a part of the site only
/// (RFC 6265bis §4.1.3.2). It ends with the browser; the server's limits are the ones that count.
enum SessionCookie {
  static let name = "__Host-session"

  /// The id that a request brings, if it looks like one.
  static func id(in request: Request) -> Secret? {
    guard let value = request.cookies[name]?.value, value.utf8.count == 43 else { return nil }
    return Secret(value)
  }

  /// Gives a session's id to the browser.
  static func set(_ session: Session, in response: inout Response) {
    response.setCookie(
      Cookie(name: name, value: session.id.reveal(), path: "/", secure: true, httpOnly: true, sameSite: .lax))
  }
}
