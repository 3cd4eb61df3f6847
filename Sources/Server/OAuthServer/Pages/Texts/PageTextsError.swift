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

  /// `missing_text`, `unknown_placeholder`, `unknown_text` or `malformed_texts`.
  public var code: String {
    switch self {
    case .missing: "missing_text"
    case .unknownPlaceholder, .placeholderInScope, .malformedDetail: "unknown_placeholder"
    case .unknownText: "unknown_text"
    case .malformed: "malformed_texts"
    }
  }

  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// Always `ErrorCategory.mistake`.
  public var category: ErrorCategory { .mistake }

  /// The cause of the error, as a sentence for the operator.
  public var explanation: String {
    switch self {
    case .missing(let text): "The texts for the pages have no text called \(text.rawValue)."
    case .unknownPlaceholder(let text):
      "The text \(text.rawValue) has braces around something that is not one of its values."
    case .placeholderInScope(let scope): "The text for the scope \(UntrustedText(scope)) contains a brace."
    case .malformedDetail(let type):
      "The text for authorization details of the type \(UntrustedText(type)) is empty, or its braces do not match."
    case .unknownText(let name): "The pages have no text called \(UntrustedText(name))."
    case .malformed: "The texts for the pages are not a JSON object of strings."
    }
  }

  /// The remedy, as a sentence for the operator.
  public var remedy: String {
    switch self {
    case .missing: "Add it, or start from PageTexts.english or PageTexts.german and replace some texts."
    case .unknownPlaceholder(let text):
      text.placeholders.isEmpty
        ? "Remove the braces. Write {{ or }} for a literal brace."
        : "Use " + text.placeholders.map { "{\($0.rawValue)}" }.sorted().joined(separator: ", ")
          + ". Write {{ or }} for a literal brace."
    case .placeholderInScope: "Remove the brace: texts for scopes have no values."
    case .malformedDetail:
      "Put the paths of fields in braces, such as {amount.value}. Write {{ or }} for a literal brace."
    case .unknownText:
      "Use a name of PageText, scope: and a scope token, or detail: and a type of authorization details."
    case .malformed: "Write a JSON object whose names are those of PageText and whose values are strings."
    }
  }
}
