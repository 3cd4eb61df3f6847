public import Foundation

/// Apple: `class LAContext : NSObject`.
open class LAContext: NSObject {
  /// Apple: `init()`, from `NSObject`.
  public override init() {
    fatalError("stub")
  }

  /// Apple: `var interactionNotAllowed: Bool { get set }`: whether asking the person fails instead.
  open var interactionNotAllowed = false

  /// Apple: `var localizedReason: String { get set }`: what the person is told.
  open var localizedReason = ""
}
