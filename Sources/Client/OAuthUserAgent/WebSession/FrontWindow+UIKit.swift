#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
internal import UIKit

extension FrontWindow {
  /// The key window of the active scene, or of another scene if none is active.
  static func ofUIKit() -> UIWindow? {
    let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
    let scene = scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
    return scene?.keyWindow ?? scene?.windows.first
  }
}
#endif
