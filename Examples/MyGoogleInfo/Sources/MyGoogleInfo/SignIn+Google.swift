#if canImport(SwiftUI)
import Foundation
import PixySignIn

extension SignIn {
  /// Creates the app's sign-in at Google, as a client of type “iOS”, which has no secret.
  ///
  /// The settings come from the app's `Info.plist`: the key `GoogleClientID` and, in a debug build,
  /// `GoogleLookAlike`, the address of a server that imitates Google. A program without a bundle
  /// reads environment variables of the same names. Without a client ID a placeholder is used, and
  /// the sign-in fails with an error that says what to do.
  ///
  /// - Parameters:
  ///   - bundle: The bundle with the `Info.plist`. Default: the app's.
  ///   - environment: The environment variables. Default: the process's.
  /// - Throws: `URIError` if `GoogleLookAlike` isn't an address.
  static func google(
    bundle: Bundle = .main, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> SignIn {
    func setting(_ name: String) -> String? {
      let text = bundle.object(forInfoDictionaryKey: name) as? String ?? environment[name]
      return text.flatMap { $0.isEmpty ? nil : $0 }
    }
    var provider = Provider.googleIOS
    #if DEBUG
    if let address = setting("GoogleLookAlike") { provider = try provider.relocated(to: Endpoint(address)) }
    #endif
    return SignIn(
      provider: provider, clientID: setting("GoogleClientID") ?? "your-client-id.apps.googleusercontent.com",
      app: "com.example.MyGoogleInfo")
  }
}
#endif
