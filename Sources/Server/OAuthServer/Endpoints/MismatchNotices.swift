internal import FoundationBasics
internal import Logging
internal import OAuthCore
internal import Synchronization

/// The mismatches that were reported within the hour. A program repeats its mistake with every sign-in,
/// and strangers can send wrong requests, so each is reported once.
final class MismatchNotices: Sendable {
  /// The most reports of one client and mismatch in an hour. All unknown clients count as one.
  static let perClient = 5
  /// The most reports in an hour.
  static let capacity = 1_000

  private struct Report: Hashable {
    let mismatch: RegistrationMismatch
    let client: String
    let sent: String
  }

  private let state = Mutex((hour: Date.distantPast, reports: Set<Report>()))

  /// Returns whether a mismatch is to be reported, and notes it.
  func isNew(_ mismatch: RegistrationMismatch, of client: String, _ sent: String, at now: Date) -> Bool {
    let report = Report(mismatch: mismatch, client: mismatch == .unknownClient ? "" : client, sent: sent)
    return state.withLock { state in
      // A clock that was set back starts a new hour too.
      if !(0..<3_600).contains(now.timeIntervalSince(state.hour)) { state = (now, []) }
      guard state.reports.count < Self.capacity, !state.reports.contains(report),
        state.reports.count(where: { $0.mismatch == mismatch && $0.client == report.client }) < Self.perClient
      else { return false }
      state.reports.insert(report)
      return true
    }
  }
}

extension ServerPart {
  /// Reports that a request is refused because of its client's registration: in the log at notice, and
  /// with what was sent in the audit log.
  /// - Parameters:
  ///   - clientID: The `client_id` of the request.
  ///   - sent: What the program sent instead. It must be no secret.
  func report(_ mismatch: RegistrationMismatch, of clientID: String, _ sent: String = "") {
    let clientID = UntrustedText(String(clientID.prefix(200))).description
    let sent = UntrustedText(String(sent.prefix(300))).description
    guard core.mismatches.isNew(mismatch, of: clientID, sent, at: clock.now()) else { return }
    // A program may send a secret in the wrong place, so what it sent is in the audit log only.
    var metadata: Logger.Metadata = ["mismatch": "\(mismatch.rawValue)", "member": "\(mismatch.member)"]
    if mismatch != .unknownClient { metadata["client_id"] = "\(clientID)" }
    logger.notice("A request was refused: its program and its client's registration differ", metadata: metadata)
    audit(.registrationMismatch, mismatch.rawValue) {
      ($0.clientID, $0.detail) = (clientID, sent.isEmpty ? nil : sent)
    }
  }

  /// Reads the scope of a request, and reports what the client doesn't get.
  /// - Throws: `invalid_scope`, as the configuration's function does.
  func scope(_ parameters: FormParameters, _ client: RegisteredClient) throws -> Scope {
    if let requested = parameters.value("scope").flatMap({ try? Scope(parameter: $0) }) {
      let refused = requested.tokens.filter { !configuration.scopes.contains($0) || !client.scope.contains($0) }
      if !refused.isEmpty { report(.scope, of: client.id, refused.joined(separator: " ")) }
    }
    return try configuration.scope(parameters, client)
  }
}
