/// The version of Pixy. `pixy --version`, the manual pages, the packages and the formula all take
/// it from here.
enum Version {
  /// The semantic version, without pre-release and build parts.
  static let text = "0.1.0"
}
