package import ArgumentParser
package import OAuth
internal import OAuthCore
package import PixyTerminal

extension TerminalRemedy {
  /// The remedy for a refused resource.
  package static let withoutResource = TerminalRemedy(
    complete: """
      Check the resource. If the server doesn't support the parameter resource, as Microsoft Entra, sign in at the \
      server itself and ask by the scope: pixy login ISSUER --client-id ID --scope SCOPE --origin URL.
      """)
}

extension EndpointError: TerminalError {
  package var exitStatus: ExitCode? {
    category != .temporary && isRefusal ? ExitStatus.refused : nil
  }

  package var terminalRemedy: TerminalRemedy? {
    if problem == .notAnnounced {
      let options: [EndpointName] = [
        .token, .revocation, .introspection, .deviceAuthorization, .pushedAuthorizationRequest, .registration,
        .userInfo,
      ]
      guard options.contains(endpoint) else { return nil }
      let option = "--" + endpoint.rawValue.replacing("_", with: "-")
      return "If the server has this endpoint, name it with \(option) URL."
    }
    if endpoint == .registration, let remedy = registrationRemedy { return remedy }
    if problem == .notBound {
      return "Sign in without --dpop if bearer tokens are acceptable, or ask the server's operator for DPoP."
    }
    if let type = acceptableTokenType {
      return """
        If you trust the server to issue bearer tokens, sign in with \
        --bearer-type \(ShellWord.quoted(type)). Otherwise tell its operator.
        """
    }
    if isUnexplainedRefresh { return nil }
    if case .unexpectedStatus(403, _) = problem, endpoint == .token, !isWebPage {
      return """
        Check the client's registration and credentials. A server that accepts assertions only for its token endpoint \
        needs --assertion-audience token_endpoint.
        """
    }
    if refusal?.error == .invalidTarget, category != .temporary { return .withoutResource }
    guard isAboutClient else { return nil }
    return TerminalRemedy(Self.remedy(for: announcedMethods.compactMap(ClientOptions.Method.init(rawValue:))))
  }

  /// The remedy for a refused registration (RFC 7591 §3.2.2); `nil` if it failed in another way.
  private var registrationRemedy: TerminalRemedy? {
    guard category != .temporary else { return nil }
    let other = "or use a client that the server's operator has registered: --client-id ID."
    switch problem {
    case .refused(let response, _) where response.error == ErrorCode("invalid_redirect_uri"):
      return "Give a --redirect-uri that the server allows, such as http://localhost:8414/callback, \(other)"
    case .refused(_, 401), .refused(_, 403), .unexpectedStatus(401, _), .unexpectedStatus(403, _):
      // Keycloak's policies answer 403 to clients without a token.
      return "Give the operator's token with --register --initial-access-token-file FILE, \(other)"
    case .refused, .unexpectedStatus(400, _), .unexpectedStatus(422, _):
      return """
        Give --scope SCOPE, --client-auth METHOD or --member NAME=VALUE as the server asks for, with --register, \
        \(other)
        """
    default: return nil
    }
  }

  /// The value of `--bearer-type` with which the answer would be accepted; `nil` if its token isn't a
  /// bearer token, or nothing is wrong with its type.
  private var acceptableTokenType: String? {
    switch problem {
    case .missingMember("token_type"): ClientChoice.missingTokenType
    case .unknownTokenType(let type) where !["dpop", "mac"].contains("\(type)".lowercased()): "\(type)"
    default: nil
    }
  }

  /// Returns the remedy for a client that the server rejected: the options that belong together, for
  /// each of the methods that the server announces.
  package static func remedy(for methods: [ClientOptions.Method]) -> String {
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
}
