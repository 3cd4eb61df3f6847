internal import OAuthCore

/// The interaction with the user that a client requests or forbids (OpenID Connect Core §3.1.2.1,
/// `prompt`).
enum Prompt: String, Sendable, Hashable, CaseIterable {
  /// No page is shown. A request that needs a page fails.
  case none
  /// The user authenticates again.
  case login
  /// The user decides again.
  case consent
  /// The user selects an account. A browser has one session, so the page offers that account or
  /// another one.
  case selectAccount = "select_account"
}

extension AuthorizationRequestParser {
  /// Reads the `prompt` parameter.
  ///
  /// A server with sessions lists the values that it knows in its metadata, and rejects others. It
  /// rejects `create` too (Initiating User Registration §4.1): a sign-in page can't create an
  /// account. A server without sessions ignores unknown values (OpenID Connect Core §3.1.2.1).
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

  /// Returns the maximum time since the sign-in, in seconds (OpenID Connect Core §3.1.2.1,
  /// `max_age`): the request's value, or the registered default. A number that is too large for
  /// `Int` counts as the largest.
  func maximumAge(_ parameters: FormParameters, _ client: RegisteredClient) throws -> Int? {
    guard let text = parameters.value("max_age") else { return client.settings.defaultMaximumAge }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      throw Refusal(.invalidRequest, "max_age is not a number of seconds")
    }
    return Int(text) ?? .max
  }
}
