import Foundation
import OAuthCore
import OAuthProviders

/// This app as Google knows it: a client of the kind “iOS”, which has no secret.
struct GoogleClient {
  /// The client id, such as `1234-abcd.apps.googleusercontent.com`.
  let id: String
  /// Google, or a server that behaves like it.
  let provider: Provider

  /// Reads what the app was built with: the keys `GoogleClientID` and, in a debug build, `GoogleLookAlike` of its `Info.plist`. A program that is
  /// started in a terminal can have them as environment variables.
  ///
  /// Without a client id there is a placeholder, and signing in says what to do.
  ///
  /// - Throws: `URIError` if the look-alike's address isn't one.
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

  /// Where Google sends the browser back to: a scheme that is the client id with its parts in reverse order. Google knows it from the client id, so that
  /// nothing has to be registered.
  ///
  /// - Throws: `URIError` if the client id has characters that can't be in a scheme.
  func redirectURI() throws(URIError) -> RedirectURI {
    let scheme = id.lowercased().split(separator: ".").reversed().joined(separator: ".")
    return try RedirectURI("\(scheme):/oauth2redirect")
  }
}
