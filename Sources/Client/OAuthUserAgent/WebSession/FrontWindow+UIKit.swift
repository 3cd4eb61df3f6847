#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
internal import UIKit

extension FrontWindow {
  /// The window of the app's foremost scene.
  @available(iOSApplicationExtension, unavailable)
  static func ofUIKit() -> UIWindow? {
    let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
    return FrontScene.window(
      of: scenes.map {
        FrontScene(activity: SceneActivity($0.activationState), keyWindow: $0.keyWindow, windows: $0.windows)
      })
  }
}

extension SceneActivity {
  /// The activity by UIKit's name.
  init(_ state: UIScene.ActivationState) {
    switch state {
    case .foregroundActive: self = .active
    case .foregroundInactive: self = .inactive
    default: self = .background
    }
  }
}
#endif
