import PixySignIn

/// The app's settings: the keys of its `Info.plist`, and its bundle identifier. README.md lists them.
struct AppSettings {
  /// The client ID at Google. A placeholder if there is none: the sign-in then fails with an error
  /// that says what to do.
  let clientID: String
  /// The address of a server that imitates Google, in a debug build.
  let lookAlike: Endpoint?
  /// The app's name in the keychain: its bundle identifier.
  let app: String

  /// Reads the settings.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: The app's bundle identifier; `nil` for a program without a bundle.
  ///   - allowsLookAlike: Whether `GoogleLookAlike` is read.
  ///   - value: Returns the value of a key; an empty one counts as none.
  /// - Throws: `URIError` if `GoogleLookAlike` isn't an address.
  init(bundleIdentifier: String?, allowsLookAlike: Bool, value: (String) -> String?) throws {
    func setting(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
    clientID = setting("GoogleClientID") ?? "your-client-id.apps.googleusercontent.com"
    lookAlike = try allowsLookAlike ? setting("GoogleLookAlike").map(Endpoint.init) : nil
    app = bundleIdentifier ?? "com.example.MyGoogleInfo"
  }

  /// The provider: Google with a client of type “iOS”, which has no secret, or the server that
  /// imitates it.
  func provider() throws -> Provider {
    try lookAlike.map { try Provider.googleIOS.relocated(to: $0) } ?? .googleIOS
  }
}
