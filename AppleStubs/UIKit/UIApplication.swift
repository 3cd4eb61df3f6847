public import Foundation

/// UIWindow.h: `@MainActor class UIWindow : UIView`. Pixy only passes it on and uses none of its
/// members.
@available(watchOS, unavailable)
@MainActor open class UIWindow: NSObject {}

/// UIApplication.h: `@MainActor class UIApplication : UIResponder`.
@available(watchOS, unavailable)
@MainActor open class UIApplication: NSObject {
  /// UIApplication.h: `class var shared: UIApplication { get }`.
  @available(iOSApplicationExtension, unavailable)
  @available(macCatalystApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  open class var shared: UIApplication {
    fatalError("stub")
  }

  /// UIApplication.h: `var connectedScenes: Set<UIScene> { get }`.
  @available(iOS 13.0, tvOS 13.0, *)
  open var connectedScenes: Set<UIScene> {
    fatalError("stub")
  }
}
