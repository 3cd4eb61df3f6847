#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore

/// What git is told: how to sign in, and until when that is good.
struct GitCredentialAnswer {
  /// How a token is handed over.
  enum Form: Hashable {
    /// In an `Authorization` field of its own kind (RFC 6750 §2.1). Only for a git that announced `authtype` (2.46 and later).
    case bearer
    /// As the password of a user, by this name; without one git knows the name already.
    case password(userName: String?)
  }

  let form: Form
  let token: Secret
  let expiresAt: Date?

  /// The answer to a request.
  ///
  /// - Parameters:
  ///   - request: what git said.
  ///   - userName: the name that the host wants beside tokens.
  ///   - token: the access token.
  ///   - expiresAt: when it ends, if that is known.
  init(to request: GitCredentialRequest, userName: TokenUserName, token: Secret, expiresAt: Date?) {
    // A host whose custom is known takes tokens as passwords, and a server that says what it takes is believed.
    let isBearer = request.takesAuthenticationSchemes && (request.isBearerWanted ?? !userName.isCustom)
    form = isBearer ? .bearer : .password(userName: request.userName == nil ? userName.text : nil)
    self.token = token
    self.expiresAt = expiresAt
  }

  /// The lines, secrets included. Capabilities come first, as git-credential(1) asks.
  ///
  /// `nil` if a value would end its line, and what follows be read as another attribute.
  var text: String? {
    var lines: [String] = []
    switch form {
    case .bearer:
      // `ephemeral`: no other helper is to keep it, because its life is short.
      lines += ["capability[]=authtype", "authtype=Bearer", "credential=\(token.reveal())", "ephemeral=1"]
    case .password(let userName):
      if let userName { lines.append("username=\(userName)") }
      lines.append("password=\(token.reveal())")
    }
    if let expiresAt { lines.append("password_expiry_utc=\(Int64(expiresAt.timeIntervalSince1970))") }
    guard lines.allSatisfy({ !$0.utf8.contains { $0 == UInt8(ascii: "\n") || $0 == 0 } }) else { return nil }
    return lines.joined(separator: "\n")
  }
}
