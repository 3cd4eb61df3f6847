public import Foundation

/// Apple: `typealias ASPresentationAnchor = NSWindow` on macOS, `UIWindow` elsewhere; both classes
/// are isolated to the main actor.
public typealias ASPresentationAnchor = StubWindow

/// The common stand-in for `NSWindow` and `UIWindow`. Pixy uses none of their members.
@MainActor open class StubWindow: NSObject {}

/// Apple: `@MainActor protocol ASWebAuthenticationPresentationContextProviding : NSObjectProtocol`.
/// Linux's Foundation has `NSObjectProtocol` too. A conforming type must be a subclass of
/// `NSObject` on both systems.
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  /// Apple:
  /// `@MainActor func presentationAnchor(for session: ASWebAuthenticationSession) ->
  /// ASPresentationAnchor`.
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}
