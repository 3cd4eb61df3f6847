#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

extension FrontWindow {
  /// The key window.
  static func ofAppKit() -> NSWindow? {
    NSApplication.shared.keyWindow ?? NSApplication.shared.windows.first
  }
}
#endif
