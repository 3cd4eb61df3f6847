internal import FoundationBasics
internal import JOSE
internal import OAuth
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird
internal import OAuthSessions
internal import OpenIDConnect
internal import TokenStorage

/// The remedies of the libraries' errors in the words of the command line. The libraries name
/// properties and parameters, and a user of the command has options.
enum CommandRemedy {
  /// The options of the command that this process runs. A refresh process has none.
  private static let options = UnknownWord.options(
    ofCommandIn: Array(ProcessInfo.processInfo.arguments.dropFirst()))

  /// Returns the remedy of an error for a user of the command.
  static func text(for error: any ExplainedError) -> String { text(for: error, options: options) }

  /// Returns the remedy of an error for a user of a command with certain options.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - options: The long names of the command's options. Any other option is named as an option
  ///     of `pixy login`, because the commands without it use what the sign-in stored.
  static func text(for error: any ExplainedError, options: Set<String>) -> String {
    if let text = ofServer(error) { return text }
    guard let text = own(for: error) else { return error.remedy }
    guard let option = text.firstMatch(of: /--[a-z][a-z-]*[a-z]/), !options.contains(String(option.output)) else {
      return text
    }
    return text[..<option.range.lowerBound] + "`pixy login \(option.output)`" + text[option.range.upperBound...]
  }

  /// Returns the remedy in the words of the command line; `nil` if the library's remedy fits.
  private static func own(for error: any ExplainedError) -> String? {
    switch error {
    case let error as HTTPTransportError where error.kind == .tlsFailed:
      "\(error.remedy) --trust FILE names a private authority.\(plainAddress(of: error.origin))"
    case let error as AuthoritiesMissing: error.remedy
    case let error as EndpointError: text(for: error)
    case let error as IDTokenError: text(for: error)
    case let error as TokenStoreError where error.kind == .wrongKey && error.cause == nil:
      """
      Restore the key, or give the right passphrase with PIXY_PASSPHRASE_FILE. If it is lost, the stored tokens are \
      lost too: sign out with `pixy logout`, remove the token store's folder, and sign in again.
      """
    case let error as TokenStoreError where error.kind == .absent && error.place == "file-passphrase":
      "Set PIXY_PASSPHRASE_FILE to the file with the passphrase of these tokens."
    case let error as TokenStoreError where error.kind == .absent && error.place != nil:
      "Choose a store that `pixy storage` lists."
    case TokenSessionError.storage(let cause): own(for: cause)
    case let error as AuthorizationRequestError: text(for: error)
    case OpenIDError.noIssuer: "Give the issuer, also beside --authorization-endpoint and --token-endpoint."
    case OpenIDError.noKeys: "Give the address of the server's keys with --jwks-uri, or sign in without openid."
    case OpenIDError.noRefreshToken: "Sign in again with --scope offline_access, if the server supports it."
    case DiscoveryError.notPublished:
      "\(error.remedy) A server without metadata needs --authorization-endpoint and --token-endpoint."
    case TokenSessionError.refused(let cause as any ExplainedError): own(for: cause) ?? cause.remedy
    case TokenSessionError.unacceptable:
      "Sign out with `pixy logout`, and sign in again. If it happens again, tell the server's operator."
    case TokenSessionError.foreignOrigin(let origin):
      "If the API there accepts this account's tokens, add --origin \(UntrustedText(origin))."
    default: nil
    }
  }

  private static func text(for error: AuthorizationRequestError) -> String? {
    switch error {
    case .pushingNotSupported:
      """
      Sign in without --par. If the server has this endpoint, name it with --pushed-authorization-request-endpoint URL.
      """
    case .responseModeNotSupported: "Give a --response-mode that the server announces, or leave it out."
    case .signedAnswersNotSupported: "Give the issuer, or a --response-mode without jwt."
    case .encryptionNotAnnounced: "Sign in without --encrypted-request."
    default: nil
    }
  }

  /// Returns the remedy of a server's error in the words of `pixy serve`; `nil` if the library's
  /// remedy fits.
  private static func ofServer(_ error: any ExplainedError) -> String? {
    switch error {
    case let error as ClientMetadataError: text(for: error)
    case let error as SigningKeyRingError: text(for: error)
    case PairwiseSubjectError.noSalt: "Set pairwise_salt_file to a file with a salt that never changes."
    case PageTextsFolderError.unfit(_, let cause): text(for: cause) ?? cause.remedy
    default: nil
    }
  }

