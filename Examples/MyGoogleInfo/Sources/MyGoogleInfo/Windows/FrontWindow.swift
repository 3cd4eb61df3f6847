#if canImport(AuthenticationServices)
import AuthenticationServices

/// The window that the browser sheet is shown at: the one that the person uses.
@MainActor enum FrontWindow {
  /// The window now. If there is none, which can only be while the app is being closed, a window that can't show the sheet: the sign-in fails then.
  static func current() -> ASPresentationAnchor {
    #if canImport(UIKit)
    ofUIKit() ?? ASPresentationAnchor()
    #else
    ofAppKit() ?? ASPresentationAnchor()
    #endif
  }
}
#endif
