#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore

/// What a mail client sends first to sign in with an access token.
struct SASLInitialResponse {
  /// The mechanisms that carry access tokens.
  enum Mechanism: String, CaseIterable {
    /// RFC 7628.
    case oauthbearer
    /// Google's, before there was an RFC; Microsoft has it too.
    case xoauth2
  }

  /// The octets, as they are before base64.
  let message: Secret

  /// Writes a message.
  ///
  /// - Parameters:
  ///   - mechanism: which one.
  ///   - user: whose mailbox; usually the address.
  ///   - token: the access token.
  ///   - host: the server's name, for `oauthbearer` alone (RFC 7628 §3.1).
  ///   - port: its port, likewise.
  /// - Returns: `nil` if the user or the host has a character that would end its part, a control character, or is empty.
  init?(_ mechanism: Mechanism, user: String, token: Secret, host: String? = nil, port: Int? = nil) {
    guard Self.isPlain(user), host.map(Self.isPlain) ?? true else { return nil }
    switch mechanism {
    case .xoauth2:
      message = Secret("user=\(user)\u{1}auth=Bearer \(token.reveal())\u{1}\u{1}")
    case .oauthbearer:
      // A GS2 header (RFC 5801 §4): no channel binding, and the user, in which two characters have to be written differently.
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

  /// As protocols with lines of text send it.
  var base64: Secret { Secret(Data(message.reveal().utf8).base64EncodedString()) }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
