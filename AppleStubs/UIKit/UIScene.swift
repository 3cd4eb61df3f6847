public import Foundation

/// UIScene.h: `@MainActor class UIScene : UIResponder`.
@available(iOS 13.0, tvOS 13.0, *)
@available(watchOS, unavailable)
@MainActor open class UIScene: NSObject {
  /// UISceneDefinitions.h: `enum ActivationState : Int`.
  public enum ActivationState: Int, Sendable {
    /// UISceneDefinitions.h: `case unattached`.
    case unattached = -1
    /// UISceneDefinitions.h: `case foregroundActive`.
    case foregroundActive = 0
    /// UISceneDefinitions.h: `case foregroundInactive`.
    case foregroundInactive = 1
    /// UISceneDefinitions.h: `case background`.
    case background = 2
  }

  /// UIScene.h: `var activationState: UIScene.ActivationState { get }`.
  open var activationState: UIScene.ActivationState {
    fatalError("stub")
  }
}

/// UIWindowScene.h: `@MainActor class UIWindowScene : UIScene`.
@available(iOS 13.0, tvOS 13.0, *)
@available(watchOS, unavailable)
@MainActor open class UIWindowScene: UIScene {
  /// UIWindowScene.h: `var keyWindow: UIWindow? { get }`.
  @available(iOS 15.0, tvOS 15.0, *)
  open var keyWindow: UIWindow? {
    fatalError("stub")
  }

  /// UIWindowScene.h: `var windows: [UIWindow] { get }`.
  open var windows: [UIWindow] {
    fatalError("stub")
  }
}
