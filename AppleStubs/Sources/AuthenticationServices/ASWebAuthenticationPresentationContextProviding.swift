public import Foundation

/// Apple: `typealias ASPresentationAnchor = NSWindow` on macOS, `UIWindow` elsewhere; both are classes of the main actor.
public typealias ASPresentationAnchor = StubWindow

/// Stands for `NSWindow` and `UIWindow`, of which Pixy uses nothing.
@MainActor open class StubWindow: NSObject {}

/// Apple: `@MainActor protocol ASWebAuthenticationPresentationContextProviding : NSObjectProtocol`. Linux's Foundation calls
/// `NSObjectProtocol` so too; what conforms has to be a subclass of `NSObject` on both.
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  /// Apple: `@MainActor func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor`.
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}
