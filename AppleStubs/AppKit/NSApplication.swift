public import Foundation

/// appkit.cs: `@MainActor class NSWindow : NSResponder`. Pixy only passes it on
/// and uses none of its members. Mac Catalyst finds the module, but not the class.
@available(macCatalyst, unavailable)
@MainActor open class NSWindow: NSObject {}

/// appkit.cs: `@MainActor class NSApplication : NSResponder`.
@available(macCatalyst, unavailable)
@MainActor open class NSApplication: NSObject {
  /// appkit.cs: `class var shared: NSApplication { get }`.
  open class var shared: NSApplication {
    fatalError("stub")
  }

  /// documentation appkit/nsapplication/keywindow: `var keyWindow: NSWindow? { get }`.
  open var keyWindow: NSWindow? {
    fatalError("stub")
  }

  /// appkit.cs: `var windows: [NSWindow] { get }`.
  open var windows: [NSWindow] {
    fatalError("stub")
  }
}
