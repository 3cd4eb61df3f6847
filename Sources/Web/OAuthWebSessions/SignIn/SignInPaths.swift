internal import OAuthCore

/// The paths of the application that the library answers, below the path of its address.
///
/// The provider's identifier is appended to ``callback`` and ``backChannelLogout``, so that each
/// provider has its own redirect URI (RFC 9700 §4.4.2.2).
public struct SignInPaths: Sendable, Hashable {
  /// The sign-in page. `/sign-in/google` begins a sign-in at Google, and `/sign-in/session.json` names
  /// the signed-in user to scripts.
  public var signIn: String
  /// The redirect URIs. Register `https://app.example.com/callback/google` at Google.
  public var callback: String
  /// The sign-out: a page for GET requests, and the target of the application's own forms.
  public var signOut: String
  /// The address that providers redirect to after their sign-out. Register it at the provider.
  public var signedOut: String
  /// The addresses for logout tokens. Register `https://app.example.com/back-channel-logout/issuer`
  /// at the provider.
  public var backChannelLogout: String

  /// Creates paths.
  ///
  /// - Parameters:
  ///   - signIn: The sign-in page. Default: `/sign-in`.
  ///   - callback: The redirect URIs, without the provider. Default: `/callback`.
  ///   - signOut: The sign-out. Default: `/sign-out`.
  ///   - signedOut: The address after the provider's sign-out. Default: `/signed-out`.
  ///   - backChannelLogout: The addresses for logout tokens, without the provider. Default:
  ///     `/back-channel-logout`.
  public init(
    signIn: String = "/sign-in", callback: String = "/callback", signOut: String = "/sign-out",
    signedOut: String = "/signed-out", backChannelLogout: String = "/back-channel-logout"
  ) {
    self.signIn = signIn
    self.callback = callback
    self.signOut = signOut
    self.signedOut = signedOut
    self.backChannelLogout = backChannelLogout
  }

  /// Returns the path of an application's address; empty if it has none, `nil` if it isn't usable.
  static func basePath(of address: Endpoint) -> String? {
    guard address.query == nil else { return nil }
    let path = address.parts.path
    if path.isEmpty || path == "/" { return "" }
    let isUsable = path.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-/".utf8.contains($0) }
    return isUsable && path.last != "/" && ReturnPath(path)?.path == path ? path : nil
  }

  /// Returns the paths below another one.
  func below(_ base: String) -> SignInPaths {
    SignInPaths(
      signIn: base + signIn, callback: base + callback, signOut: base + signOut, signedOut: base + signedOut,
      backChannelLogout: base + backChannelLogout)
  }

  private var all: [String] { [signIn, callback, signOut, signedOut, backChannelLogout] }

  /// Returns whether all paths can be used, and none contains another one.
  var areUsable: Bool {
    all.allSatisfy { path in
      path != "/" && path.last != "/" && ReturnPath(path)?.path == path
        && all.count(where: { $0 == path || $0.hasPrefix(path + "/") }) == 1
    }
  }

  /// Returns whether a path is one of these. A sign-in must not return there.
  func contain(_ path: String) -> Bool {
    all.contains { path == $0 || path.hasPrefix($0 + "/") }
  }

  /// The path at which scripts ask for the signed-in user.
  var session: String { signIn + "/session.json" }

  /// The path of the style sheet.
  var styleSheet: String { signIn + "/style.css" }
}
