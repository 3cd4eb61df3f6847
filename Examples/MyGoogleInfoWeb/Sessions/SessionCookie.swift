internal import Hummingbird
internal import HummingbirdCore
internal import OAuthCore

/// The cookie with the session's ID.
///
/// The prefix `__Host-` makes the browser reject a cookie of this name that isn't `Secure`, comes
/// from another host, or has a narrower path (RFC 6265bis §4.1.3.2). The cookie ends with the
/// browser session; the server's limits decide when the session ends.
enum SessionCookie {
  static let name = "__Host-session"

  /// Returns the session ID in a request's cookie; `nil` if the cookie is missing or has the wrong
  /// length.
  static func id(in request: Request) -> Secret? {
    guard let value = request.cookies[name]?.value, value.utf8.count == 43 else { return nil }
    return Secret(value)
  }

  /// Sets the cookie to a session's ID.
  static func set(_ session: Session, in response: inout Response) {
    response.setCookie(
      Cookie(name: name, value: session.id.reveal(), path: "/", secure: true, httpOnly: true, sameSite: .lax))
  }
}
