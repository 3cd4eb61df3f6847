public import OAuthCore

/// Why the pages can't be made with the templates that a deployer gave.
public enum MustachePagesError: ExplainedError, Hashable {
  /// The template can't be parsed, or the style sheet would end its element.
  case malformed(PageTemplate)
  /// A folder of templates has a file of this name, which no page uses.
  case unknownTemplate(String)
  /// A folder of templates, or a file in it, can't be read.
  case unreadable(String)

  /// `malformed_template`, `unknown_template` or `unreadable_templates`.
  public var code: String {
    switch self {
    case .malformed: "malformed_template"
    case .unknownTemplate: "unknown_template"
    case .unreadable: "unreadable_templates"
    }
  }

  /// The server's configuration.
  public var step: FlowStep { .configuration }

  /// What is wrong.
  public var explanation: String {
    switch self {
    case .malformed(.style): "The style sheet would end the element that it is in."
    case .malformed(let template): "The template \(template.rawValue) isn't well-formed Mustache."
    case .unknownTemplate(let name): "There is no template called \(UntrustedText(name))."
    case .unreadable(let name): "The templates in \(UntrustedText(name)) can't be read."
    }
  }

  /// What to do.
  public var remedy: String {
    switch self {
    case .malformed(.style): "Leave `</style` out of it."
    case .malformed: "Look for a section or a tag that isn't closed."
    case .unknownTemplate:
      "Use one of these: " + PageTemplate.allCases.map(\.rawValue).joined(separator: ", ") + "."
    case .unreadable: "Name a folder that this process may read, with UTF-8 text files in it."
    }
  }
}
