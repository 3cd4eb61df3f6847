#if !os(watchOS)
#if os(macOS)
@_exported public import AppKit
#else
@_exported public import UIKit
#endif
public import Foundation

#if os(macOS)
/// Apple: `typealias ASPresentationAnchor = NSWindow`.
public typealias ASPresentationAnchor = NSWindow
#else
/// Apple: `typealias ASPresentationAnchor = UIWindow`. It isn't on watchOS.
public typealias ASPresentationAnchor = UIWindow
#endif

/// Apple: `@MainActor protocol ASWebAuthenticationPresentationContextProviding : NSObjectProtocol`.
/// A conforming type must be a subclass of `NSObject`.
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  /// Apple:
  /// `@MainActor func presentationAnchor(for session: ASWebAuthenticationSession) ->
  /// ASPresentationAnchor`.
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}
#endif