  private static func text(for error: ClientMetadataError) -> String {
    let option =
      switch error.member {
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
    return
      "Correct \(option.map { $0 + ", or " } ?? "")the member of --metadata-file. "
      + "\(ServeSetting.clientsGuide) names the documents that describe the members."
  }

  private static func text(for error: SigningKeyRingError) -> String? {
    switch error {
    case .sealingKeyUnusable:
      """
      Restore the file of \(ServeSetting(\.sealKeyFile).path), or the variable \(ResolvedSettings.sealKeyVariable). \
      For a new database, generate a key: head -c 32 /dev/urandom | basenc --base64url | tr -d '='
      """
    case .cannotOpen:
      """
      Set \(ServeSetting(\.sealKeyFile).path) to the file with the sealing key of this database. If the key is lost, \
      stop the server and remove the signing keys: pixy serve key reset --yes
      """
    case .algorithms, .schedule: nil
    }
  }

  private static func text(for error: PageTextsError) -> String? {
    switch error {
    case .malformed: "Write a JSON object of strings. Documentation/Guides/Pages.md describes their names."
    case .unknownText:
      """
      Use a name from Documentation/Guides/Pages.md, scope: and a scope, or detail: and a type of authorization details.
      """
    case .missing, .unknownPlaceholder, .placeholderInScope, .malformedDetail: nil
    }
  }

  /// Returns the address without TLS of a server on this machine, as a sentence; otherwise an empty
  /// text.
  private static func plainAddress(of origin: String) -> String {
    guard let scheme = origin.firstRange(of: "https://"), ServerAddressOptions.isLoopback(origin[scheme.upperBound...])
    else { return "" }
    return " If the server has no TLS, write http://\(origin[scheme.upperBound...])."
  }

  private static func text(for error: EndpointError) -> String? {
    if error.problem == .notAnnounced {
      let options: [EndpointName] = [
        .token, .revocation, .introspection, .deviceAuthorization, .pushedAuthorizationRequest, .registration,
        .userInfo,
      ]
      guard options.contains(error.endpoint) else { return nil }
      let option = "--" + error.endpoint.rawValue.replacing("_", with: "-")
      return "If the server has this endpoint, name it with \(option) URL."
    }
    if error.problem == .notBound {
      return "Sign in without --dpop if bearer tokens are acceptable, or ask the server's operator for DPoP."
    }
    if case .unexpectedStatus(403, _) = error.problem, error.endpoint == .token {
      return """
        Check the client's registration and credentials. A server that accepts assertions only for its token endpoint \
        needs --assertion-audience token_endpoint.
        """
    }
    guard error.isAboutClient else { return nil }
    return text(for: error.announcedMethods.compactMap(ClientOptions.Method.init(rawValue:)))
  }

  /// Returns the remedy for a client that the server rejected: the options that belong together, for
  /// each of the methods that the server announces.
  static func text(for methods: [ClientOptions.Method]) -> String {
    var groups: [(files: String?, methods: [String])] = []
    for method in methods {
      if let same = groups.firstIndex(where: { $0.files == method.neededFiles }) {
        groups[same].methods.append(method.rawValue)
      } else {
        groups.append((method.neededFiles, [method.rawValue]))
      }
    }
    guard !groups.isEmpty else {
      return "Check --client-id, --client-secret-file and --client-auth against the client's registration."
    }
    let choices = groups.map { group in
      "--client-auth \(group.methods.joined(separator: " or "))" + (group.files.map { " with \($0)" } ?? "")
    }
    return "Give \(choices.joined(separator: ", or ")), as the client is registered."
  }

  private static func text(for error: IDTokenError) -> String? {
    switch error {
    case .untrustedAudience(let audience):
      "If you trust that audience with your sign-ins, add --trusted-audience \(audience)."
    case .missing: "Check that the client is registered for OpenID Connect, or sign in without --scope openid."
    case .notVerified(.encrypted):
      "Give the private key with --decryption-key-file, or register the client without encryption."
    case .notDecrypted(.notCompact):
      "Register the client for encrypted ID tokens, or leave out --decryption-key-file."
    case .notDecrypted(.noMatchingKey):
      "Give the private key whose public key is registered with --decryption-key-file."
    case .notVerified(.algorithmNotAllowed(let name)):
      "If the client is registered for this algorithm, add --id-token-alg \(name)."
    default: nil
    }
  }
}
