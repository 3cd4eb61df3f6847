internal import HTTPTypes
internal import OAuthCore

extension WebSignIn {
  private static let movedMark = "moved=yes"

  /// Leads a sign-in that was opened at another name of this machine, such as `localhost` instead of
  /// `127.0.0.1`, to the application's address. The callback comes there, and cookies belong to one
  /// name.
  ///
  /// The request's name is only compared. The mark ends a circle, in which a proxy would rewrite it.
  func movedToAddress(_ request: WebRequest) -> WebResponse? {
    let path = request.path
    guard request.method == .get, path == paths.signIn || path.hasPrefix(paths.signIn + "/"), path != paths.styleSheet,
      address.parts.isLoopback, let authority = request.head.authority?.lowercased(),
      ["localhost", "127.0.0.1", "[::1]"].contains(where: {
        $0 != address.parts.host && (authority == $0 || authority.hasPrefix($0 + ":"))
      }), let target = request.head.path, !target.hasSuffix(Self.movedMark)
    else { return nil }
    return redirect(to: target + (target.contains("?") ? "&" : "?") + Self.movedMark)
  }
}
