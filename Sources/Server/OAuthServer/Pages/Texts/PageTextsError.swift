public import OAuthCore

/// The reason why texts for pages were rejected.
public enum PageTextsError: ExplainedError, Hashable {
  /// This text is missing.
  case missing(PageText)
  /// This text has braces around something that isn't one of its placeholders.
  case unknownPlaceholder(PageText)
  /// The explanation of this scope has a brace, but no values.
  case placeholderInScope(String)
  /// The explanation of authorization details of this type is empty, or its braces don't match.
  case malformedDetail(String)
  /// A file has a text with this name, which no page uses.
  case unknownText(String)
  /// A file isn't a JSON object whose members are all strings.
  case malformed

  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    return switch self {
    case .missing(let text):
      row(
        "missing_text", "The texts for the pages have no text called \(text.rawValue).",
        remedy: "Add it, or start from PageTexts.english or PageTexts.german and replace some texts.")
    case .unknownPlaceholder(let text):
      row(
        "unknown_placeholder", "The text \(text.rawValue) has braces around something that is not one of its values.",
        remedy: text.placeholders.isEmpty
          ? "Remove the braces. Write {{ or }} for a literal brace."
          : "Use " + text.placeholders.map { "{\($0.rawValue)}" }.sorted().joined(separator: ", ")
            + ". Write {{ or }} for a literal brace.")
    case .placeholderInScope(let scope):
      row(
        "unknown_placeholder", "The text for the scope \(UntrustedText(scope)) contains a brace.",
        remedy: "Remove the brace: texts for scopes have no values.")
    case .malformedDetail(let type):
      row(
        "unknown_placeholder",
        "The text for authorization details of the type \(UntrustedText(type)) is empty, or its braces do not match.",
        remedy: "Put the paths of fields in braces, such as {amount.value}. Write {{ or }} for a literal brace.")
    case .unknownText(let name):
      row(
        "unknown_text", "The pages have no text called \(UntrustedText(name)).",
        remedy: "Use a name of PageText, scope: and a scope token, or detail: and a type of authorization details.")
    case .malformed:
      row(
        "malformed_texts", "The texts for the pages are not a JSON object of strings.",
        remedy: "Write a JSON object whose names are those of PageText and whose values are strings.")
    }
  }
}
