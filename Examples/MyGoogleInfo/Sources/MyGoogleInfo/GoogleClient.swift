import Foundation
import OAuthCore
import OAuthProviders

/// This app's registration at Google: a client of type “iOS”, which has no secret.
struct GoogleClient {
  /// The client ID, such as `1234-abcd.apps.googleusercontent.com`.
  let id: String
  /// Google, or a server that imitates Google.
  let provider: Provider

  /// Reads the app's settings from its `Info.plist`: the key `GoogleClientID` and, in a debug
  /// build, `GoogleLookAlike`. A program without a bundle reads environment variables of the same
  /// names.
  ///
  /// Without a client ID a placeholder is used, and the sign-in fails with an error that says what
  /// to do.
  ///
  /// - Parameters:
  ///   - bundle: The bundle with the `Info.plist`. Default: the app's.
  ///   - environment: The environment variables. Default: the process's.
  /// - Throws: `URIError` if `GoogleLookAlike` isn't an address.
  init(bundle: Bundle = .main, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    func setting(_ name: String) -> String? {
      let text = bundle.object(forInfoDictionaryKey: name) as? String ?? environment[name]
      return text.flatMap { $0.isEmpty ? nil : $0 }
    }
    id = setting("GoogleClientID") ?? "your-client-id.apps.googleusercontent.com"
    #if DEBUG
    if let address = setting("GoogleLookAlike") {
      provider = try Provider.googleIOS.relocated(to: Endpoint(address))
      return
    }
    #endif
    provider = .googleIOS
  }

  /// The address that Google redirects the browser to.
  ///
  /// Its scheme is the client ID with its parts in reverse order. Google derives it from the client
  /// ID, so it needn't be registered.
  ///
  /// - Throws: `URIError` if the client ID has characters that a scheme can't have.
  func redirectURI() throws(URIError) -> RedirectURI {
    try .reversedClientID(of: id)
  }
}
