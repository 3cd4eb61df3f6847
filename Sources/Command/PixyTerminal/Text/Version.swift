/// The version of Pixy. `pixy --version`, the manual pages, the packages and the formula all take
/// it from here.
package enum Version {
  /// The semantic version, without pre-release and build parts.
  package static let text = "0.1.0"
}
