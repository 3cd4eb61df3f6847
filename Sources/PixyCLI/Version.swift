/// Which release of Pixy this is: `pixy --version`, the manual pages, the packages and the formula all say what stands here.
enum Version {
  /// By the rules of semantic versioning, without more.
  static let text = "0.1.0"
}
