public import Logging

/// Where the GitHub services log to.
public enum GitHubLog {
  /// What happens to sign-ins at GitHub: which step was reached, and the code of what failed. Never a token, code, verifier or state,
  /// and nothing about the person.
  public static let auth = Logger(label: "pixy.github.auth")
}
