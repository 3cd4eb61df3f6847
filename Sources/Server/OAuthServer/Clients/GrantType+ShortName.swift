extension GrantType {
  /// Finds the built-in grant with this name, either in full or short: `device_code` for
  /// `urn:ietf:params:oauth:grant-type:device_code`. Underscores stand for hyphens, as in
  /// `token_exchange`.
  package init?(shortName: String) {
    let grant = Self.builtIn.first { grant in
      [grant.rawValue, grant.shortName, grant.shortName.replacing("-", with: "_")].contains(shortName)
    }
    guard let grant else { return nil }
    self = grant
  }

  /// The last part of the name, as operators write it.
  package var shortName: String { rawValue.split(separator: ":").last.map(String.init) ?? rawValue }

  /// All short names, for help and error texts.
  package static var shortNames: String { builtIn.map(\.shortName).joined(separator: ", ") }
}
