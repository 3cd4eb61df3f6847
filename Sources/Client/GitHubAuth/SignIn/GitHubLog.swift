public import Logging

/// The loggers of the GitHub services.
public enum GitHubLog {
  /// The logger of sign-ins at GitHub. It records the steps and the codes of errors, but no token,
  /// code, verifier, `state` or personal data.
  public static let auth = Logger(label: "pixy.github.auth")
}
