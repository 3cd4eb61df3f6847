public import Foundation

/// ASWebAuthenticationSession.h: `class ASWebAuthenticationSession : NSObject`, not isolated to an
/// actor. Start and cancel it on the main thread. It calls its completion handler on any thread.
@available(iOS 12.0, macCatalyst 13.0, macOS 10.15, watchOS 6.2, tvOS 16.0, *)
open class ASWebAuthenticationSession: NSObject {
  /// ASWebAuthenticationSession.h: `typealias CompletionHandler = (URL?, (any Error)?) -> Void`.
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  /// ASWebAuthenticationSessionCallback.h: `class Callback : NSObject, Sendable`, without a public
  /// initializer.
  @available(iOS 17.4, macOS 14.4, watchOS 10.4, tvOS 17.4, visionOS 1.1, *)
  public final class Callback: NSObject, @unchecked Sendable {
    private override init() {
      fatalError("stub")
    }

    /// ASWebAuthenticationSessionCallback.h: `class func customScheme(_ customScheme: String) ->
    /// Self`.
    public class func customScheme(_ customScheme: String) -> Self {
      fatalError("stub")
    }

    /// ASWebAuthenticationSessionCallback.h: `class func https(host: String, path: String) ->
    /// Self`: a host of the app's associated domains.
    public class func https(host: String, path: String) -> Self {
      fatalError("stub")
    }
  }

  /// ASWebAuthenticationSession.h: `init(url URL: URL, callback:
  /// ASWebAuthenticationSession.Callback, completionHandler: @escaping CompletionHandler)`.
  @available(iOS 17.4, macOS 14.4, watchOS 10.4, tvOS 17.4, visionOS 1.1, *)
  public init(
    url URL: URL, callback: ASWebAuthenticationSession.Callback,
    completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {
    fatalError("stub")
  }

  #if !os(watchOS)
  /// ASWebAuthenticationSession.h: `weak var presentationContextProvider: (any
  /// ASWebAuthenticationPresentationContextProviding)? { get set }`.
  @available(tvOS, unavailable)
  open var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)? {
    get { fatalError("stub") }
    set { fatalError("stub") }
  }
  #endif

  /// ASWebAuthenticationSession.h: `var prefersEphemeralWebBrowserSession: Bool { get set }`.
  @available(tvOS, unavailable)
  open var prefersEphemeralWebBrowserSession: Bool {
    get { fatalError("stub") }
    set { fatalError("stub") }
  }

  /// ASWebAuthenticationSession.h: `var canStart: Bool { get }`.
  @available(iOS 13.4, macOS 10.15.4, watchOS 6.2, *)
  open var canStart: Bool {
    fatalError("stub")
  }

  /// ASWebAuthenticationSession.h: `@discardableResult func start() -> Bool`.
  @discardableResult open func start() -> Bool {
    fatalError("stub")
  }

  /// ASWebAuthenticationSession.h: `func cancel()`.
  @available(tvOS, unavailable)
  open func cancel() {
    fatalError("stub")
  }
}

/// ASWebAuthenticationSession.h: `let ASWebAuthenticationSessionErrorDomain: String`.
public let ASWebAuthenticationSessionErrorDomain = "com.apple.AuthenticationServices.WebAuthenticationSession"

/// ASWebAuthenticationSession.h: `struct ASWebAuthenticationSessionError`, which `NSError`s of its
/// domain are bridged to. Here it is an independent error type.
public struct ASWebAuthenticationSessionError: CustomNSError, Sendable {
  /// ASWebAuthenticationSession.h: `enum Code : Int`.
  public enum Code: Int, Sendable {
    /// ASWebAuthenticationSession.h: `case canceledLogin`: the user closed the sheet.
    case canceledLogin = 1
    /// ASWebAuthenticationSession.h: `case presentationContextNotProvided`: no provider was set.
    @available(watchOS, unavailable) @available(tvOS, unavailable)
    case presentationContextNotProvided = 2
    /// ASWebAuthenticationSession.h: `case presentationContextInvalid`: the provider's anchor can't
    /// be used.
    @available(watchOS, unavailable) @available(tvOS, unavailable)
    case presentationContextInvalid = 3
  }

  /// ASWebAuthenticationSession.h: `var code: ASWebAuthenticationSessionError.Code { get }`.
  public var code: Code {
    fatalError("stub")
  }
  /// documentation foundation/customnserror/erroruserinfo: `var errorUserInfo: [String : Any] { get }`,
  /// the error's `userInfo`.
  public var errorUserInfo: [String: Any] {
    fatalError("stub")
  }
}
