package import FoundationBasics
internal import OAuthServer

extension SQLServerDatabase {
  /// Returns the time of the newest event in the database: a sign-in, a consent, a registration, a refused
  /// request, or a new signing key. It reads all sessions and consents.
  package func newestMoment() async throws -> Date? {
    let announcement = KeyRotation.usual.announcement.components.seconds * 1_000_000
    return try await work.read { database in
      try database.first(
        """
        SELECT max(moment) FROM (
          SELECT max(authenticated) AS moment FROM sessions UNION ALL SELECT max(given) FROM consents
          UNION ALL SELECT max(issued) FROM registrations UNION ALL SELECT max(moment) FROM client_mismatches
          UNION ALL SELECT max(signs_from) - ? FROM signing_keys) AS moments
        """, [.integer(announcement)]
      ) { try $0.optionalMoment() }
    } ?? nil
  }
}
