public import OAuthCore
public import OAuthServer

/// Why the languages in a deployer's folder weren't taken.
public enum PageTextsFolderError: ExplainedError, Hashable {
  /// The folder, or a file in it, can't be read.
  case unreadable(String)
  /// This file's name is no language tag.
  case unknownLanguage(file: String)
  /// A text of this file can't be used.
  case unfit(file: String, PageTextsError)
  /// The language of this file isn't built in, and the file hasn't all its texts.
  case missing(file: String, [PageText])

  /// `unreadable_texts`, `unknown_language`, `missing_text`, or what is wrong with one text.
  public var code: String {
    switch self {
    case .unreadable: "unreadable_texts"
    case .unknownLanguage: "unknown_language"
    case .unfit(_, let error): error.code
    case .missing: "missing_text"
    }
  }

  /// The server's configuration.
  public var step: FlowStep { .configuration }

  /// What is wrong, with the file's name.
  public var explanation: String {
    switch self {
    case .unreadable(let name): "The texts in \(UntrustedText(name)) can't be read."
    case .unknownLanguage(let file): "The file \(UntrustedText(file)) isn't named after a language."
    case .unfit(let file, let error): "The file \(UntrustedText(file)) can't be used. \(error.explanation)"
    case .missing(let file, let texts):
      "The file \(UntrustedText(file)) lacks texts: \(texts.map(\.rawValue).joined(separator: ", "))."
    }
  }

  /// What to do.
  public var remedy: String {
    switch self {
    case .unreadable: "Name a folder that this process may read, with JSON files in it."
    case .unknownLanguage: "Name it after the language's tag (RFC 5646), such as fr.json or pt-BR.json."
    case .unfit(_, let error): error.remedy
    case .missing: "Add them: only for English and German can a file have some texts and leave the others."
    }
  }
}
