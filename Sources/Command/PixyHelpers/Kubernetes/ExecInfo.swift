internal import OAuthCore

/// The information that a Kubernetes client gives to the plugin, in `KUBERNETES_EXEC_INFO`.
struct ExecInfo: Hashable {
  /// The variable's name.
  static let variable = "KUBERNETES_EXEC_INFO"
  /// The default version, if the client gave no information (`provideClusterInfo` is off in old
  /// versions).
  static let usualVersion = "client.authentication.k8s.io/v1"
  private static let versions: Set<String> = [usualVersion, "client.authentication.k8s.io/v1beta1"]
  private static let maximumBytes = 1_048_576

  /// The version of the answer that the client understands.
  let apiVersion: String

  /// Parses the information.
  ///
  /// - Parameter text: The variable's value; `nil` if it isn't set, for example when a user tries
  ///   the command.
  /// - Throws: ``HelperInputError`` if it isn't such an object, or has an unknown version.
  init(_ text: String?) throws(HelperInputError) {
    guard let text, !text.isEmpty else {
      apiVersion = Self.usualVersion
      return
    }
    guard text.utf8.count <= Self.maximumBytes else { throw .tooLong(limit: Self.maximumBytes) }
    guard let members = (try? JSONValue(bytes: Array(text.utf8)))?.object, members["kind"] == "ExecCredential",
      let version = members["apiVersion"]?.string
    else { throw .unreadable("\(Self.variable) is not an ExecCredential.") }
    guard Self.versions.contains(version) else {
      throw .unreadable(
        """
        \(Self.variable) has an unknown version. pixy supports \(Self.versions.sorted().joined(separator: " and ")).
        """
      )
    }
    apiVersion = version
  }
}
