/// The option `--resource` of several commands.
package enum ResourceOption {
  /// The error for a value that can't be used.
  package static let wrongValue =
    "--resource accepts an absolute URI without a fragment, such as https://api.example.com (RFC 8707 §2)."
}
