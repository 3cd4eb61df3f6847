internal import OAuthServer

/// The names of grants on the command line.
enum RequestedGrant {
  /// Returns the `grant_type` for a short name, such as `device_code`. Other names stay as they are.
  static func name(_ text: String) -> String {
    if text == "ciba" { return "urn:openid:params:grant-type:ciba" }
    return GrantType(shortName: text)?.rawValue ?? text
  }
}
