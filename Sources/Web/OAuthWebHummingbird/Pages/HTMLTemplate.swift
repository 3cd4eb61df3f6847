internal import HTMLTemplates
internal import Mustache

/// A Mustache template whose values are escaped for HTML, byte by byte.
///
/// Use it for the application's own pages too. Mustache's own escaping works on Swift's
/// `Character`s, where `<` can be a part of another character, and isn't escaped then.
public struct HTMLTemplate: Sendable {
  private let template: MustacheTemplate

  /// Parses a template.
  ///
  /// - Parameter text: The template. Values are written with two braces, which escape them.
  /// - Throws: `WebSignInError.template` if it can't be parsed.
  public init(_ text: String) throws(WebSignInError) {
    do {
      template = try MustacheTemplate(string: HTMLText.template(text))
    } catch {
      throw .template
    }
  }

  /// Renders the template.
  ///
  /// - Parameter values: The values by name: texts, arrays and dictionaries.
  public func html(_ values: [String: Any]) -> String {
    template.render(values)
  }
}
