#if canImport(AppKit) && !targetEnvironment(macCatalyst)
internal import AppKit

extension FrontWindow {
  /// The key window, or another window of the app if none is key.
  static func ofAppKit() -> NSWindow? {
    NSApplication.shared.keyWindow ?? NSApplication.shared.windows.first
  }
}
#endif
