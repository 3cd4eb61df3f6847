internal import OAuthCore

/// What a Kubernetes client says to the plugin that it runs, in `KUBERNETES_EXEC_INFO`.
struct ExecInfo: Hashable {
  /// The variable that it is in.
  static let variable = "KUBERNETES_EXEC_INFO"
  /// What is written if the client said nothing, as one does that was told so (`provideClusterInfo` is off in old versions).
  static let usualVersion = "client.authentication.k8s.io/v1"
  private static let versions: Set<String> = [usualVersion, "client.authentication.k8s.io/v1beta1"]
  private static let maximumOctets = 1_048_576

  /// Which version of the answer the client understands.
  let apiVersion: String

  /// Reads it.
  ///
  /// - Parameter text: the variable's value; `nil` if it isn't set, as when a person tries the command.
  /// - Throws: ``HelperInputError`` if it is no such object, or of a version that isn't known.
  init(_ text: String?) throws(HelperInputError) {
    guard let text, !text.isEmpty else {
      apiVersion = Self.usualVersion
      return
    }
    guard text.utf8.count <= Self.maximumOctets else { throw .tooLong(limit: Self.maximumOctets) }
    guard let members = (try? JSONValue(octets: Array(text.utf8)))?.object, members["kind"] == "ExecCredential",
      let version = members["apiVersion"]?.string
    else { throw .unreadable("\(Self.variable) is no ExecCredential.") }
    guard Self.versions.contains(version) else {
      throw .unreadable(
        "\(Self.variable) has a version that pixy doesn't write; it writes \(Self.versions.sorted().joined(separator: " and "))."
      )
    }
    apiVersion = version
  }
}
