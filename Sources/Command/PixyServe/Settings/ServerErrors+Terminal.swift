internal import OAuthCore
internal import JOSE
package import OAuthServer
package import OAuthServerHummingbird
package import PixyTerminal

extension ClientMetadataError: TerminalError {
  package var terminalRemedy: TerminalRemedy? {
    let option =
      switch member {
      case "redirect_uris": "--redirect-uri"
      case "grant_types": "--grant"
      case "scope": "--scope"
      case "token_endpoint_auth_method": "--auth"
      case "jwks": "--jwks-file, or --jwks-uri"
      case "jwks_uri": "--jwks-uri"
      case "access_token_format": "--access-token-format"
      case "post_logout_redirect_uris": "--post-logout-redirect-uri"
      case "client_id": "--id"
      case "client_name": "--name"
      default: nil as String?
      }
    return TerminalRemedy(
      ofServer: "Correct \(option.map { $0 + ", or " } ?? "")the member of --metadata-file. "
        + "\(ServeSetting.clientsGuide) names the documents that describe the members.")
  }
}

extension SigningKeyRingError: TerminalError {
  package var terminalRemedy: TerminalRemedy? {
    switch self {
    case .sealingKeyUnusable:
      TerminalRemedy(
        ofServer: """
          Restore the file of \(ServeSetting(\.sealKeyFile).path), or the variable \
          \(ResolvedSettings.sealKeyVariable). For a new database, generate a key: \
          head -c 32 /dev/urandom | basenc --base64url | tr -d '='
          """)
    case .cannotOpen:
      TerminalRemedy(
        ofServer: """
          Set \(ServeSetting(\.sealKeyFile).path) to the file with the sealing key of this database. If the key is \
          lost, stop the server and remove the signing keys: pixy serve key reset --yes
          """)
    case .algorithms, .schedule: nil
    }
  }
}

extension PairwiseSubjectError: TerminalError {
  package var terminalRemedy: TerminalRemedy? {
    guard case .noSalt = self else { return nil }
    return TerminalRemedy(ofServer: "Set pairwise_salt_file to a file with a salt that never changes.")
  }
}

extension PageTextsFolderError: TerminalError {
  package var terminalRemedy: TerminalRemedy? {
    guard case .unfit(_, let cause) = self else { return nil }
    return TerminalRemedy(ofServer: Self.remedy(for: cause) ?? cause.remedy)
  }

  private static func remedy(for error: PageTextsError) -> String? {
    switch error {
    case .malformed: "Write a JSON object of strings. \(ServeSetting.pagesGuide) describes their names."
    case .unknownText:
      """
      Use a name that \(ServeSetting.pagesGuide) lists, scope: and a scope, or detail: and a type of authorization \
      details.
      """
    case .missing, .unknownPlaceholder, .placeholderInScope, .malformedDetail: nil
    }
  }
}
