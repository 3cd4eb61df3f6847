package import ArgumentParser
internal import JOSE
package import OAuth
internal import OAuthCore
package import OAuthProviders
package import OAuthUserAgent
package import OpenIDConnect
internal import PixyConnection
package import PixyTerminal

// A script that runs unattended sees every "no" as one, including the user's.

extension UserAgentError: TerminalError {
  package var exitStatus: ExitCode? {
    if case .timedOut = self { ExitStatus.timedOut } else { nil }
  }
}

extension PollingError: TerminalError {
  package var exitStatus: ExitCode? {
    switch self {
    case .expired: ExitStatus.timedOut
    case .denied: ExitStatus.refused
    }
  }
}

extension CallbackError: TerminalError {
  package var exitStatus: ExitCode? {
    if case .refused = self, category != .temporary { ExitStatus.refused } else { nil }
  }

  package var terminalRemedy: TerminalRemedy? {
    if case .refused(let response) = self, response.error == .invalidTarget { .withoutResource } else { nil }
  }
}

extension ProviderError: TerminalError {
  package var exitStatus: ExitCode? {
    if case .profileRefused(_, 401) = self { ExitStatus.refused } else { nil }
  }
}

extension UnrevokedTokens: TerminalError {
  package var exitStatus: ExitCode? { ExitStatus.status(of: cause) }
}

extension OpenIDError: TerminalError {
  package var terminalRemedy: TerminalRemedy? {
    switch self {
    case .noIssuer: "Give the issuer, also beside --authorization-endpoint and --token-endpoint."
    case .noKeys: "Give the address of the server's keys with --jwks-uri, or sign in without openid."
    case .noRefreshToken: "Sign in again with --scope offline_access, if the server supports it."
    default: nil
    }
  }
}

extension AuthorizationRequestError: TerminalError {
  package var terminalRemedy: TerminalRemedy? {
    switch self {
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
}

extension IDTokenError: TerminalError {
  package var terminalRemedy: TerminalRemedy? {
    switch self {
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
