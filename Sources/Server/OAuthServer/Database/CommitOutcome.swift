/// The end of a commit, as a database reports it for metrics.
public enum CommitOutcome: Sendable, Hashable {
  /// The commit was acknowledged after this time.
  case committed(after: Duration)
  /// The connection broke before the commit was acknowledged. The database repeats its operations.
  case inDoubt
}
