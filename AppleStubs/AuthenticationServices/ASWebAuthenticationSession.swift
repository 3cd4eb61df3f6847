public import Foundation

/// Apple: `class ASWebAuthenticationSession : NSObject`, not isolated to an actor. Start and cancel
/// it on the main thread. It calls its completion handler on any thread.
open class ASWebAuthenticationSession: NSObject {
  /// Apple: `typealias CompletionHandler = (URL?, (any Error)?) -> Void`.
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  /// Apple: `class Callback : NSObject`, without a public initializer.
  public final class Callback: NSObject {
    private override init() {
      fatalError("stub")
    }

    /// Apple: `class func customScheme(_ customScheme: String) -> Self`.
    public class func customScheme(_ customScheme: String) -> Self {
      fatalError("stub")
    }

    /// Apple: `class func https(host: String, path: String) -> Self`: a host of the app's
    /// associated domains.
    public class func https(host: String, path: String) -> Self {
      fatalError("stub")
    }
  }

  /// Apple:
  /// `init(url URL: URL, callback: ASWebAuthenticationSession.Callback, completionHandler:
  /// @escaping CompletionHandler)`,
  /// since iOS 17.4 and macOS 14.4.
  public init(
    url URL: URL, callback: ASWebAuthenticationSession.Callback,
    completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {
    fatalError("stub")
  }

  #if !os(watchOS)
  /// Apple:
  /// `weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  /// { get set }`.
  open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  #endif

  /// Apple: `var prefersEphemeralWebBrowserSession: Bool { get set }`.
  open var prefersEphemeralWebBrowserSession = false

  /// Apple: `var canStart: Bool { get }`.
  open var canStart: Bool {
    fatalError("stub")
  }

  /// Apple: `@discardableResult func start() -> Bool`.
  @discardableResult open func start() -> Bool {
    fatalError("stub")
  }

  /// Apple: `func cancel()`.
  open func cancel() {
    fatalError("stub")
  }
}

/// Apple: `let ASWebAuthenticationSessionErrorDomain: String`.
public let ASWebAuthenticationSessionErrorDomain = "com.apple.AuthenticationServices.WebAuthenticationSession"

/// Apple: `struct ASWebAuthenticationSessionError`, which `NSError`s of its domain are bridged to.
/// Here it is an independent error type.
public struct ASWebAuthenticationSessionError: CustomNSError, Sendable {
  /// Apple: `enum Code : Int`.
  public enum Code: Int, Sendable {
    /// Apple: `case canceledLogin`: the user closed the sheet.
    case canceledLogin = 1
    /// Apple: `case presentationContextNotProvided`: no provider was set.
    case presentationContextNotProvided = 2
    /// Apple: `case presentationContextInvalid`: the provider's anchor can't be used.
    case presentationContextInvalid = 3
  }

  /// Apple: `var code: ASWebAuthenticationSessionError.Code { get }`.
  public var code: Code {
    fatalError("stub")
  }
  /// Apple: `var errorUserInfo: [String : Any] { get }`, of `CustomNSError`: the error's `userInfo`.
  /// Source: developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror
  public var errorUserInfo: [String: Any] {
    fatalError("stub")
  }
}
