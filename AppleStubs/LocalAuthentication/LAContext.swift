public import Foundation

/// Apple: `class LAContext : NSObject`.
open class LAContext: NSObject {
  /// Apple: `init()`, from `NSObject`.
  public override init() {
    fatalError("stub")
  }

  /// Apple: `var interactionNotAllowed: Bool { get set }`: if true, an operation that would ask the
  /// user fails instead.
  open var interactionNotAllowed = false

  /// Apple: `var localizedReason: String { get set }`: the reason that the user is shown.
  open var localizedReason = ""
}
