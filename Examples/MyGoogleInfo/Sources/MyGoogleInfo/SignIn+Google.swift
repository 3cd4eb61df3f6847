#if canImport(SwiftUI)
import Foundation
import PixySignIn

extension SignIn {
  /// Creates the app's sign-in at Google from the keys of its `Info.plist`. A program without a
  /// bundle reads environment variables of the same names.
  ///
  /// - Throws: `URIError` if `GoogleLookAlike` isn't an address.
  static func google() throws -> SignIn {
    #if DEBUG
    let allowsLookAlike = true
    #else
    let allowsLookAlike = false
    #endif
    let settings = try AppSettings(bundleIdentifier: Bundle.main.bundleIdentifier, allowsLookAlike: allowsLookAlike) {
      Bundle.main.object(forInfoDictionaryKey: $0) as? String ?? ProcessInfo.processInfo.environment[$0]
    }
    return SignIn(provider: try settings.provider(), clientID: settings.clientID, app: settings.app)
  }
}
#endif
