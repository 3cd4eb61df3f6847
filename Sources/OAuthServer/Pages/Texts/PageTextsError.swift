public import OAuthCore

/// Why texts for pages weren't taken.
public enum PageTextsError: ExplainedError, Hashable {
  /// This text isn't there.
  case missing(PageText)
  /// This text has braces that aren't the place of a value that it can have.
  case unknownPlaceholder(PageText)
  /// The words for this scope have a brace, and no value to show in its place.
  case placeholderInScope(String)
  /// The words for authorization details of this type are empty, or have braces that don't belong together.
  case malformedDetail(String)
  /// A file has a text of this name, which no page says.
  case unknownText(String)
  /// A file isn't a JSON object whose members are all texts.
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

  /// The server's configuration.
  public var step: FlowStep { .configuration }

  /// What is wrong.
  public var explanation: String {
    switch self {
    case .missing(let text): "The texts for the pages have none for \(text.rawValue)."
    case .unknownPlaceholder(let text): "The text \(text.rawValue) has braces around something that it can't show."
    case .placeholderInScope(let scope): "The words for the scope \(UntrustedText(scope)) have a brace in them."
    case .malformedDetail(let type):
      "The words for the authorization details \(UntrustedText(type)) are empty, or have braces that don't belong together."
    case .unknownText(let name): "There is no text called \(UntrustedText(name))."
    case .malformed: "The texts for the pages are not a JSON object of strings."
    }
  }

  /// What to do.
  public var remedy: String {
    switch self {
    case .missing: "Add it, or start from PageTexts.english or german and replace what you want."
    case .unknownPlaceholder(let text):
      text.placeholders.isEmpty
        ? "Leave the braces out; write {{ or }} for a brace itself."
        : "Use " + text.placeholders.map { "{\($0.rawValue)}" }.sorted().joined(separator: ", ")
          + "; write {{ or }} for a brace itself."
    case .placeholderInScope: "Leave it out: these words have no values."
    case .malformedDetail:
      "Put the paths of fields in braces, such as {amount.value}; write {{ or }} for a brace itself."
    case .unknownText:
      "Use a name of PageText, scope: and the name of a scope, or detail: and a type of authorization details."
    case .malformed: "Write an object whose names are those of PageText and whose values are strings."
    }
  }
}
