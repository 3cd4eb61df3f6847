public import Foundation

/// Apple: `@MainActor class NSWindow : NSResponder`. Pixy only passes it on and uses none of its
/// members. Mac Catalyst finds the module, but not the class.
@available(macCatalyst, unavailable)
@MainActor open class NSWindow: NSObject {}

/// Apple: `@MainActor class NSApplication : NSResponder`.
@available(macCatalyst, unavailable)
@MainActor open class NSApplication: NSObject {
  /// Apple: `class var shared: NSApplication { get }`.
  open class var shared: NSApplication {
    fatalError("stub")
  }

  /// Apple: `var keyWindow: NSWindow? { get }`.
  open var keyWindow: NSWindow? {
    fatalError("stub")
  }

  /// Apple: `var windows: [NSWindow] { get }`.
  open var windows: [NSWindow] {
    fatalError("stub")
  }
}
