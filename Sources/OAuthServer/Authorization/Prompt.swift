internal import OAuthCore

/// What a client wants the person to be asked, or not to be (OpenID Connect Core §3.1.2.1, `prompt`).
enum Prompt: String, Sendable, Hashable, CaseIterable {
  /// Nothing is shown; what can't be answered so is an error.
  case none
  /// The person proves again who they are.
  case login
  /// The person decides again.
  case consent
  /// The person says with which account. There is one in each browser, so that the page asks whether with that or another.
  case selectAccount = "select_account"
}

extension AuthorizationRequestParser {
  /// The `prompt` of a request.
  ///
  /// A server with sessions announces which values it knows, and refuses others, `create` among them (Initiating User Registration
  /// §4.1): a sign-in page for who wanted to make an account helps nobody. One without leaves unknown values aside (Core
  /// §3.1.2.1).
  func prompts(_ parameters: FormParameters) throws -> Set<Prompt> {
    let names = (parameters.value("prompt") ?? "").split(separator: " ")
    let prompts = Set(names.compactMap { Prompt(rawValue: String($0)) })
    guard !prompts.contains(.none) || names.count == 1 else {
      throw Refusal(.invalidRequest, "prompt=none cannot be combined with another value")
    }
    guard !announcesPrompts || names.allSatisfy({ Prompt(rawValue: String($0)) != nil }) else {
      throw Refusal(.invalidRequest, "prompt has a value that is not among prompt_values_supported")
    }
    return prompts
  }

  /// The most seconds since the sign-in (OpenID Connect Core §3.1.2.1, `max_age`): what the request says, or else what was
  /// registered. A number that is too large to hold is as good as the largest.
  func maximumAge(_ parameters: FormParameters, _ client: RegisteredClient) throws -> Int? {
    guard let text = parameters.value("max_age") else { return client.settings.defaultMaximumAge }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      throw Refusal(.invalidRequest, "max_age is not a number of seconds")
    }
    return Int(text) ?? .max
  }
}
