/// The freshness that the look-ups of a request need.
package enum LookupFreshness {
  /// Whether the answer may come from a copy of the database that is behind by as much as the operator
  /// allows. The introspection and UserInfo endpoints allow it.
  @TaskLocal package static var mayBeBehind = false
}
