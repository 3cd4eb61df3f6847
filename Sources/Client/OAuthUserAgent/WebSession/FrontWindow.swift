#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
internal import AuthenticationServices

/// The window that the browser sheet belongs to: the app's active one.
@MainActor enum FrontWindow {
  /// Returns the active window. While the app is closing there is none; the result is then an empty
  /// window, which can't show the sheet, and the sign-in fails.
  static func current() -> ASPresentationAnchor {
    #if canImport(UIKit)
    ofUIKit() ?? ASPresentationAnchor()
    #else
    ofAppKit() ?? ASPresentationAnchor()
    #endif
  }
}
#endif
