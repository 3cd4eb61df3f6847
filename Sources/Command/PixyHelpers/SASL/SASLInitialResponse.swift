internal import FoundationBasics
internal import OAuthCore

/// The initial response with which a mail client signs in with an access token.
struct SASLInitialResponse {
  /// The mechanisms that carry access tokens.
  enum Mechanism: String, CaseIterable {
    /// RFC 7628.
    case oauthbearer
    /// Google's mechanism, older than the RFC. Microsoft supports it too.
    case xoauth2
  }

  /// The message before base64.
  let message: Secret

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - mechanism: The mechanism.
  ///   - user: The user of the mailbox, usually the e-mail address.
  ///   - token: The access token.
  ///   - host: The server's name, for `oauthbearer` only (RFC 7628 §3.1).
  ///   - port: The server's port, for `oauthbearer` only.
  /// - Returns: `nil` if the user or the host is empty or has a control character, which could end
  ///   its part of the message.
  init?(_ mechanism: Mechanism, user: String, token: Secret, host: String? = nil, port: Int? = nil) {
    guard Self.isPlain(user), host.map(Self.isPlain) ?? true else { return nil }
    switch mechanism {
    case .xoauth2:
      message = Secret("user=\(user)\u{1}auth=Bearer \(token.reveal())\u{1}\u{1}")
    case .oauthbearer:
      // A GS2 header (RFC 5801 §4) without channel binding. In the user name, two characters are
      // escaped.
      var name = ""
      for scalar in user.unicodeScalars {
        switch scalar {
        case ",": name += "=2C"
        case "=": name += "=3D"
        default: name.unicodeScalars.append(scalar)
        }
      }
      var text = "n,a=\(name),\u{1}"
      if let host { text += "host=\(host)\u{1}" }
      if let port { text += "port=\(port)\u{1}" }
      message = Secret(text + "auth=Bearer \(token.reveal())\u{1}\u{1}")
    }
  }

  /// The message as text protocols send it.
  var base64: Secret { Secret(Data(message.reveal().utf8).base64EncodedString()) }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
