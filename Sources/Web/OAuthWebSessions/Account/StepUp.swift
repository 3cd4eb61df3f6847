internal import OAuthCore

/// The authentication that a route asks for (RFC 9470 §4): a stronger or a newer one.
package struct StepUp: Sendable, Hashable {
  /// The accepted authentication context classes (`acr_values`); empty for all.
  package var acrValues: [String] = []
  /// The largest age of the authentication in seconds (`max_age`); `nil` for any.
  package var maxAge: Int64?

  package var isEmpty: Bool { acrValues.isEmpty && maxAge == nil }

  /// Returns whether an authentication context class is accepted. An unknown one isn't.
  func accepts(_ context: String?) -> Bool {
    acrValues.isEmpty || acrValues.contains { context?.utf8.elementsEqual($0.utf8) == true }
  }

  /// The parameters of a challenge (RFC 9470 §3).
  package var challenge: String {
    ([#"error="insufficient_user_authentication""#]
      + (acrValues.isEmpty ? [] : [#"acr_values="\#(acrValues.joined(separator: " "))""#])
      + (maxAge.map { [#"max_age="\#($0)""#] } ?? []))
      .joined(separator: ", ")
  }
}
