/// The metrics of `pixy serve`, each declared once with its description for Prometheus.
enum ServerMetric: String, CaseIterable {
  case requests = "authorization_server_requests_total"
  case requestSeconds = "authorization_server_request_seconds"
  case events = "authorization_server_events_total"
  case lostAuditRecords = "authorization_server_audit_records_lost_total"
  case commitSeconds = "authorization_server_commit_seconds"
  case commitsInDoubt = "authorization_server_commits_in_doubt_total"
  case databaseConnections = "authorization_server_database_connections"
  case databaseWaiting = "authorization_server_database_waiting"
  case databaseBytes = "authorization_server_database_bytes"
  case replicaAge = "authorization_server_replica_age_seconds"
  case signingKeyAge = "authorization_server_signing_key_age_seconds"
  case openConnections = "authorization_server_open_connections"
  case openFiles = "process_open_fds"
  case maximumFiles = "process_max_fds"

  /// The description, as one line without backslashes.
  var help: String {
    switch self {
    case .requests: "Requests by endpoint and class of the status."
    case .requestSeconds: "Time from the complete request to its answer, by endpoint."
    case .events: "Events of the audit log by event, outcome and grant type."
    case .lostAuditRecords: "Audit records that were not kept, by reason: quota, file, database."
    case .commitSeconds: "Time of a commit of the database."
    case .commitsInDoubt: "Commits whose connection broke, so that their operations were repeated."
    case .databaseConnections: "Open connections to the database's server."
    case .databaseWaiting: "Operations that wait for a connection to the database's server."
    case .databaseBytes: "Size of the database with its write-ahead log."
    case .replicaAge: "Age of the read replica's contents when they were last read."
    case .signingKeyAge: "Age of the newest key that signs, by algorithm."
    case .openConnections: "Open connections of the server's port."
    case .openFiles: "Open file descriptors of the process."
    case .maximumFiles: "Limit of open file descriptors of the process."
    }
  }

  /// Returns the lines before the values of a metric: the description, if the metric is declared, and
  /// the type.
  static func head(_ name: String, _ type: String) -> [String] {
    (ServerMetric(rawValue: name).map { ["# HELP \(name) \($0.help)"] } ?? []) + ["# TYPE \(name) \(type)"]
  }
}
