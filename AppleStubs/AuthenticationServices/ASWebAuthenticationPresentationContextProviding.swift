#if !os(watchOS)
#if os(macOS)
@_exported public import AppKit
#else
@_exported public import UIKit
#endif
public import Foundation

#if os(macOS)
/// ASFoundation.h: `typealias ASPresentationAnchor = NSWindow`.
public typealias ASPresentationAnchor = NSWindow
#else
/// ASFoundation.h: `typealias ASPresentationAnchor = UIWindow`. It isn't on watchOS.
public typealias ASPresentationAnchor = UIWindow
#endif

/// ASWebAuthenticationSession.h: `@MainActor protocol
/// ASWebAuthenticationPresentationContextProviding : NSObjectProtocol`. A conforming type must be a
/// subclass of `NSObject`. The actor is the documentation's.
@available(tvOS, unavailable)
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  /// ASWebAuthenticationSession.h: `func presentationAnchor(for session:
  /// ASWebAuthenticationSession) -> ASPresentationAnchor`.
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}
#endif
