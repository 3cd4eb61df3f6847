public import Foundation

/// UIWindow.h: `@MainActor class UIWindow : UIView`. Pixy only passes it on and uses none of its
/// members.
@available(watchOS, unavailable)
@MainActor open class UIWindow: NSObject {
  /// UIWindow.h: `weak var windowScene: UIWindowScene? { get set }`, since iOS 13.
  open weak var windowScene: UIWindowScene?
}

/// UIApplication.h: `@MainActor class UIApplication : UIResponder`.
@available(watchOS, unavailable)
@MainActor open class UIApplication: NSObject {
  /// UIApplication.h: `class var shared: UIApplication { get }`, `NS_EXTENSION_UNAVAILABLE_IOS`.
  @available(iOSApplicationExtension, unavailable, message: "Use view controller based solutions instead.")
  open class var shared: UIApplication {
    fatalError("stub")
  }

  /// UIApplication.h: `var connectedScenes: Set<UIScene> { get }`.
  @available(iOS 13.0, tvOS 13.0, *)
  open var connectedScenes: Set<UIScene> {
    fatalError("stub")
  }
}
