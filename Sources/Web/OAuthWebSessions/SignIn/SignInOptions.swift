internal import OAuthCore
internal import OAuthProviders

/// The parameters that one sign-in adds to the authorization request (OpenID Connect Core §3.1.2.1).
///
/// They are in the address of the sign-in page, so any link can name them. They grant nothing:
/// routes check the session, and not the request. A value that can't be used is left out.
package struct SignInOptions: Sendable, Hashable {
  /// The `prompt`.
  var prompts: [String] = []
  /// The `login_hint`.
  var loginHint: String?
  /// The `acr_values` and `max_age`.
  package var stepUp = StepUp()

  package init(stepUp: StepUp = StepUp()) { self.stepUp = stepUp }

  init(prompts: [String]) { self.prompts = prompts }

  /// Reads the options in a query.
  init(_ query: FormParameters) {
    func value(_ name: String, upTo limit: Int, _ isAccepted: (UInt8) -> Bool) -> String? {
      guard let text = (try? query.single(name)) ?? nil, (1...limit).contains(text.utf8.count),
        text.utf8.allSatisfy(isAccepted)
      else { return nil }
      return text
    }
    func words(_ text: String?) -> [String] { text?.split(separator: " ").map(String.init) ?? [] }
    let isVisible: (UInt8) -> Bool = { $0 >= 0x20 && $0 < 0x7F && !#""\"#.utf8.contains($0) }
    let prompts = words(value("prompt", upTo: 64, isVisible))
    // §3.1.2.1: `none` with another value is an error.
    if prompts.allSatisfy(Self.knownPrompts.contains), prompts.count == 1 || !prompts.contains("none") {
      self.prompts = prompts
    }
    loginHint = value("login_hint", upTo: 256) { $0 >= 0x20 && $0 != 0x7F }
    stepUp.acrValues = words(value("acr_values", upTo: 512, isVisible))
    stepUp.maxAge = value("max_age", upTo: 9) { (0x30...0x39).contains($0) }.flatMap(Int64.init)
  }

  private static let knownPrompts: Set<String> = ["none", "login", "consent", "select_account", "create"]

  /// Adds the options to the query of the sign-in page or of a link on it.
  func append(to query: inout FormParameters) {
    query.append("prompt", ifPresent: Self.joined(prompts))
    query.append("login_hint", ifPresent: loginHint)
    query.append("acr_values", ifPresent: Self.joined(stepUp.acrValues))
    query.append("max_age", ifPresent: stepUp.maxAge.map(String.init))
  }

  /// Returns the parameters of the authorization request. A provider's own `prompt` stays, because
  /// Google issues a refresh token only with it.
  func parameters(at provider: Provider) -> FormParameters {
    var all = self
    if !prompts.isEmpty, prompts != ["none"], let own = (try? provider.parameters.single("prompt")) ?? nil {
      let others = own.split(separator: " ").map(String.init).filter { $0 != "none" && !prompts.contains($0) }
      all.prompts = others + prompts
    }
    var parameters = FormParameters()
    all.append(to: &parameters)
    return parameters
  }

  private static func joined(_ words: [String]) -> String? { words.isEmpty ? nil : words.joined(separator: " ") }
}
