internal import FoundationBasics
internal import OAuthCore

extension ConsentOperations {
  /// Saves what a user has allowed a client.
  ///
  /// A client that needs no consent gets a record too, so that the user sees on the account page what
  /// the client got. That record doesn't let the client skip the question if an operator later wants
  /// the user to be asked.
  func remember(
    _ subject: Subject, allowed client: RegisteredClient, _ scope: Scope, _ details: ApprovalDetails, at moment: Date
  ) async throws {
    if client.settings.needsNoConsent {
      if let earlier = try await consent(of: subject, to: client.id), scope.isSubset(of: earlier.unaskedScope) {
        return
      }
      try await addConsent(
        ConsentRecord(subject: subject, clientID: client.id, scope: .none, unaskedScope: scope, givenAt: moment))
    } else {
      try await addConsent(
        ConsentRecord(
          subject: subject, clientID: client.id, scope: scope,
          authorizationDetailsTypes: details.authorizationDetails.compactMap { $0.object?["type"]?.string },
          givenAt: moment))
    }
  }
}
