internal import FoundationBasics
internal import JOSE
internal import OAuthServer
internal import OAuthServerSQL

/// The size of a server's database, the use of its connections, and the ages of its signing keys and its
/// read replica.
struct DatabaseGauges: Sendable {
  let database: any SQLServerDatabase

  /// The present values. A database that can't be read has no keys.
  var all: [Gauge] {
    get async {
      let now = Date()
      let records = (try? await database.signingKeyRecords()) ?? []
      let signing = Dictionary(grouping: records.filter { $0.signsFrom <= now }, by: \.algorithm)
      let ages = signing.compactMapValues { $0.map(\.signsFrom).max() }
        .sorted { $0.key.rawValue < $1.key.rawValue }
      let size = await database.byteCount.map { Gauge(name: "authorization_server_database_bytes", value: Double($0)) }
      let replica = database.replicaAge.map {
        Gauge(name: "authorization_server_replica_age_seconds", value: ($0 / .milliseconds(1)).rounded() / 1_000)
      }
      let use = database.connectionUse.map {
        [
          Gauge(name: "authorization_server_database_connections", value: Double($0.open)),
          Gauge(name: "authorization_server_database_waiting", value: Double($0.waiting)),
        ]
      }
      return [size, replica].compactMap(\.self) + (use ?? [])
        + ages.map { algorithm, begin in
          Gauge(
            name: "authorization_server_signing_key_age_seconds", labels: [("alg", algorithm.rawValue)],
            value: now.timeIntervalSince(begin).rounded())
        }
    }
  }
}
