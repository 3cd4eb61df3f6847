#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
internal import AuthenticationServices

/// The window that the browser sheet belongs to: the app's active one.
@MainActor enum FrontWindow {
  /// Returns the active window; `nil` while the app starts or closes.
  ///
  /// An app extension has no `UIApplication.shared`, and Xcode compiles packages as if an extension
  /// used them (developer.apple.com/forums/thread/685369).
  @available(iOSApplicationExtension, unavailable, message: "Pass the extension's window as the anchor.")
  static func current() -> ASPresentationAnchor? {
    #if canImport(UIKit)
    ofUIKit()
    #else
    ofAppKit()
    #endif
  }
}
#endif
