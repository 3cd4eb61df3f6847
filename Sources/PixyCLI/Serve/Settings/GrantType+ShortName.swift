internal import OAuthServer

extension GrantType {
  /// What people call a grant: the last part of its name, with hyphens as they are there, or underscores.
  init?(shortName: String) {
    let grant = Self.builtIn.first { [$0.rawValue, $0.shortName].contains(shortName) }
    guard let grant else { return nil }
    self = grant
  }

  /// `device_code` for `urn:ietf:params:oauth:grant-type:device_code`.
  var shortName: String { rawValue.split(separator: ":").last.map(String.init) ?? rawValue }

  /// All of them, for help texts and errors.
  static var shortNames: String { builtIn.map(\.shortName).joined(separator: ", ") }
}
