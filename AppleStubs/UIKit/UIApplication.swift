public import Foundation

/// Apple: `@MainActor class UIWindow : UIView`. Pixy only passes it on and uses none of its
/// members.
@available(watchOS, unavailable)
@MainActor open class UIWindow: NSObject {
  /// Apple: `weak var windowScene: UIWindowScene? { get set }`, since iOS 13.
  /// Source: developer.apple.com/documentation/uikit/uiwindow/windowscene
  open weak var windowScene: UIWindowScene?
}

/// Apple: `@MainActor class UIApplication : UIResponder`.
@available(watchOS, unavailable)
@MainActor open class UIApplication: NSObject {
  /// Apple: `class var shared: UIApplication { get }`, `NS_EXTENSION_UNAVAILABLE_IOS`.
  /// Source: developer.apple.com/forums/thread/685369
  @available(iOSApplicationExtension, unavailable, message: "Use view controller based solutions instead.")
  open class var shared: UIApplication {
    fatalError("stub")
  }

  /// Apple: `var connectedScenes: Set<UIScene> { get }`.
  open var connectedScenes: Set<UIScene> {
    fatalError("stub")
  }
}

/// Apple: `@MainActor class UIScene : UIResponder`.
@available(watchOS, unavailable)
@MainActor open class UIScene: NSObject {
  /// Apple: `enum ActivationState : Int`.
  public enum ActivationState: Int, Sendable {
    // Source: developer.apple.com/documentation/uikit/uiscene/activationstate-swift.enum
    /// Apple: `case unattached`.
    case unattached = -1
    /// Apple: `case foregroundActive`.
    case foregroundActive = 0
    /// Apple: `case foregroundInactive`.
    case foregroundInactive = 1
    /// Apple: `case background`.
    case background = 2
  }

  /// Apple: `var activationState: UIScene.ActivationState { get }`.
  open var activationState: UIScene.ActivationState {
    fatalError("stub")
  }
}

/// Apple: `@MainActor class UIWindowScene : UIScene`.
@available(watchOS, unavailable)
@MainActor open class UIWindowScene: UIScene {
  /// Apple: `var keyWindow: UIWindow? { get }`.
  open var keyWindow: UIWindow? {
    fatalError("stub")
  }

  /// Apple: `var windows: [UIWindow] { get }`.
  open var windows: [UIWindow] {
    fatalError("stub")
  }
}
