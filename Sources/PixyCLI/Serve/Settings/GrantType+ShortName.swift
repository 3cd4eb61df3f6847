internal import OAuthServer

extension GrantType {
  /// Finds the grant with this name, either in full or short: `device_code` for
  /// `urn:ietf:params:oauth:grant-type:device_code`.
  init?(shortName: String) {
    let grant = Self.builtIn.first { [$0.rawValue, $0.shortName].contains(shortName) }
    guard let grant else { return nil }
    self = grant
  }

  /// The last part of the name, as commands accept and print it.
  var shortName: String { rawValue.split(separator: ":").last.map(String.init) ?? rawValue }

  /// All short names, for help and error texts.
  static var shortNames: String { builtIn.map(\.shortName).joined(separator: ", ") }
}
