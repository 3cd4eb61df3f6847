internal import FoundationBasics
internal import OAuthCore

/// The credentials that git receives, with their expiry time.
struct GitCredentialAnswer {
  /// The form in which git receives a token.
  enum Form: Hashable {
    /// As a bearer token (RFC 6750 §2.1). Only for a git that announced `authtype` (2.46 and
    /// later).
    case bearer
    /// As a password with a user name. Without a user name, git already has one.
    case password(userName: String?)
  }

  let form: Form
  let token: Secret
  let expiresAt: Date?

  /// Creates the answer to a request.
  ///
  /// - Parameters:
  ///   - request: The request from git.
  ///   - userName: The user name that the host expects with tokens.
  ///   - token: The access token.
  ///   - expiresAt: The token's expiry time, if it is known.
  init(to request: GitCredentialRequest, userName: TokenUserName, token: Secret, expiresAt: Date?) {
    // A host with a known user name accepts tokens as passwords. A server's own challenge takes
    // precedence.
    let isBearer = request.takesAuthenticationSchemes && (request.isBearerWanted ?? !userName.isCustom)
    form = isBearer ? .bearer : .password(userName: request.userName == nil ? userName.text : nil)
    self.token = token
    self.expiresAt = expiresAt
  }

  /// The lines of the answer, with secrets. Capabilities come first, as git-credential(1) requires.
  ///
  /// `nil` if a value has a line ending, because the rest would be read as another attribute.
  var text: String? {
    var lines: [String] = []
    switch form {
    case .bearer:
      // `ephemeral`: other helpers must not store the token, because it is short-lived.
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
