#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore

extension AuthorizationRequest {
  /// Whether a sign-in of that time is good enough, or its person has to prove again who they are (OpenID Connect Core
  /// §3.1.2.1, §3.1.2.3).
  func accepts(_ session: SessionRecord, at now: Date) -> Bool {
    guard !prompts.contains(.login) else { return false }
    guard let maximumAge else { return true }
    // max_age=0 means prompt=login, also in the second of the sign-in.
    return maximumAge > 0 && now.timeIntervalSince(session.authenticated) <= Double(maximumAge)
  }

  /// Whether the person decides even if they have allowed the same before.
  var isAskedEachTime: Bool {
    // What is remembered are scopes; details say more than their type, and are read each time (RFC 9396 §2).
    prompts.contains(.consent) || prompts.contains(.selectAccount) || !isFromProvenClient
      || !details.authorizationDetails.isEmpty
  }

  /// Whether somebody who signs in just now is shown what is asked for.
  var isAskedAbout: Bool { isAskedEachTime || !client.settings.needsNoConsent }

  /// RFC 8252 §8.6: who says that it is this client can't be told from it, unless it has a secret, or the address that the answer
  /// goes to is an https one. Any program on the device can listen on loopback, or take links of a scheme.
  private var isFromProvenClient: Bool {
    client.kind != .public || redirectURI.parts.scheme == "https"
  }
}
